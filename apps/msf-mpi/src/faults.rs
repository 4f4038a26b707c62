//! The end of a rank that fails in a way that no operator can handle.
//!
//! | fault | what happens |
//! |---|---|
//! | a panic | the panic hook prints the place, and `MPI_Abort` ends all ranks |
//! | a rank that dies | `mpirun` sees it, and ends the others |
//! | a rank that hangs, a cut cable | nothing, unless `--comm-timeout` is given: then the watchdog |
//! | SIGINT, SIGTERM, SIGHUP | the rank ends at once; unfinished outputs are removed |
//!
//! A panic must not simply unwind: the destructor of MPI waits for all ranks, and those wait for this one.
//!
//! The watchdog is a thread. It checks the time when the main thread entered MPI, and ends the process if
//! that was too long ago. It does so without destructors, and without a call into MPI, which may be stuck.

use std::any::Any;
use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use boscage::io::Output;
use boscage_programs::failure::FAILED;
use boscage_programs::interrupt;
use boscage_programs::show::{print_on_stderr, say, time};
use mpi::topology::SimpleCommunicator;
use mpi::traits::Communicator;

/// Exit code after a panic, like Rust's own.
pub(crate) const PANICKED: i32 = 101;

/// Rank of this process.
struct Identity {
    rank: usize,
    host: String,
    start: Instant,
    main: ThreadId,
}

static IDENTITY: OnceLock<Identity> = OnceLock::new();

/// The step of the operator, and its round; no step before the first.
static PLACE: Mutex<(&str, u64)> = Mutex::new(("", 0));

/// Time when the main thread entered MPI: milliseconds after the start, plus 1. 0 if it is not in MPI.
static ENTERED: AtomicU64 = AtomicU64::new(0);

/// Sets the rank for messages, and the panic hook. Called on the main thread.
pub(crate) fn prepare(rank: usize, host: String) {
    let identity = Identity { rank, host, start: Instant::now(), main: thread::current().id() };
    assert!(IDENTITY.set(identity).is_ok(), "one rank a process");
    std::panic::set_hook(Box::new(on_panic));
}

/// Stores the step of the operator.
pub(crate) fn locate(step: &'static str, round: u64) {
    *PLACE.lock().unwrap_or_else(PoisonError::into_inner) = (step, round);
    #[cfg(feature = "faults")]
    crate::planted::at(step, round);
}

/// Calls into MPI while the watchdog measures the time.
pub(crate) fn in_mpi<R>(call: impl FnOnce() -> R) -> R {
    ENTERED.store(now() + 1, Ordering::Relaxed);
    let result = call();
    ENTERED.store(0, Ordering::Relaxed);
    result
}

/// Returns the milliseconds since the start.
fn now() -> u64 {
    IDENTITY.get().map_or(0, |identity| identity.start.elapsed().as_millis() as u64)
}

/// Returns `rank 3 on node7`.
fn this_rank() -> String {
    IDENTITY.get().map_or_else(String::new, |Identity { rank, host, .. }| format!("rank {rank} on {host}"))
}

/// Returns `step relabel, round 4`.
fn place() -> String {
    match *PLACE.lock().unwrap_or_else(PoisonError::into_inner) {
        ("", _) => "before the first step".to_owned(),
        (step, round) => format!("step {step}, round {round}"),
    }
}

/// Prints a message of this rank to stderr, in one call, because several ranks may print at the same time.
pub(crate) fn say_here(what: &str) {
    // If stderr is lost, the exit code remains.
    let _ = print_on_stderr(format!("msf-mpi: {}: {what}\n", this_rank()));
}

/// Time for the launcher to read the messages of a rank before it ends. The launcher of MPICH drops the rest.
const READING: Duration = Duration::from_millis(200);

/// Ends all ranks.
pub(crate) fn abort(code: i32) -> ! {
    Output::discard_all();
    thread::sleep(READING);
    SimpleCommunicator::world().abort(code)
}

fn on_panic(panic: &PanicHookInfo<'_>) {
    let at = panic.location().map_or_else(String::new, |at| format!(" ({at})"));
    say_here(&format!("panicked: {}, {}{at}", words(panic.payload()), place()));
    // Only the main thread may call MPI. It receives the panics of others when it waits for them: see
    // main.rs.
    if IDENTITY.get().is_some_and(|identity| identity.main == thread::current().id()) {
        abort(PANICKED);
    }
}

/// Returns the message of a panic, on one line.
fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    boscage::on_one_line(text.unwrap_or("without a message"))
}

/// Ends the process if a call into MPI takes longer than this.
pub(crate) fn watch(most: Duration) -> std::io::Result<()> {
    let look = move || loop {
        thread::sleep((most / 8).clamp(Duration::from_millis(5), Duration::from_secs(1)));
        let entered = ENTERED.load(Ordering::Relaxed);
        let waited = Duration::from_millis((now() + 1).saturating_sub(entered));
        if entered > 0 && waited > most {
            let waited = time(waited.as_secs_f64());
            say_here(&format!("no answer from other ranks for {waited} (--comm-timeout), {}", place()));
            thread::sleep(READING);
            end(FAILED.into());
        }
    };
    thread::Builder::new().name("watchdog".to_owned()).spawn(look).map(drop)
}

/// Ends the process on signals that ask for it. The launcher passes them to all ranks, so only one prints a
/// message, and only for those from the keyboard: other signals mostly come from the launcher, after another
/// rank's end.
pub(crate) fn watch_signals() {
    interrupt::handle(|| {
        let code = interrupt::code();
        if code == 128 + 2 && IDENTITY.get().is_some_and(|identity| identity.rank == 0) {
            say("msf-mpi: cancelled");
        }
        end(code.into());
    });
}

/// Ends the process, without a call into MPI and without destructors, which might wait for others.
fn end(code: i32) -> ! {
    Output::discard_all();
    signal_hook::low_level::exit(code)
}
