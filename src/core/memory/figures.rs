//! Memory figures of the operating system.

use std::path::Path;

/// Returns the bytes that can still be allocated without swapping, as estimated by the operating system;
/// `None` if unknown. Respects control groups (containers), the limits of the process (`ulimit -v`, `ulimit
/// -d`), and [`set_total`](super::set_total), which overrides all of them.
#[must_use]
pub fn available() -> Option<u64> {
    if let Some(total) = super::total() {
        return Some(total.saturating_sub(held().unwrap_or_default()));
    }
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let machine = meminfo("MemAvailable:");
    let groups = left_in_groups(Path::new("/sys/fs/cgroup"), &read("/proc/self/cgroup"));
    let limits = left_in_limits(&read("/proc/self/limits"), &read("/proc/self/status"));
    [machine, groups, limits].into_iter().flatten().min()
}

/// Returns the memory that this process holds now, in bytes; `None` if unknown.
#[must_use]
pub fn held() -> Option<u64> {
    field(&std::fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

/// Returns `true` if the size of mappings is limited, including pages that are never touched.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn are_mappings_limited() -> bool {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    [ADDRESSES, DATA].iter().any(|name| limit(&limits, name).is_some())
}

/// Names of limits in `/proc/self/limits`.
const ADDRESSES: &str = "Max address space";
const DATA: &str = "Max data size";

/// Returns a limit of `limits`, the content of `/proc/self/limits`.
fn limit(limits: &str, name: &str) -> Option<u64> {
    let limit = limits.lines().find_map(|line| line.strip_prefix(name))?;
    limit.split_whitespace().next()?.parse().ok() // or `unlimited`
}

/// Returns the bytes that the limits of a process still allow. `limits` is `/proc/self/limits`, `status` is
/// `/proc/self/status`.
fn left_in_limits(limits: &str, status: &str) -> Option<u64> {
    let left = |(name, used)| Some(limit(limits, name)?.saturating_sub(field(status, used)?));
    [(ADDRESSES, "VmSize:"), (DATA, "VmData:")].into_iter().filter_map(left).min()
}

/// Returns the memory of the machine, in bytes; `None` if unknown.
#[must_use]
pub fn installed() -> Option<u64> {
    meminfo("MemTotal:")
}

/// The files with the figures of a control group, in one of the two versions of control groups.
struct GroupFiles {
    folder: &'static str,
    limit: &'static str,
    used: &'static str,
    /// Rows of `memory.stat` with pages of files, which count as used but are reclaimed on demand.
    given_back: [&'static str; 2],
}

const VERSION_1: GroupFiles = GroupFiles {
    folder: "memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    given_back: ["total_inactive_file ", "total_active_file "],
};

const VERSION_2: GroupFiles = GroupFiles {
    folder: "",
    limit: "memory.max",
    used: "memory.current",
    given_back: ["inactive_file ", "active_file "],
};

impl GroupFiles {
    /// Returns the bytes that a group may still take.
    fn left(&self, group: &Path) -> Option<u64> {
        let read = |name| std::fs::read_to_string(group.join(name)).ok();
        let number = |name| read(name)?.trim().parse::<u64>().ok();
        let table = read("memory.stat").unwrap_or_default();
        let given_back: u64 = self.given_back.iter().filter_map(|name| figure(&table, name)).sum();
        Some(number(self.limit)?.saturating_sub(number(self.used)?.saturating_sub(given_back)))
    }
}

/// Returns the bytes that the groups of a process may still take, including all groups above. `membership` is
/// `/proc/self/cgroup`. In a container, it may name groups of the host; `root` is then the container's own
/// group.
fn left_in_groups(root: &Path, membership: &str) -> Option<u64> {
    let left = |line: &str| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        let files = match controllers {
            "" => VERSION_2,
            _ if controllers.split(',').any(|name| name == "memory") => VERSION_1,
            _ => return None,
        };
        let root = root.join(files.folder);
        let own = root.join(path.trim_start_matches('/'));
        own.ancestors()
            .take_while(|group| group.starts_with(&root))
            .filter_map(|group| files.left(group))
            .min()
    };
    membership.lines().filter_map(left).min()
}

/// Returns the peak memory of this process so far, in bytes, as counted by the operating system; `None` if
/// unknown.
#[must_use]
pub fn peak() -> Option<u64> {
    field(&std::fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

fn meminfo(name: &str) -> Option<u64> {
    field(&std::fs::read_to_string("/proc/meminfo").ok()?, name)
}

/// Returns the value of a line `name   123 kB` of a kernel table, in bytes.
fn field(table: &str, name: &str) -> Option<u64> {
    figure(table, name)?.checked_mul(1024)
}

/// Returns the number in a line of a kernel table.
fn figure(table: &str, name: &str) -> Option<u64> {
    let line = table.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernel_tables_are_read() {
        let table = "MemTotal:       24 kB\nMemAvailable:    7 kB\n";
        assert_eq!(field(table, "MemAvailable:"), Some(7 * 1024));
        assert_eq!(field(table, "SwapFree:"), None);
    }

    #[test]
    fn limits_of_the_process_count_with_what_is_used() {
        let limits = |data: &str, space: &str| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units     \n\
                 Max data size             {data:<20} unlimited            bytes     \n\
                 Max address space         {space:<20} unlimited            bytes     \n"
            )
        };
        let status = "VmPeak:\t     900 kB\nVmSize:\t     300 kB\nVmData:\t      20 kB\n";
        let left = |data: &str, space: &str| left_in_limits(&limits(data, space), status);
        assert_eq!(left("unlimited", "unlimited"), None);
        assert_eq!(left("unlimited", "409600"), Some(100 << 10));
        assert_eq!(left("102400", "409600"), Some(80 << 10));
        assert_eq!(left("1024", "unlimited"), Some(0), "more is used than is allowed");
        assert_eq!(left_in_limits("", ""), None);
    }

    #[test]
    fn files_in_memory_leave_room_in_a_group_and_every_group_counts() {
        let root = tempfile::tempdir().unwrap();
        let group = |path: &str, files: &[(&str, &str)]| {
            let folder = root.path().join(path);
            std::fs::create_dir_all(&folder).unwrap();
            files.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).unwrap());
        };
        let left = |membership| left_in_groups(root.path(), membership);
        assert_eq!(left("0::/job\n"), None, "no figures");
        let stat = "anon 100\ninactive_file 600\nactive_file 200\n";
        group("job", &[("memory.max", "1000\n"), ("memory.current", "900\n"), ("memory.stat", stat)]);
        assert_eq!(left("0::/job\n"), Some(900), "all but what is anonymous");
        group("job/step", &[("memory.max", "max\n"), ("memory.current", "100\n")]);
        assert_eq!(left("0::/job/step\n"), Some(900), "the group above has a limit");
        group("", &[("memory.max", "70\n"), ("memory.current", "20\n")]);
        assert_eq!(left("0::/of/the/host\n"), Some(50), "the container's own");
        let stat = "active_file 1\ntotal_inactive_file 5\ntotal_active_file 4\n";
        let files =
            [("memory.limit_in_bytes", "40\n"), ("memory.usage_in_bytes", "30\n"), ("memory.stat", stat)];
        group("memory/old", &files);
        assert_eq!(left("5:cpu,memory:/old\n4:cpuset:/\n"), Some(19));
    }
}
