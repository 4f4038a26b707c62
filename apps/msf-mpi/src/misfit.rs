//! A launcher of one MPI, and a program that was built for another: each process believes that it is alone,
//! and all of them would write the same output.

use std::env;

/// The variables in which launchers say how many processes they have started, and which this one is: Open
/// MPI, MPICH and its relatives, Slurm.
const VARIABLES: [[&str; 2]; 3] = [
    ["OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"],
    ["PMI_SIZE", "PMI_RANK"],
    ["SLURM_STEP_NUM_TASKS", "SLURM_PROCID"],
];

/// A launcher that has started more processes than MPI knows of.
pub(crate) struct Misfit {
    /// Number of processes that it has started.
    pub(crate) processes: usize,
    /// This is the first of them.
    pub(crate) is_first: bool,
}

/// The launcher, if it does not fit the number of ranks that MPI knows of.
pub(crate) fn of(ranks: usize) -> Option<Misfit> {
    let number = |name: &str| env::var(name).ok().and_then(|value| value.parse::<usize>().ok());
    let of = |[size, rank]: [&str; 2]| {
        let processes = number(size).filter(|&processes| processes > 1)?;
        Some(Misfit { processes, is_first: number(rank).unwrap_or(0) == 0 })
    };
    VARIABLES.into_iter().find_map(of).filter(|_| ranks == 1)
}
