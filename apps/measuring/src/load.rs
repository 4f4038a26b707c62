//! How busy the machine is with the work of others, from `/proc`; not known on systems without it.

use std::cell::RefCell;
use std::fs;
use std::time::{Duration, Instant};

/// Shorter than this nothing is measured: the system counts processor time in hundredths of a second.
const LEAST: Duration = Duration::from_secs(1);

/// Processor times since the machine was started, in ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ticks {
    /// Of all processors, idle or not.
    all: u64,
    /// The same without those that were idle. Time that the host gave to other machines (steal) counts as
    /// used.
    used: u64,
    /// Used by this process.
    own: u64,
}

/// Watches the machine.
#[derive(Debug)]
pub struct Watch {
    /// What was read, oldest first; nothing where it cannot be.
    marks: RefCell<Vec<(Instant, Ticks)>>,
}

impl Watch {
    /// Begins to watch, and returns after a second, so that it is known how busy the machine is before
    /// anything is measured.
    #[must_use]
    pub fn begin() -> Self {
        let watch = Self { marks: RefCell::default() };
        watch.mark();
        std::thread::sleep(LEAST);
        watch
    }

    /// Notes the time: something to be measured begins.
    pub fn mark(&self) {
        if let Some(ticks) = Ticks::now() {
            self.marks.borrow_mut().push((Instant::now(), ticks));
        }
    }

    /// The share of the time of all processors that others have used since the last [`mark`](Watch::mark), or
    /// since an earlier one if the last is less than a second ago; between 0 and 1.
    #[must_use]
    pub fn others(&self) -> Option<f64> {
        let now = Ticks::now()?;
        let marks = self.marks.borrow();
        let from = marks.iter().rev().find(|(time, _)| time.elapsed() >= LEAST)?;
        now.others_since(from.1)
    }
}

impl Ticks {
    fn now() -> Option<Self> {
        let read = |path| fs::read_to_string(path).ok();
        Self::parse(&read("/proc/stat")?, &read("/proc/self/stat")?)
    }

    /// From the files of this system and of this process.
    fn parse(system: &str, process: &str) -> Option<Self> {
        let processors = system.lines().find_map(|line| line.strip_prefix("cpu "))?;
        // user, nice, system, idle, iowait, irq, softirq, steal; guests are part of user and nice.
        let times: Vec<u64> =
            processors.split_whitespace().take(8).map_while(|word| word.parse().ok()).collect();
        let &[user, nice, system, idle, iowait, irq, softirq, steal] = &times[..] else { return None };
        let used = user + nice + system + irq + softirq + steal;
        // The program's name, in parentheses, may have anything in it; user and system time are fields 14 and
        // 15.
        let fields: Vec<&str> = process.rsplit_once(')')?.1.split_whitespace().collect();
        let field = |i: usize| fields.get(i - 3)?.parse::<u64>().ok();
        Some(Self { all: used + idle + iowait, used, own: field(14)? + field(15)? })
    }

    /// The share of others since then; nothing if no time has passed.
    fn others_since(self, then: Self) -> Option<f64> {
        let all = self.all.checked_sub(then.all).filter(|all| *all > 0)?;
        let others = self.used.saturating_sub(then.used).saturating_sub(self.own.saturating_sub(then.own));
        Some((others as f64 / all as f64).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_of_others_is_what_is_neither_idle_nor_ours() {
        let parse = |cpu: &str, own: &str| {
            let process = format!("77 (a) b) R 1 2 3 4 5 6 7 8 9 10 {own} 0 0 20 0\n");
            Ticks::parse(&format!("{cpu}\ncpu0 1 1 1 1 1 1 1 1 1 1\n"), &process)
        };
        let before = parse("cpu  100 0 50 1000 7 1 2 3 9 9", "40 10").unwrap();
        assert_eq!(before, Ticks { all: 1163, used: 156, own: 50 });
        // 60 more by us, 20 by others, of which 15 were stolen, and 20 idle.
        let after = parse("cpu  160 0 55 1015 12 1 2 18 9 9", "90 20").unwrap();
        assert_eq!(after.others_since(before), Some(0.2));
        assert_eq!(after.others_since(after), None);
        assert_eq!(parse("cpu  100 0 50", "40 10"), None);
        assert_eq!(parse("cpu  100 0 50 1000 7 1 2 3", "? 10"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_machine_has_a_share() {
        let share = Watch::begin().others().expect("a system with /proc");
        assert!((0.0..=1.0).contains(&share), "{share}");
    }
}
