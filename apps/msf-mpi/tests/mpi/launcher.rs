//! Runs the program under `mpirun`: that of the variable `MPIRUN`, or the first in the path. It must belong
//! to the MPI that the program was built for. Without one, the tests print that and are skipped.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Time after which a run counts as hanging.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Result of a run.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The exit code of `mpirun`; -1 if a signal has ended it.
    pub(crate) code: i32,
    /// Duration of the run.
    pub(crate) time: Duration,
    /// The standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// `mpirun`, and its arguments before those of a test.
pub(crate) struct Launcher {
    pub(crate) program: String,
    arguments: &'static [&'static str],
    /// `Open MPI` or `MPICH`.
    pub(crate) name: &'static str,
}

/// Waiting ranks poll, so one run at a time.
static TURN: Mutex<()> = Mutex::new(());

impl Launcher {
    /// The launcher, if there is one.
    pub(crate) fn new() -> Option<Self> {
        let program = std::env::var("MPIRUN").unwrap_or_else(|_| "mpirun".to_owned());
        let Ok(version) = Command::new(&program).arg("--version").output() else {
            eprintln!("skipped: there is no {program}");
            return None;
        };
        let is_open_mpi = String::from_utf8_lossy(&version.stdout).contains("Open MPI");
        let (name, arguments): (_, &[&str]) =
            if is_open_mpi { ("Open MPI", &["--oversubscribe"]) } else { ("MPICH", &[]) };
        Some(Self { program, arguments, name })
    }

    /// Runs the program on some ranks.
    pub(crate) fn run(&self, ranks: usize, arguments: &[&str]) -> Ended {
        self.run_with(&[(ranks, arguments)], "", PATIENCE, |_| {})
    }

    /// Runs groups of ranks with arguments of their own, with a planted fault. Fails if it takes longer than
    /// `patience`. Calls `meanwhile` with the process id of `mpirun` once the run has begun.
    pub(crate) fn run_with(
        &self,
        groups: &[(usize, &[&str])],
        fault: &str,
        patience: Duration,
        meanwhile: impl FnOnce(u32),
    ) -> Ended {
        let mut command = Command::new(&self.program);
        command.args(self.arguments);
        for (at, (ranks, arguments)) in groups.iter().enumerate() {
            command.args((at > 0).then_some(":")).args(["-n", &ranks.to_string()]);
            command.arg(env!("CARGO_BIN_EXE_msf-mpi")).args(*arguments);
        }
        command.env("BOSCAGE_MPI_FAULT", fault);
        Self::wait_for(command, patience, meanwhile)
    }

    /// Runs a command that launches, as above.
    pub(crate) fn wait_for(mut command: Command, patience: Duration, meanwhile: impl FnOnce(u32)) -> Ended {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::tempdir().unwrap();
        let [out, err] = ["out", "err"].map(|name| folder.path().join(name));
        command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        command.stdin(Stdio::null());
        command.stdout(File::create(&out).unwrap()).stderr(File::create(&err).unwrap());
        let begin = Instant::now();
        let mut mpirun = command.spawn().unwrap();
        meanwhile(mpirun.id());
        let text = |path: &Path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        let status = loop {
            if let Some(status) = mpirun.try_wait().unwrap() {
                break status;
            }
            if begin.elapsed() > patience {
                mpirun.kill().unwrap();
                mpirun.wait().unwrap();
                panic!("{command:?}: still running after {patience:?}: {}{}", text(&out), text(&err));
            }
            sleep(Duration::from_millis(5));
        };
        let code = status.code().unwrap_or(-1);
        Ended { code, time: begin.elapsed(), out: text(&out), err: text(&err) }
    }
}
