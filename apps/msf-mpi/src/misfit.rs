//! The launcher of one MPI with a program built for another: each process sees itself as the only one, and
//! all of them would write the same output.

use std::env;

/// Variables of launchers with the number of processes and the rank of this one: Open MPI, MPICH and its
/// relatives, Slurm.
const VARIABLES: [[&str; 2]; 3] = [
    ["OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"],
    ["PMI_SIZE", "PMI_RANK"],
    ["SLURM_STEP_NUM_TASKS", "SLURM_PROCID"],
];

/// A launcher that has started more processes than MPI knows of.
pub(crate) struct Misfit {
    /// Number of started processes.
    pub(crate) processes: usize,
    /// This process is the first of them.
    pub(crate) is_first: bool,
}

/// Returns the launcher, if it has started more processes than there are ranks.
pub(crate) fn of(ranks: usize) -> Option<Misfit> {
    let number = |name: &str| env::var(name).ok().and_then(|value| value.parse::<usize>().ok());
    let of = |[size, rank]: [&str; 2]| {
        let processes = number(size).filter(|&processes| processes > 1)?;
        Some(Misfit { processes, is_first: number(rank).unwrap_or(0) == 0 })
    };
    VARIABLES.into_iter().find_map(of).filter(|_| ranks == 1)
}
