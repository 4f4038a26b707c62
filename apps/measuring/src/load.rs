//! The load of other programs on the processors that this process may use, from `/proc`; unknown on systems
//! without it.

use std::cell::RefCell;
use std::fs;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

/// Shortest time that is measured: the system counts processor time in hundredths of a second.
const LEAST: Duration = Duration::from_millis(250);

/// Times of the processors that this process may use, since the machine was started, in ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ticks {
    /// Time of all processors, idle or not.
    all: u64,
    /// Time of all processors without idle time. Time that the host gave to other machines (steal) counts as
    /// used.
    used: u64,
    /// Time used by this process.
    own: u64,
}

/// Watches the machine.
#[derive(Debug)]
pub struct Watch {
    /// Earlier readings, oldest first; none if the system has none.
    marks: RefCell<Vec<(Instant, Ticks)>>,
}

impl Watch {
    /// Begins to watch, and returns after a quarter of a second, so that the load before any measurement is
    /// known.
    #[must_use]
    pub fn begin() -> Self {
        let watch = Self { marks: RefCell::default() };
        watch.mark();
        std::thread::sleep(LEAST);
        watch
    }

    /// Marks the begin of a measurement.
    pub fn mark(&self) {
        if let Some(ticks) = Ticks::now() {
            self.marks.borrow_mut().push((Instant::now(), ticks));
        }
    }

    /// Returns the share of the time of this process's processors that others have used since the last
    /// [`mark`](Watch::mark), or since an earlier one if the last is less than a quarter of a second ago;
    /// between 0 and 1.
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
        Self::parse(&read("/proc/stat")?, &read("/proc/self/stat")?, &allowed(&read("/proc/self/status")?)?)
    }

    /// Parses the files of this system and of this process, for some processors.
    fn parse(system: &str, process: &str, processors: &[RangeInclusive<u32>]) -> Option<Self> {
        let (mut used, mut idle) = (0, 0);
        let mut is_any = false;
        for line in system.lines() {
            let Some((number, times)) = line.strip_prefix("cpu").and_then(|line| line.split_once(' ')) else {
                continue;
            };
            // The line "cpu", of all processors, has no number.
            let Ok(number) = number.parse::<u32>() else { continue };
            if !processors.iter().any(|range| range.contains(&number)) {
                continue;
            }
            // user, nice, system, idle, iowait, irq, softirq, steal; guests are part of user and nice.
            let times: Vec<u64> =
                times.split_whitespace().take(8).map_while(|word| word.parse().ok()).collect();
            let &[user, nice, system, waits, for_disks, irq, softirq, steal] = &times[..] else {
                return None;
            };
            used += user + nice + system + irq + softirq + steal;
            idle += waits + for_disks;
            is_any = true;
        }
        if !is_any {
            return None;
        }
        // The program's name, in parentheses, may contain anything; user and system time are fields 14 and
        // 15.
        let fields: Vec<&str> = process.rsplit_once(')')?.1.split_whitespace().collect();
        let field = |i: usize| fields.get(i - 3)?.parse::<u64>().ok();
        Some(Self { all: used + idle, used, own: field(14)? + field(15)? })
    }

    /// Returns the share of others since then; `None` if no time has passed.
    fn others_since(self, then: Self) -> Option<f64> {
        let all = self.all.checked_sub(then.all).filter(|all| *all > 0)?;
        let others = self.used.saturating_sub(then.used).saturating_sub(self.own.saturating_sub(then.own));
        Some((others as f64 / all as f64).min(1.0))
    }
}

/// Returns the processors that a process may use, from its status: a list like `0-3,8`.
fn allowed(status: &str) -> Option<Vec<RangeInclusive<u32>>> {
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    let range = |text: &str| {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        Some(first.parse().ok()?..=last.parse().ok()?)
    };
    list.trim().split(',').map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_of_others_is_what_is_neither_idle_nor_ours() {
        let parse = |cpu: &str, own: &str| {
            let process = format!("77 (a) b) R 1 2 3 4 5 6 7 8 9 10 {own} 0 0 20 0\n");
            let all = format!("cpu  9 9 9 9 9 9 9 9 9 9\n{cpu}\ncpu3 7 7 7 7 7 7 7 7 7 7\nintr 5\n");
            Ticks::parse(&all, &process, &[0..=1, 8..=8])
        };
        let before = parse("cpu0 100 0 50 1000 7 1 2 3 9 9", "40 10").unwrap();
        assert_eq!(before, Ticks { all: 1163, used: 156, own: 50 });
        // 60 more ticks by us, 20 by others, of which 15 were stolen, and 20 idle.
        let after = parse("cpu0 160 0 55 1015 12 1 2 18 9 9", "90 20").unwrap();
        assert_eq!(after.others_since(before), Some(0.2));
        assert_eq!(after.others_since(after), None);
        assert_eq!(parse("cpu0 100 0 50", "40 10"), None);
        assert_eq!(parse("cpu0 100 0 50 1000 7 1 2 3", "? 10"), None);
        assert_eq!(parse("cpu2 100 0 50 1000 7 1 2 3", "40 10"), None);
        let both = parse("cpu1 100 0 50 1000 7 1 2 3\ncpu8 100 0 50 1000 7 1 2 3", "40 10").unwrap();
        assert_eq!(both, Ticks { all: 2326, used: 312, own: 50 });
    }

    #[test]
    fn only_processors_that_this_process_may_use_count() {
        let status = "Name:\ta\nCpus_allowed:\t10f\nCpus_allowed_list:\t0-3,8\nMems_allowed:\t1\n";
        assert_eq!(allowed(status), Some(vec![0..=3, 8..=8]));
        assert_eq!((allowed("Name:\ta\n"), allowed("Cpus_allowed_list:\t?\n")), (None, None));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_machine_has_a_share() {
        let share = Watch::begin().others().expect("a system with /proc");
        assert!((0.0..=1.0).contains(&share), "{share}");
    }
}
