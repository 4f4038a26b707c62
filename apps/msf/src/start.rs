//! Begin of every command: a bar, handling of signals, threads.

use boscage::Result;
use boscage::exec::{CancelToken, Exec};
use boscage_programs::interrupt;
use boscage_programs::progress::Bar;
use boscage_programs::show::{counted, say};

/// Ends the process on a signal, after removing the bar; the token cancels everything that runs until then.
pub(crate) fn end_on_signal(bar: &Bar) -> CancelToken {
    let (token, bar) = (CancelToken::new(), bar.clone());
    interrupt::watch("msf", token.clone(), move || bar.clear());
    token
}

/// Starts this number of threads, or as many as the process may use; the bar shows their rounds.
pub(crate) fn threads(number: Option<usize>, token: &CancelToken, bar: &Bar) -> Result<Exec> {
    warn_of_threads(number);
    let bar = bar.clone();
    let exec = number.map_or_else(Exec::available, Exec::new)?.started()?;
    let exec = exec.with_kept_rounds(usize::MAX); // for `--parallelism` and `--report`
    Ok(exec.with_token(token.clone()).with_progress(move |progress| bar.round(progress)))
}

/// Warns if there are far more threads than processors.
pub(crate) fn warn_of_threads(most: Option<usize>) {
    let processors = Exec::processors();
    if let Some(threads) = most.filter(|&threads| threads > 4 * processors) {
        let of = counted(processors, "processor", "processors");
        say(&format!(
            "msf: warning: {threads} threads on {of}: more than four per processor slow each other down"
        ));
    }
}
