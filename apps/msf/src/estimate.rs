//! `msf GRAPH --estimate`: the memory that each operator needs for a graph.

use boscage::exec::Exec;
use boscage::io::{Admit, Opened, Prospect, ReadOptions};
use boscage::memory;
use boscage::operators::msf;
use boscage_measuring::failure::Failure;
use boscage_programs::needs::{Estimates, foresee};
use boscage_programs::progress::Bar;
use boscage_programs::show::print;

use crate::backend::Operator;
use crate::needs::{Needs, size};
use crate::plan::EstimatePlan;
use crate::{start, streamed};

pub(crate) fn run(plan: EstimatePlan) -> Result<(), Failure> {
    let bar = if plan.quiet { Bar::none() } else { Bar::reading(&plan.graph) };
    let token = start::end_on_signal(&bar);
    let opened = Opened::new(&plan.graph)?;
    let _gpu = plan.backend.open()?;
    let exec = start::threads(plan.threads, &token, &bar)?;
    bar.reads(&plan.graph, opened.progress());
    let estimates = estimates(&exec, opened, plan.read);
    bar.clear();
    let estimates = estimates?;
    Ok(print(if plan.as_json { estimates.json() } else { estimates.text() })?)
}

/// Reads the graph until its size is known.
fn estimates(exec: &Exec, opened: Opened, read: ReadOptions) -> boscage::Result<Estimates> {
    let threads = exec.threads();
    let needs = Needs { threads, ..Needs::default() };
    foresee(
        move |seen| needs.phases(seen).admit(seen.path),
        move |seen| of_operators(seen, threads),
        |ask| {
            let admit = Some(Admit::new(move |seen| ask(seen)));
            opened.read(exec, &ReadOptions { admit, ..read })
        },
    )
}

/// Returns the memory of each operator, and of a proof.
fn of_operators(seen: &Prospect<'_>, threads: usize) -> Estimates {
    let phases = |operators, proof| Needs { operators, proof, threads, ..Needs::default() }.phases(seen);
    let size = size(seen.nodes, seen.edges, seen.weight_bytes, threads);
    let row = |operator: &'static dyn msf::Operator| {
        let run = phases(vec![Operator::Cpu(operator)], false);
        (operator.name(), operator.memory(&size), run.peak())
    };
    let reading = phases(Vec::new(), false);
    Estimates {
        path: seen.path.to_owned(),
        nodes: size.nodes,
        edges: size.edges,
        weight_bytes: size.weight_bytes,
        threads: size.threads,
        ranks: None,
        reading: reading.peak(),
        graph: reading.graph(),
        operators: msf::operators().map(row).collect(),
        proof: phases(Vec::new(), true).peak(),
        stream: Some(streamed::peaks(&size)),
        available: memory::available(),
    }
}
