//! The type hierarchy and type expressions.

use super::{Resolver, codes};
use crate::ids::{ObjectId, TypeExprId, TypeId};
use crate::model::{Type, TypeExpr};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use stepguard_pddl::ast;
use stepguard_text::{Diagnostic, Place, Span, Symbol, TextId, order};

/// More types than this are not read: their supertypes are kept as bit sets, which grow with the square.
const MAX_TYPES: usize = 10_000;
/// More members of all type expressions together than this are not read.
const MAX_MEMBERS: usize = 20_000_000;
/// Bits of all member sets together.
const MAX_SET_BITS: usize = 2_000_000_000;

/// Stands for a type that could not be resolved: fits everything. Never in a finished task.
pub(crate) const ANY: TypeExprId = TypeExprId(u32::MAX);
/// `object`.
pub(crate) const OBJECT: TypeExprId = TypeExprId(0);

/// The type expressions of a run, each once.
#[derive(Debug)]
pub(crate) struct TypeExprs {
    pub(crate) list: Vec<Vec<TypeId>>,
    known: FxHashMap<Vec<TypeId>, TypeExprId>,
    /// For every type its own expression + 1; 0: not used yet.
    single: Vec<u32>,
}

impl TypeExprs {
    pub(crate) fn new() -> Self {
        Self { list: vec![vec![TypeId(0)]], known: FxHashMap::default(), single: vec![1] }
    }

    /// The expression of one type.
    pub(crate) fn one(&mut self, ty: TypeId) -> TypeExprId {
        if self.single.len() <= ty.index() {
            self.single.resize(ty.index() + 1, 0);
        }
        if let Some(known) = self.single[ty.index()].checked_sub(1) {
            return TypeExprId(known);
        }
        let id = TypeExprId::new(self.list.len());
        self.list.push(vec![ty]);
        self.single[ty.index()] = id.0 + 1;
        id
    }

    /// The expression of several types.
    pub(crate) fn either(&mut self, mut types: Vec<TypeId>) -> TypeExprId {
        let mut seen = rustc_hash::FxHashSet::default();
        types.retain(|ty| seen.insert(*ty));
        match types[..] {
            [] => OBJECT,
            [ty] => self.one(ty),
            _ => {
                if let Some(known) = self.known.get(&types) {
                    return *known;
                }
                let id = TypeExprId::new(self.list.len());
                self.list.push(types.clone());
                self.known.insert(types, id);
                id
            }
        }
    }
}

impl Resolver {
    /// Declares the domain's types and the supertypes that are only mentioned, then orders them.
    pub(crate) fn declare_types(&mut self, domain: &ast::Domain) {
        let mut listed: Vec<Option<Span>> = vec![None];
        for typed in &domain.types {
            let name = typed.name.symbol;
            let ty = match self.meanings.ty(name) {
                Some(ty) => ty,
                None if self.types.len() >= MAX_TYPES => {
                    self.too_large(domain.place(typed.name.span), "more than 10,000 types");
                    return;
                }
                None => self.new_type(name, Some(domain.place(typed.name.span))),
            };
            if listed.len() <= ty.index() {
                listed.resize(ty.index() + 1, None);
            }
            if let Some(first) = listed[ty.index()] {
                self.type_listed_again(domain, typed, first);
            }
            listed[ty.index()].get_or_insert(typed.name.span);
        }
        for typed in &domain.types {
            let Some(ty) = self.meanings.ty(typed.name.symbol) else { continue };
            for parent in &typed.ty.alternatives {
                if parent.symbol == typed.name.symbol {
                    self.own_supertype(domain, typed, parent.span);
                    continue;
                }
                if ty.0 == 0 {
                    self.object_has_supertype(domain, typed, *parent);
                }
                let parent_ty = match self.meanings.ty(parent.symbol) {
                    Some(parent_ty) => parent_ty,
                    None if self.types.len() >= MAX_TYPES => {
                        self.too_large(domain.place(parent.span), "more than 10,000 types");
                        return;
                    }
                    None => self.new_type(parent.symbol, Some(domain.place(parent.span))),
                };
                let parents = &mut self.types[ty.index()].parents;
                if ty.0 != 0 && !parents.contains(&parent_ty) {
                    parents.push(parent_ty);
                }
            }
        }
        self.order_types();
    }

    fn new_type(&mut self, name: Symbol, place: Option<Place>) -> TypeId {
        let ty = TypeId::new(self.types.len());
        self.types.push(Type { name, parents: Vec::new(), ancestors: FixedBitSet::new(), place });
        self.meanings.set_ty(name, ty);
        ty
    }

    /// A type of a problem whose domain is not there.
    pub(crate) fn imply_type(&mut self, name: ast::Name, text: TextId) -> TypeId {
        let ty = self.new_type(name.symbol, Some(Place::new(text, name.span)));
        let mut ancestors = FixedBitSet::with_capacity(ty.index() + 1);
        ancestors.insert(0);
        ancestors.insert(ty.index());
        self.types[ty.index()].ancestors = ancestors;
        self.types[ty.index()].parents.push(TypeId(0));
        ty
    }

    fn type_listed_again(&mut self, domain: &ast::Domain, typed: &ast::Typed, first: Span) {
        let name = typed.name.symbol;
        let parents: Vec<_> = typed.ty.alternatives.iter().map(|p| p.symbol).collect();
        let same = domain
            .types
            .iter()
            .find(|other| other.name.symbol == name)
            .is_some_and(|other| other.ty.alternatives.iter().map(|p| p.symbol).eq(parents.iter().copied()));
        if !same || !self.findings.wants(codes::TYPE_TWICE, Some(name)) {
            return;
        }
        let message = format!("type {} is declared twice", self.name(name));
        self.findings.add(
            Diagnostic::warning(codes::TYPE_TWICE, domain.place(typed.name.span), message)
                .help("The second declaration says nothing new and can go. Names are compared without regard to case.")
                .related(domain.place(first), "first declared here"),
        );
    }

    fn own_supertype(&mut self, domain: &ast::Domain, typed: &ast::Typed, parent: Span) {
        let name = typed.name.symbol;
        if !self.findings.wants(codes::OWN_SUPERTYPE, Some(name)) {
            return;
        }
        let name = self.name(name);
        let message = format!("type {name} would be its own supertype; read as a type without one");
        let help = format!(
            "In a list such as a b - t the supertype behind the dash belongs to every name before it, and {name} is \
             one of them. Put {name} at the end of :types, or give it a supertype of its own."
        );
        self.findings.add(
            Diagnostic::warning(codes::OWN_SUPERTYPE, domain.place(typed.name.span), message)
                .help(help)
                .related(domain.place(parent), "its supertype is given here"),
        );
    }

    fn object_has_supertype(&mut self, domain: &ast::Domain, typed: &ast::Typed, parent: ast::Name) {
        if !self.findings.wants(codes::OBJECT_SUPERTYPE, None) {
            return;
        }
        let message = format!("object has no supertype; - {} is passed over", self.name(parent.symbol));
        self.findings.add(
            Diagnostic::warning(codes::OBJECT_SUPERTYPE, domain.place(typed.name.span), message)
                .help("object is the supertype of every type, so that it stands above this one too.")
                .related(domain.place(parent.span), "its supertype is given here"),
        );
    }

    /// Reports circles, cuts them, and computes every type's ancestors.
    fn order_types(&mut self) {
        let count = self.types.len();
        let edges: Vec<Vec<usize>> =
            self.types.iter().map(|ty| ty.parents.iter().map(|parent| parent.index()).collect()).collect();
        for mut circle in super::order::components(count, |at| &edges[at]) {
            if let [single] = circle[..] {
                let ty = &mut self.types[single];
                if single != 0 && ty.parents.is_empty() {
                    ty.parents.push(TypeId(0));
                }
            } else {
                order::sort(&mut circle);
                self.circle(&circle);
                let member: FixedBitSet = circle.iter().copied().collect();
                for &at in &circle {
                    let ty = &mut self.types[at];
                    ty.parents.retain(|parent| !member.contains(parent.index()));
                    if ty.parents.is_empty() {
                        ty.parents.push(TypeId(0));
                    }
                }
            }
            // Components come in the order parents first.
            for at in circle {
                let mut ancestors = FixedBitSet::with_capacity(count);
                ancestors.insert(at);
                for parent in &self.types[at].parents {
                    ancestors.union_with(&self.types[parent.index()].ancestors);
                }
                ancestors.insert(0);
                self.types[at].ancestors = ancestors;
            }
        }
    }

    fn circle(&mut self, circle: &[usize]) {
        let names: Vec<_> = circle.iter().take(8).map(|&at| self.name(self.types[at].name).to_owned()).collect();
        let more = if circle.len() > 8 { ", ..." } else { "" };
        let Some(place) = self.types[circle[0]].place else { return };
        let mut diagnostic = Diagnostic::error(
            codes::TYPE_CIRCLE,
            place,
            format!("the types {}{more} are each other's supertypes: a circle", super::text::listed(&names)),
        )
        .help("In a - b the type b is the more general one. Take one of these supertypes away or turn it round.");
        for &at in circle.iter().skip(1).take(7) {
            if let Some(place) = self.types[at].place {
                diagnostic =
                    diagnostic.related(place, format!("{} belongs to the circle", self.name(self.types[at].name)));
            }
        }
        self.findings.add(diagnostic);
    }

    /// The type expression that was written; `object` when none was. Undeclared types are reported once for a place.
    pub(crate) fn type_expr(&mut self, written: &ast::TypeRef) -> TypeExprId {
        match &written.alternatives[..] {
            [] => OBJECT,
            [one] => self.one_type(*one).map_or(ANY, |ty| self.exprs.one(ty)),
            several => {
                let types: Vec<_> = several.iter().map(|name| self.one_type(*name)).collect();
                match types.into_iter().collect::<Option<Vec<_>>>() {
                    Some(types) => self.exprs.either(types),
                    None => ANY,
                }
            }
        }
    }

    fn one_type(&mut self, name: ast::Name) -> Option<TypeId> {
        if let Some(ty) = self.meanings.ty(name.symbol) {
            return Some(ty);
        }
        if self.implied {
            return Some(self.imply_type(name, self.at.text));
        }
        self.broken = true;
        if self.last_unknown_type != Some((self.at.text, name.span)) {
            self.last_unknown_type = Some((self.at.text, name.span));
            self.undeclared_type(name);
        }
        None
    }

    /// Whether whatever is of type `sub` is of type `sup`.
    pub(crate) fn subtype(&self, sub: TypeExprId, sup: TypeExprId) -> bool {
        if sub == sup || sup == OBJECT || sub == ANY || sup == ANY {
            return true;
        }
        let sups = &self.exprs.list[sup.index()];
        self.exprs.list[sub.index()].iter().all(|ty| {
            let ancestors = &self.types[ty.index()].ancestors;
            sups.iter().any(|sup| ancestors.contains(sup.index()))
        })
    }

    /// Whether something can be of both types.
    pub(crate) fn overlap(&self, a: TypeExprId, b: TypeExprId) -> bool {
        if a == ANY || b == ANY {
            return true;
        }
        let in_one = |ty: &Type, expr: TypeExprId| {
            self.exprs.list[expr.index()].iter().any(|alternative| ty.ancestors.contains(alternative.index()))
        };
        self.types.iter().any(|ty| in_one(ty, a) && in_one(ty, b))
            || self.objects.iter().any(|object| {
                // An object of several types can be of two that have no common subtype.
                object.ty != ANY
                    && self.exprs.list[object.ty.index()].len() > 1
                    && self.fits(object.ty, a)
                    && self.fits(object.ty, b)
            })
    }

    /// Whether an object declared as `declared` is of type `ty`: an object of `(either a b)` is of each of them.
    pub(crate) fn fits(&self, declared: TypeExprId, ty: TypeExprId) -> bool {
        if declared == ty || ty == OBJECT || declared == ANY || ty == ANY {
            return true;
        }
        let wanted = &self.exprs.list[ty.index()];
        self.exprs.list[declared.index()].iter().any(|one| {
            let ancestors = &self.types[one.index()].ancestors;
            wanted.iter().any(|wanted| ancestors.contains(wanted.index()))
        })
    }

    /// The type expressions with their members; `None` when that would be too much, which is reported.
    pub(crate) fn finish_type_exprs(&mut self, place: Place) -> Option<Vec<TypeExpr>> {
        let lists = std::mem::take(&mut self.exprs.list);
        self.exprs.list.clone_from(&lists);
        // Objects grouped by declared type: as a rule a handful of groups.
        let mut of_declared = vec![0_usize; lists.len()];
        for object in &self.objects {
            of_declared[object.ty.index()] += 1;
        }
        let mut sizes = vec![0; lists.len()];
        let mut fitting: Vec<Vec<u32>> = vec![Vec::new(); lists.len()];
        let mut total = 0;
        for (declared, &count) in of_declared.iter().enumerate().filter(|(_, count)| **count > 0) {
            for (ty, size) in sizes.iter_mut().enumerate() {
                if self.fits(TypeExprId::new(declared), TypeExprId::new(ty)) {
                    fitting[declared].push(TypeExprId::new(ty).0);
                    *size += count;
                    total += count;
                }
            }
            if total > MAX_MEMBERS {
                self.too_large(place, "objects times types: more than 20,000,000");
                return None;
            }
        }
        let count = self.objects.len();
        if lists.len().saturating_mul(count) > MAX_SET_BITS {
            self.too_large(place, "objects times types: more than 2,000,000,000");
            return None;
        }
        let mut exprs: Vec<_> = lists
            .into_iter()
            .zip(&sizes)
            .map(|(types, &size)| TypeExpr {
                types,
                members: Vec::with_capacity(size),
                set: FixedBitSet::with_capacity(if size == 0 { 0 } else { count }),
            })
            .collect();
        for (index, object) in self.objects.iter().enumerate() {
            for &ty in &fitting[object.ty.index()] {
                let expr = &mut exprs[ty as usize];
                expr.members.push(ObjectId::new(index));
                expr.set.insert(index);
            }
        }
        Some(exprs)
    }

    /// A type for people: `truck`, `truck or boat`.
    pub(crate) fn type_text(&self, ty: TypeExprId) -> String {
        if ty == ANY {
            return "object".to_owned();
        }
        let names: Vec<_> =
            self.exprs.list[ty.index()].iter().map(|ty| self.name(self.types[ty.index()].name)).collect();
        names.join(" or ")
    }
}
