//! Adjacency on the device: arcs sorted by their start.
//!
//! Arcs of the input are sorted by id at each node. Arcs of later rounds are not: the arcs of merged nodes
//! follow each other.

use crate::error::Result;
use crate::gpu::Gpu;
use crate::input::Input;
use crate::launch::kernels;
use crate::live::Live;
use crate::memory::{Array, bytes_of};
use crate::primitives::{Pairs, bits_of, check_sort, sort, sort_bytes};

kernels! {
    /// Of `cuda/arcs.cu`.
    Kernels = crate::ptx::ARCS, with crate::primitives::SortKernels;
    fn starts_of(edges: &Input, nodes: u32, starts: &Array<u32>, arcs: &Array<u32>);
    fn starts_of_live(edges: &Live, count: u32, starts: &Array<u32>);
    fn arcs_of_input(edges: &Input, order: &Array<u32>, count: u32, ends: &Array<u32>, keys: &Array<u32>,
        ids: &Array<u32>);
    fn arcs_of_live(edges: &Live, order: &Array<u32>, count: u32, ends: &Array<u32>, keys: &Array<u32>,
        ids: &Array<u32>);
    fn firsts_of(starts: &Array<u32>, count: u32, nodes: u32, firsts: &Array<u32>);
    fn heads_of(starts: &Array<u32>, count: u32, heads: &Array<u8>);
    fn rename_arcs(starts: &Array<u32>, ends: &Array<u32>, count: u32, names: &Array<u32>, names_end: u32,
        arcs: &Array<u32>);
    fn reorder(
        order: &Array<u32>,
        count: u32,
        ends: &Array<u32>,
        keys: &Array<u32>,
        ids: &Array<u32>,
        new_ends: &Array<u32>,
        new_keys: &Array<u32>,
        new_ids: &Array<u32>,
    );
}

/// Arcs of a graph of `nodes` nodes: two per edge that is no self-loop.
pub(crate) struct Arcs {
    pub(crate) nodes: usize,
    pub(crate) count: usize,
    pub(crate) starts: Array<u32>,
    pub(crate) ends: Array<u32>,
    pub(crate) keys: Array<u32>,
    /// Ids of the edges.
    pub(crate) ids: Array<u32>,
}

/// Returns an error if there are more arcs than the kernels can number, or than this GPU can sort.
pub(crate) fn check_arcs(gpu: &Gpu, edges: usize) -> Result<()> {
    check_sort(gpu, "edges", edges, 2)
}

impl Arcs {
    /// Returns the bytes of device memory at the peak, which is when arcs are renamed: the sort of their
    /// starts, and ends, keys and ids. The arcs of the input take less.
    pub(crate) fn bytes(gpu: &Gpu, edges: usize) -> usize {
        sort_bytes(gpu, 2 * edges) + 3 * bytes_of::<u32>(2 * edges)
    }

    /// Returns the bytes of the input's arcs: the sort, or starts, order, ends, keys and ids.
    pub(crate) fn bytes_of_input(gpu: &Gpu, edges: usize) -> usize {
        sort_bytes(gpu, 2 * edges)
    }

    /// Returns the arcs of the input. Copies their number to the host.
    pub(crate) fn new(gpu: &Gpu, input: &Input, nodes: usize) -> Result<Self> {
        let kernels = gpu.kernels::<Kernels>()?;
        let all = 2 * input.len();
        let (starts, found) = (gpu.array(all)?, gpu.zeroed(1)?);
        kernels.starts_of(gpu.over(input.len(), 1), input, nodes as u32, &starts, &found)?;
        let Pairs { keys: starts, values } =
            sort(gpu, Pairs { keys: starts, values: None }, all, 0..bits_of(nodes))?;
        let order = values.expect("a sort leaves values");
        let count = gpu.one(&found)? as usize;
        let (ends, keys, ids) = (gpu.array(count)?, gpu.array(count)?, gpu.array(count)?);
        kernels.arcs_of_input(gpu.over(count, 1), input, &order, count as u32, &ends, &keys, &ids)?;
        Ok(Self { nodes, count, starts, ends, keys, ids })
    }

    /// Returns the arcs of live edges; those of a vertex stand in the order of the edges.
    pub(crate) fn of_live(gpu: &Gpu, live: &Live) -> Result<Self> {
        let kernels = gpu.kernels::<Kernels>()?;
        let (nodes, count) = (live.vertices, 2 * live.count);
        let starts = gpu.array(count)?;
        kernels.starts_of_live(gpu.over(live.count, 1), live, live.count as u32, &starts)?;
        let Pairs { keys: starts, values } =
            sort(gpu, Pairs { keys: starts, values: None }, count, 0..bits_of(nodes - 1))?;
        let order = values.expect("a sort leaves values");
        let (ends, keys, ids) = (gpu.array(count)?, gpu.array(count)?, gpu.array(count)?);
        kernels.arcs_of_live(gpu.over(count, 1), live, &order, count as u32, &ends, &keys, &ids)?;
        Ok(Self { nodes, count, starts, ends, keys, ids })
    }

    /// Returns the position of each node's first arc, and the end of the last arcs. Every node must have an
    /// arc.
    pub(crate) fn firsts(&self, gpu: &Gpu) -> Result<Array<u32>> {
        let firsts = gpu.array(self.nodes + 1)?;
        let (count, nodes) = (self.count as u32, self.nodes as u32);
        gpu.kernels::<Kernels>()?.firsts_of(gpu.over(self.count, 1), &self.starts, count, nodes, &firsts)?;
        Ok(firsts)
    }

    /// Returns one byte per arc: 1 if it is the first of its start.
    pub(crate) fn heads(&self, gpu: &Gpu) -> Result<Array<u8>> {
        let heads = gpu.array(self.count)?;
        gpu.kernels::<Kernels>()?.heads_of(
            gpu.over(self.count, 1),
            &self.starts,
            self.count as u32,
            &heads,
        )?;
        Ok(heads)
    }

    /// Returns the arcs between `nodes` nodes that have these names. Copies their number to the host.
    pub(crate) fn renamed(self, gpu: &Gpu, names: &Array<u32>, nodes: usize) -> Result<Self> {
        let kernels = gpu.kernels::<Kernels>()?;
        let Self { count: all, starts, ends, keys, ids, .. } = self;
        let found = gpu.zeroed(1)?;
        kernels.rename_arcs(gpu.over(all, 1), &starts, &ends, all as u32, names, nodes as u32, &found)?;
        let Pairs { keys: starts, values } =
            sort(gpu, Pairs { keys: starts, values: None }, all, 0..bits_of(nodes))?;
        let order = values.expect("a sort leaves values");
        let count = gpu.one(&found)? as usize;
        let new = Self {
            nodes,
            count,
            starts,
            ends: gpu.array(count)?,
            keys: gpu.array(count)?,
            ids: gpu.array(count)?,
        };
        kernels.reorder(
            gpu.over(count, 1),
            &order,
            count as u32,
            &ends,
            &keys,
            &ids,
            &new.ends,
            &new.keys,
            &new.ids,
        )?;
        Ok(new)
    }
}

#[cfg(test)]
mod tests {
    use boscage_core::graph::{EdgeList, Objective};

    use super::*;
    use crate::emulated::{Numbers, on_every_gpu};
    use crate::timer::Timer;

    /// An arc: start, end, key, id.
    type Arc = (u32, u32, u32, u32);

    /// An edge: its ends, its weight.
    type Triple = (u32, u32, u32);

    fn all_of(gpu: &Gpu, arcs: &Arcs) -> Vec<Arc> {
        let [starts, ends, keys, ids] =
            [&arcs.starts, &arcs.ends, &arcs.keys, &arcs.ids].map(|array| gpu.download(array).unwrap());
        (0..arcs.count).map(|i| (starts[i], ends[i], keys[i], ids[i])).collect()
    }

    fn sorted(mut arcs: Vec<Arc>) -> Vec<Arc> {
        arcs.retain(|(start, end, ..)| start != end);
        arcs.sort_by_key(|(start, ..)| *start);
        arcs
    }

    /// Multigraphs with loops and nodes without edges: one node, two, as many as there are edges, few, many.
    /// Some have nothing but loops.
    fn graphs(edges: usize, numbers: &mut Numbers) -> Vec<(usize, Vec<Triple>)> {
        let mut of = |nodes: usize, reach: usize| {
            let edge = |n: &mut Numbers| {
                let u = n.below(nodes);
                let v = (u + n.below(reach)) % nodes;
                (u as u32, v as u32, n.next() as u32)
            };
            (nodes, numbers.vec(edges, edge))
        };
        vec![of(1, 1), of(2, 2), of(edges, edges), of(10, 3), of(300, 1), of(70_000, 70_000)]
    }

    #[test]
    fn arcs_are_those_of_the_input_and_follow_their_new_names() {
        on_every_gpu(|gpu, numbers| {
            for edges in [1, 33, 128, 700] {
                for (nodes, triples) in graphs(edges, numbers) {
                    let context = format!("{nodes} nodes, {edges} edges");
                    let list = EdgeList::from_triples(nodes, triples.iter().copied()).unwrap();
                    let mut timer = Timer::start(gpu).unwrap();
                    let input = Input::upload(gpu, &mut timer, list.as_view(), Objective::Minimum).unwrap();
                    let arcs = Arcs::new(gpu, &input, nodes).unwrap();
                    let both = |(&(u, v, key), id): (&Triple, u32)| [(u, v, key, id), (v, u, key, id)];
                    let expected = sorted(triples.iter().zip(0..).flat_map(both).collect());
                    assert!(all_of(gpu, &arcs) == expected, "{context}");
                    assert_eq!((arcs.nodes, arcs.count), (nodes, expected.len()), "{context}");

                    let heads = arcs.heads(gpu).unwrap();
                    let is_head = |i: usize| u8::from(i == 0 || expected[i].0 != expected[i - 1].0);
                    let heads_expected: Vec<u8> = (0..expected.len()).map(is_head).collect();
                    assert!(gpu.download(&heads).unwrap() == heads_expected, "heads, {context}");

                    // Into a third as many nodes, or into one.
                    let fewer = if numbers.below(5) == 0 { 1 } else { nodes.div_ceil(3) };
                    let names = numbers.vec(nodes, |n| n.below(fewer) as u32);
                    let name = |&(u, v, key, id): &Arc| (names[u as usize], names[v as usize], key, id);
                    let expected = sorted(expected.iter().map(name).collect());
                    let renamed = arcs.renamed(gpu, &gpu.upload(&names).unwrap(), fewer).unwrap();
                    assert!(all_of(gpu, &renamed) == expected, "renamed, {context}");
                    assert_eq!((renamed.nodes, renamed.count), (fewer, expected.len()), "renamed, {context}");
                }
            }
        });
    }
}
