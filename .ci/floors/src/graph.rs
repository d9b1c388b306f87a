//! Imports between files, and the rings that they make.

use petgraph::{algo::tarjan_scc, graph::DiGraph};

/// A use of a name that another file defines.
pub struct Edge {
    /// The file that uses it.
    pub from: usize,
    /// The file that defines it.
    pub to: usize,
    /// The name.
    pub name: String,
    /// The line of the use.
    pub line: usize,
}

/// Returns the rings: the sets of files in which each file reaches every other.
pub fn rings(files: usize, edges: &[Edge]) -> Vec<Vec<usize>> {
    let mut graph = DiGraph::<(), (), usize>::default();
    let nodes: Vec<_> = (0..files).map(|_| graph.add_node(())).collect();
    graph.extend_with_edges(edges.iter().map(|edge| (nodes[edge.from], nodes[edge.to])));
    let rings = tarjan_scc(&graph).into_iter().filter(|ring| ring.len() > 1);
    rings.map(|ring| ring.into_iter().map(|node| node.index()).collect()).collect()
}
