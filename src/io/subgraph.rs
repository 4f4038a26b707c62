//! Parts of a graph that was read, with names and data.

use crate::{Input, Names, Strings};
use boscage_core::bits::Bits;
use boscage_core::graph::{AnyEdgeList, Edge, EdgeData, EdgeId, EdgeList, Node, Weight};
use boscage_core::{Result, memory, with_edge_list, with_weighted_list};

/// The name of the memory in errors.
const WHAT: &str = "the nodes and edges that are kept";

impl Input {
    /// Keeps the edges for which `keep` returns `true`, in their order, with their data. All nodes stay.
    ///
    /// # Memory
    /// A bit per edge.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory); then nothing has changed.
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::io::{self, ReadOptions};
    ///
    /// let text = b"from,to,km,id\nBonn,Oslo,1090,A7\nOslo,Rome,2000,A9\n";
    /// let mut input = io::read_bytes(&Exec::new(1)?, "roads.csv", text, &ReadOptions::default())?;
    /// let id = input.attributes.columns[0].values.clone();
    /// input.retain_edges(|edge| id.shown(edge) == "A9")?;
    /// assert_eq!((input.list.node_count(), input.list.edge_count()), (3, 1));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn retain_edges(&mut self, mut keep: impl FnMut(EdgeId) -> bool) -> Result<()> {
        let count = self.list.edge_count();
        let mut kept = Bits::new(WHAT, count)?;
        (0..count).filter(|&edge| keep(EdgeId::new(edge))).for_each(|edge| kept.insert(edge));
        let list = std::mem::replace(&mut self.list, AnyEdgeList::from(EdgeList::<()>::with_nodes(0)?));
        self.attributes.keep(&kept);
        self.list = with_edge_list!(list, list => AnyEdgeList::from(retained(list, &kept)));
        Ok(())
    }

    /// Keeps the nodes for which `keep` returns `true`, and the edges between them, with their names and
    /// data: the induced subgraph. Nodes and edges are numbered again, in their order.
    ///
    /// # Memory
    /// 4 bytes per node, two bits per edge, and the names of the nodes that are kept.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory); then the graph must not be used.
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::io::{self, ReadOptions};
    ///
    /// let mut input = io::read_bytes(&Exec::new(1)?, "g", b"5 6\n6 8\n8 5\n", &ReadOptions::default())?;
    /// let names = input.names.clone();
    /// input.retain_nodes(|node| names.name(node) != 6)?;
    /// assert_eq!((input.list.node_count(), input.list.edge_count()), (2, 1));
    /// assert_eq!(input.names.name(1), 8);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn retain_nodes(&mut self, mut keep: impl FnMut(Node) -> bool) -> Result<()> {
        let nodes = self.list.node_count();
        // The new number of each node that is kept.
        let mut numbers = memory::filled(WHAT, nodes, None::<Node>)?;
        let mut count = 0;
        for (node, number) in numbers.iter_mut().enumerate() {
            if keep(Node::new(node)) {
                *number = Some(Node::new(count));
                count += 1;
            }
        }
        let names = names(&self.names, &numbers)?;
        if let Some(coordinates) = &mut self.attributes.coordinates {
            let mut kept = numbers.iter().map(Option::is_some);
            coordinates.retain(|_| kept.next().unwrap_or_default());
        }
        let number = |node: Node| numbers[node.index()];
        let mut edges = Bits::new(WHAT, self.list.edge_count())?;
        with_edge_list!(&self.list, list => {
            let is_kept = |edge: &Edge<_>| number(edge.u).and(number(edge.v)).is_some();
            let kept = list.edges().iter().enumerate().filter(|(_, edge)| is_kept(edge));
            kept.for_each(|(at, _)| edges.insert(at));
        });
        self.retain_edges(|edge| edges.contains(edge.index()))?;
        let list = std::mem::replace(&mut self.list, AnyEdgeList::from(EdgeList::<()>::with_nodes(0)?));
        self.list = with_edge_list!(list, list => {
            let mut edges = list.into_edges();
            for edge in &mut edges {
                (edge.u, edge.v) = number(edge.u).zip(number(edge.v)).unwrap_or((edge.u, edge.v));
            }
            AnyEdgeList::from(EdgeList::from_checked(count, edges))
        });
        self.names = names;
        Ok(())
    }

    /// Drops edges with negative weights, and returns their number.
    pub(crate) fn drop_negative(&mut self) -> Result<u64> {
        let before = self.list.edge_count();
        let negative = with_weighted_list!(&self.list, list => negative(list));
        if let Ok(negative) = negative {
            let negative = negative?;
            self.retain_edges(|edge| !negative.contains(edge.index()))?;
        }
        Ok((before - self.list.edge_count()) as u64)
    }
}

/// The edges whose weights are negative.
fn negative<W: Weight>(list: &EdgeList<W>) -> Result<Bits> {
    let mut bits = Bits::new(WHAT, list.edge_count())?;
    let weights = list.edges().iter().map(|edge| edge.weight);
    weights.enumerate().filter(|(_, weight)| weight.to_f64() < 0.0).for_each(|(at, _)| bits.insert(at));
    Ok(bits)
}

/// The edges in a set, in their order.
fn retained<E: EdgeData>(list: EdgeList<E>, kept: &Bits) -> EdgeList<E> {
    let nodes = list.node_count();
    let (mut edges, mut at) = (list.into_edges(), 0..);
    edges.retain(|_| kept.contains(at.next().unwrap_or_default()));
    EdgeList::from_checked(nodes, edges)
}

/// The names of the nodes that have new numbers.
fn names(names: &Names, numbers: &[Option<Node>]) -> Result<Names> {
    let kept = || (0..numbers.len()).filter(|&node| numbers[node].is_some());
    if let Names::Text(texts) = names {
        let mut strings = Strings::default();
        kept().try_for_each(|node| strings.push(texts.get(node)))?;
        return Ok(Names::Text(strings));
    }
    let number = |node: usize| names.number(Node::new(node));
    let mut listed = memory::reserve(WHAT, kept().count())?;
    listed.extend(kept().map(number));
    let first = listed.first().copied().unwrap_or_default();
    let has_gaps = listed.iter().zip(0..).any(|(&name, i)| name - first != i);
    Ok(if has_gaps { Names::Listed(listed) } else { Names::Offset(first) })
}

#[cfg(test)]
mod tests {
    use boscage_core::exec::Exec;

    use super::*;
    use crate::{ReadOptions, Remark, read_bytes};

    fn read(text: &str, drop_negative: bool) -> Input {
        let options = ReadOptions { drop_negative, ..ReadOptions::default() };
        read_bytes(&Exec::new(2).unwrap(), "g", text.as_bytes(), &options).unwrap()
    }

    /// The names of the ends and the data of each edge.
    fn edges(input: &Input) -> Vec<String> {
        let edge = |at: usize, edge: Edge<()>| {
            let data = input.attributes.columns.iter().map(|column| column.values.shown(EdgeId::new(at)));
            let data: String = data.map(|data| format!(" {data}")).collect();
            format!("{} {}{data}", input.names.name(edge.u), input.names.name(edge.v))
        };
        let list = input.edges::<()>(&Exec::new(1).unwrap()).unwrap();
        list.edges().iter().enumerate().map(|(at, &one)| edge(at, one)).collect()
    }

    #[test]
    fn nodes_are_kept_with_names_edges_and_data() {
        let text = "from,to,km,id\na,b,1,7\nb,c,2,8\nc,c,3,9\na,c,4,x\n";
        let mut input = read(text, false);
        input.attributes.coordinates = Some(vec![[1.0; 2], [2.0; 2], [3.0; 2]]);
        input.retain_nodes(|node| node.index() != 1).unwrap();
        assert_eq!(edges(&input), ["c c 9", "a c x"]);
        assert_eq!(input.attributes.coordinates, Some(vec![[1.0; 2], [3.0; 2]]));
        input.retain_nodes(|_| false).unwrap();
        assert_eq!((input.list.node_count(), edges(&input).len()), (0, 0));
    }

    #[test]
    fn numbers_stay_names() {
        let mut input = read("5 6\n6 8\n8 9\n", false);
        input.retain_nodes(|node| node.index() > 1).unwrap();
        assert_eq!((edges(&input), &input.names), (vec!["8 9".to_owned()], &Names::Offset(8)));
        let mut input = read("1 2\n2 3\n3 1\n", false);
        input.retain_nodes(|node| node.index() != 1).unwrap();
        assert_eq!((edges(&input), &input.names), (vec!["3 1".to_owned()], &Names::Listed(vec![1, 3])));
    }

    #[test]
    fn negative_weights_are_dropped_in_any_format() {
        let text = "p sp 4 3\na 1 2 -5\na 2 3 0\na 3 4 -0.5\n";
        let input = read(text, true);
        assert_eq!(edges(&input), ["2 3"]);
        assert_eq!(
            (input.list.node_count(), &*input.remarks),
            (4, &[Remark::NegativeWeights { count: 2 }][..])
        );
        assert_eq!(edges(&read(text, false)).len(), 3);
        assert_eq!(edges(&read("1 2\n", true)), ["1 2"]);
    }
}
