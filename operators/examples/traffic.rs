//! Traffic of operators over ranks, as threads: `traffic RANKS NODES EDGES`.

use boscage::comm::{Comm, Part, Reduction, run_with};
use boscage::exec::Exec;
use boscage::generate::Gnm;
use boscage::graph::{EdgeList, Objective};
use boscage_operators::msf::ranks::{SparseDirectory, sparse_directory};

fn main() -> boscage::Result<()> {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let (ranks, nodes, edges) = (numbers[0], numbers[1], numbers[2]);
    let exec = Exec::new(1)?;
    let recipe = Gnm { nodes, edges, ..Gnm::default() }.recipe()?;
    let traffic = run_with(ranks, |transport| {
        let comm = Comm::new(transport);
        let own = |rank: usize| edges * rank / ranks;
        let mut block = Vec::new();
        recipe.append(own(comm.rank())..own(comm.rank() + 1), &mut block);
        let part = Part::new(&exec, EdgeList::new(nodes, block)?, own(comm.rank()) as u64)?;
        sparse_directory(&exec, &comm, &part, Objective::Minimum, SparseDirectory::default())?;
        let traffic = comm.take_traffic();
        comm.reduced(0, Reduction::Sum)?;
        Ok(traffic)
    })?;
    let mb = |words: u64| words as f64 * 8e-6;
    for (i, step) in traffic[0].steps.iter().enumerate() {
        let words = traffic.iter().map(|one| one.steps.get(i).map_or(0, |step| step.words)).max();
        println!(
            "{:14} {:6} calls {:9.3} MB {:6} messages",
            step.step,
            step.calls,
            mb(words.unwrap()),
            step.messages
        );
    }
    let most = traffic.iter().map(|one| one.words()).max().unwrap();
    let direct =
        |one: &boscage::comm::Traffic| one.steps.iter().map(|step| step.words - step.words_passed_on).sum();
    let direct: u64 = traffic.iter().map(direct).max().unwrap();
    println!("{ranks} ranks: {:.2} MB, {:.2} before the second hop", mb(most), mb(direct));
    Ok(())
}
