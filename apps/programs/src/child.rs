//! Runs other programs, one at a time.
//!
//! A program has its own process group, so that it is ended together with all processes that it has started
//! and that are still in the group: after the time limit, on cancellation, or when a signal ends this
//! process.

use std::io::{self, Read};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::interrupt;

/// Largest number of bytes kept per output; the rest is read and dropped.
const MOST: u64 = 1 << 24;

/// Interval of checks for the time limit and for cancellation.
const TICK: Duration = Duration::from_millis(50);

/// Interval of checks for the end of a program that has closed its outputs.
const SHORT: Duration = Duration::from_millis(1);

/// The program that is running now, if any.
static RUNNING: Mutex<Option<Child>> = Mutex::new(None);

fn running() -> MutexGuard<'static, Option<Child>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the running program.
pub(crate) fn end_running() {
    if let Some(child) = running().as_mut() {
        kill(child);
    }
}

/// Runs a program to its end, without standard input, and returns the first 16 MiB of each of its outputs.
///
/// # Errors
/// Errors of starting it; [`io::ErrorKind::TimedOut`] if it runs longer than `limit`;
/// [`io::ErrorKind::Interrupted`] if `is_cancelled` returns `true` or a signal ends this process. In the last
/// two cases the program has been ended.
pub fn output(
    command: &mut Command,
    limit: Option<Duration>,
    is_cancelled: impl Fn() -> bool,
) -> io::Result<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut running_now = running();
    if interrupt::has_come() {
        return Err(io::ErrorKind::Interrupted.into()); // nothing would end the program
    }
    let start = Instant::now();
    let mut child = command.spawn()?;
    let (sender, texts) = mpsc::channel();
    read(Stream::Out, child.stdout.take().expect("there is a pipe"), sender.clone());
    read(Stream::Err, child.stderr.take().expect("there is a pipe"), sender);
    *running_now = Some(child);
    drop(running_now);

    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = loop {
        match texts.recv_timeout(TICK) {
            Ok((Stream::Out, text)) => stdout = text,
            Ok((Stream::Err, text)) => stderr = text,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let status = running().as_mut().map_or(Ok(None), Child::try_wait);
                match status.transpose() {
                    Some(status) => break status,
                    None => thread::sleep(SHORT),
                }
            }
        }
        if is_cancelled() {
            break Err(io::ErrorKind::Interrupted.into());
        }
        if let Some(limit) = limit.filter(|&limit| start.elapsed() > limit) {
            let what = format!("it did not end within {limit:?}");
            break Err(io::Error::new(io::ErrorKind::TimedOut, what));
        }
    };
    let mut child = running().take().expect("it stays there until it is waited for");
    if status.is_err() {
        kill(&mut child);
    }
    child.wait()?;
    Ok(Output { status: status?, stdout, stderr })
}

/// An output of a program.
#[derive(Clone, Copy)]
enum Stream {
    Out,
    Err,
}

/// Reads a pipe to its end, on its own thread: processes that the program has started may keep the pipe open
/// for very long.
fn read(stream: Stream, mut pipe: impl Read + Send + 'static, sender: Sender<(Stream, Vec<u8>)>) {
    thread::spawn(move || {
        let mut text = Vec::new();
        // An output that cannot be read to its end counts as a short one.
        let _ = pipe.by_ref().take(MOST).read_to_end(&mut text);
        let _ = io::copy(&mut pipe, &mut io::sink());
        let _ = sender.send((stream, text)); // the receiver may be gone
    });
}

/// Ends a program that has not been waited for, and all processes that it has started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let _ = group.map(|group| kill_process_group(group, Signal::KILL)); // it may have ended by itself
    }
    let _ = child.kill();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// One test: one program runs at a time.
    #[test]
    fn programs_end_by_themselves_or_are_ended_with_what_they_have_started() {
        let shell = |script: &str, limit: Option<u64>, is_cancelled: bool| {
            let limit = limit.map(Duration::from_millis);
            output(Command::new("sh").args(["-c", script]), limit, || is_cancelled)
        };
        let ended = shell("echo out; echo err >&2; exit 3", None, false).unwrap();
        assert_eq!(
            (ended.status.code(), &*ended.stdout, &*ended.stderr),
            (Some(3), &b"out\n"[..], &b"err\n"[..])
        );
        let long = shell("head -c 20000000 /dev/zero", None, false).unwrap();
        assert_eq!((long.status.code(), long.stdout.len() as u64), (Some(0), MOST));

        let start = Instant::now();
        let closed = "exec >&- 2>&-; sleep 600";
        for script in ["sleep 600", "sleep 600 & sleep 600", "sleep 600 & echo a", closed] {
            let error = shell(script, Some(100), false).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut, "{script}: {error}");
            assert_eq!(shell(script, None, true).unwrap_err().kind(), io::ErrorKind::Interrupted, "{script}");
        }
        assert!(start.elapsed() < Duration::from_secs(300));
        let missing = output(&mut Command::new("/no/such/program"), None, || false).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        assert!(running().is_none());
    }
}
