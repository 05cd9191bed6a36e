//! The reachable states of a small task laid out on a plane: columns by distance from the start, the plan's path on top.
//! Whole numbers throughout. How it is drawn is the page's business.

use stepguard_report::planner::StatesReport;

/// Where everything is, in pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Width of the whole.
    pub width: u32,
    /// Height of the whole.
    pub height: u32,
    /// The centre of every state.
    pub places: Vec<(u32, u32)>,
    /// Where the column of every depth begins.
    pub columns: Vec<u32>,
    /// The states of every depth, from top to bottom.
    pub layers: Vec<Vec<usize>>,
    /// Half the size of a mark.
    pub half: u32,
}

/// The most rows before a layer takes another column.
const ROWS: usize = 20;

/// What the headings take.
const TOP: u32 = 24;

/// The states that fit comfortably.
const FEW: usize = 240;

impl Layout {
    /// Lays the states out.
    pub fn of(report: &StatesReport) -> Self {
        let few = report.states.len() <= FEW;
        let (pitch, gap, half) = if few { (22, 46, 6) } else { (12, 22, 3) };
        let depths = report.states.iter().map(|state| state.depth).max().map_or(0, |depth| depth as usize + 1);
        let mut layers: Vec<Vec<usize>> = vec![Vec::new(); depths.min(report.states.len())];
        for wanted in [true, false] {
            for (index, state) in report.states.iter().enumerate() {
                if report.path.contains(&(index as u32)) == wanted
                    && let Some(layer) = layers.get_mut(state.depth as usize)
                {
                    layer.push(index);
                }
            }
        }
        let mut places = vec![(0, 0); report.states.len()];
        let mut columns = Vec::new();
        let (mut left, mut height) = (pitch, 0);
        for layer in &layers {
            columns.push(left);
            for (at, &index) in layer.iter().enumerate() {
                let (column, row) = ((at / ROWS) as u32, (at % ROWS) as u32);
                places[index] = (left + column * pitch, TOP + pitch / 2 + row * pitch);
                height = height.max(places[index].1);
            }
            left += (layer.len().saturating_sub(1) / ROWS) as u32 * pitch + gap;
        }
        Self { width: left.saturating_sub(gap) + 2 * pitch, height: height + pitch, places, columns, layers, half }
    }

    /// The state that an arrow leads to: along a layer, or to the nearest row of the next one.
    pub fn neighbour(&self, state: usize, key: &str) -> Option<usize> {
        let depth = self.layers.iter().position(|layer| layer.contains(&state))?;
        let layer = &self.layers[depth];
        let at = layer.iter().position(|&each| each == state)?;
        let other = |depth: usize| self.layers.get(depth).and_then(|layer| layer.get(at).or(layer.last())).copied();
        match key {
            "ArrowUp" => layer.get(at.checked_sub(1)?).copied(),
            "ArrowDown" => layer.get(at + 1).copied(),
            "ArrowLeft" => other(depth.checked_sub(1)?),
            "ArrowRight" => other(depth + 1),
            "Home" => Some(0),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use stepguard_report::planner::SpaceState;

    use super::*;

    fn report(depths: &[u32], path: &[u32]) -> StatesReport {
        let state = |depth: &u32| SpaceState {
            depth: *depth,
            added: Vec::new(),
            deleted: Vec::new(),
            goal: false,
            broken: false,
            to_goal: None,
        };
        StatesReport {
            schema: 1,
            tool: String::new(),
            complete: true,
            limit: 2000,
            states: depths.iter().map(state).collect(),
            edges: Vec::new(),
            path: path.to_vec(),
            why: String::new(),
            unsupported: Vec::new(),
        }
    }

    #[test]
    fn layers_are_columns_with_the_path_on_top() {
        let layout = Layout::of(&report(&[0, 1, 1, 2], &[0, 2, 3]));
        assert_eq!(layout.layers, [vec![0], vec![2, 1], vec![3]]);
        assert_eq!(layout.places[0].1, layout.places[2].1, "the path is straight");
        assert!(layout.places[1].1 > layout.places[2].1);
        assert!(layout.places.iter().all(|&(x, y)| x < layout.width && y < layout.height));
        assert_eq!(layout.neighbour(0, "ArrowRight"), Some(2));
        assert_eq!(layout.neighbour(2, "ArrowDown"), Some(1));
        assert_eq!(layout.neighbour(1, "ArrowRight"), Some(3));
        assert_eq!(layout.neighbour(1, "ArrowDown"), None);
        assert_eq!(layout.neighbour(0, "ArrowLeft"), None);
        assert_eq!(layout.neighbour(9, "Home"), None);
    }

    #[test]
    fn large_layers_take_several_columns() {
        let mut depths = vec![1; 2000];
        depths[0] = 0;
        let layout = Layout::of(&report(&depths, &[]));
        let mut places = layout.places.clone();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 2000, "no two states lie on each other");
        assert!(layout.height < 320 && layout.width < 1400, "{} x {}", layout.width, layout.height);
    }

    #[test]
    fn nothing_has_a_layout_too() {
        assert!(Layout::of(&report(&[], &[])).places.is_empty());
        // Depths that no breadth-first search gives are not drawn, and nothing breaks.
        assert_eq!(Layout::of(&report(&[7], &[3])).layers, [Vec::<usize>::new()]);
    }
}
