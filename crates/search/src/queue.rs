//! A queue of numbers by priority, smallest first: buckets for the small priorities that are the rule, a heap for the rest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Priorities below this have buckets.
const BUCKETS: u64 = 1024;

/// The queue. Among equal priorities the order is fixed, and nothing else.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    buckets: Vec<Vec<u32>>,
    /// No bucket below this holds anything.
    low: usize,
    /// Entries in buckets.
    count: usize,
    heap: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Queue {
    pub(crate) fn push(&mut self, priority: u64, item: u32) {
        if priority >= BUCKETS {
            self.heap.push(Reverse((priority, item)));
            return;
        }
        let bucket = priority as usize;
        if self.buckets.len() <= bucket {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        self.buckets[bucket].push(item);
        self.count += 1;
        self.low = self.low.min(bucket);
    }

    pub(crate) fn pop(&mut self) -> Option<(u64, u32)> {
        if self.count > 0 {
            while self.low < self.buckets.len() {
                if let Some(item) = self.buckets[self.low].pop() {
                    self.count -= 1;
                    return Some((self.low as u64, item));
                }
                self.low += 1;
            }
        }
        self.heap.pop().map(|Reverse(entry)| entry)
    }

    pub(crate) fn clear(&mut self) {
        if self.count > 0 {
            self.buckets.iter_mut().for_each(Vec::clear);
        }
        self.count = 0;
        self.low = 0;
        self.heap.clear();
    }
}
