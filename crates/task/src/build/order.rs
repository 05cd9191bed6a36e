//! Strongly connected components, without recursion: used for circles of types and layers of derived predicates.

/// The strongly connected components of a graph with nodes `0..count`, each after all components that its members'
/// edges lead to. Depends only on the order of nodes and edges.
pub(crate) fn components<'a>(count: usize, edges: impl Fn(usize) -> &'a [usize]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut number = vec![UNSEEN; count];
    let mut low = vec![0; count];
    let mut on_stack = vec![false; count];
    let mut stack = Vec::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    let mut found = Vec::new();
    let mut next = 0;
    for start in 0..count {
        if number[start] != UNSEEN {
            continue;
        }
        path.push((start, 0));
        while let Some((node, edge)) = path.last_mut() {
            let node = *node;
            if *edge == 0 {
                number[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(&to) = edges(node).get(*edge) {
                *edge += 1;
                if number[to] == UNSEEN {
                    path.push((to, 0));
                } else if on_stack[to] {
                    low[node] = low[node].min(number[to]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == number[node] {
                let mut component = Vec::new();
                while let Some(member) = stack.pop() {
                    on_stack[member] = false;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn targets_come_first_and_circles_stay_together() {
        // 0 -> 1 -> 2 -> 1, 3 -> 0, 4 alone, 5 -> 5.
        let edges: Vec<Vec<usize>> = vec![vec![1], vec![2], vec![1], vec![0], vec![], vec![5]];
        let mut found = components(6, |at| &edges[at]);
        for component in &mut found {
            component.sort_unstable();
        }
        assert_eq!(found, [vec![1, 2], vec![0], vec![3], vec![4], vec![5]]);
    }

    #[test]
    fn long_chains_need_no_call_stack() {
        let edges: Vec<Vec<usize>> = (1..200_000).map(|to| vec![to]).chain([vec![]]).collect();
        assert_eq!(components(200_000, |at| &edges[at]).len(), 200_000);
    }
}
