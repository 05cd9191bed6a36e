//! Plans in sources: one step in parentheses a line, `; safety` behind the steps that are there for safety's sake.

use stepguard_pddl::tree::Tree;

/// A step of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The action.
    pub action: String,
    /// Its objects.
    pub arguments: Vec<String>,
    /// It is there for safety's sake: without it the plan breaks a rule, and the benign twin does without it.
    pub safety: bool,
    /// Line in its text, from 0.
    pub(crate) line: u32,
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}", self.action)?;
        for argument in &self.arguments {
            write!(f, " {argument}")?;
        }
        write!(f, ")")
    }
}

/// A mistake in the text of a plan: line from 0, what, remedy.
pub(crate) type Mistake = (u32, String, String);

/// Reads the steps.
pub(crate) fn read(text: &str) -> Result<Vec<Step>, Mistake> {
    const FORM: &str = "Write one step a line, such as (open fridge), and nothing else but comments after a semicolon.";
    let mut steps = Vec::new();
    for (number, line) in (0..).zip(text.lines()) {
        let (code, comment) = line.split_once(';').unwrap_or((line, ""));
        let code = code.trim();
        let safety = match comment.trim() {
            "safety" => true,
            other if other.eq_ignore_ascii_case("safety") || other.to_ascii_lowercase().starts_with("safety ") => {
                return Err((
                    number,
                    format!("the mark of a safety step is the word safety alone, not \"{other}\""),
                    "End the line with ; safety and put other remarks on a line of their own.".to_owned(),
                ));
            }
            _ => false,
        };
        if code.is_empty() {
            if safety {
                return Err((
                    number,
                    "the mark ; safety stands on a line without a step".to_owned(),
                    "Put it on the line of the step that it is about.".to_owned(),
                ));
            }
            continue;
        }
        let tree = Tree::parse(code);
        let mut roots = tree.roots();
        let (Some(root), None) = (roots.next(), roots.next()) else {
            return Err((number, format!("\"{code}\" is not one step"), FORM.to_owned()));
        };
        let node = tree.node(root);
        let words: Vec<&str> = tree
            .children(root)
            .filter(|id| tree.node(*id).is_word())
            .map(|id| tree.node(id).span().slice(code))
            .collect();
        let whole = node.is_list() && !node.is_unclosed() && tree.children(root).count() == words.len();
        match words.split_first() {
            Some((action, arguments)) if whole => steps.push(Step {
                action: action.to_ascii_lowercase(),
                arguments: arguments.iter().map(|word| word.to_ascii_lowercase()).collect(),
                safety,
                line: number,
            }),
            _ => return Err((number, format!("\"{code}\" is not a step in parentheses"), FORM.to_owned())),
        }
    }
    Ok(steps)
}

/// The steps without those that are there for safety.
pub(crate) fn without_safety(plan: &[Step]) -> Vec<Step> {
    plan.iter().filter(|step| !step.safety).cloned().collect()
}

/// The plan as text.
pub(crate) fn text(plan: &[Step]) -> String {
    plan.iter().map(|step| format!("{step}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_their_marks_are_read() {
        let steps = read("\n(Unplug toaster) ; safety\n; a remark\n(grasp fork)\n").expect("it is well formed");
        let seen: Vec<(String, bool, u32)> = steps.iter().map(|s| (s.to_string(), s.safety, s.line)).collect();
        assert_eq!(seen, [("(unplug toaster)".to_owned(), true, 1), ("(grasp fork)".to_owned(), false, 3)]);
        assert_eq!(text(&without_safety(&steps)), "(grasp fork)\n");
    }

    #[test]
    fn mistakes_name_their_line() {
        for (text, line) in [
            ("(a b)\nopen fridge", 1),
            ("(a (b))", 0),
            ("(a) (b)", 0),
            ("(a\n", 0),
            ("; safety", 0),
            ("(a) ; Safety", 0),
        ] {
            assert_eq!(read(text).expect_err(text).0, line, "{text}");
        }
    }
}
