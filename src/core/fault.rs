//! Planted faults, which the tests must notice.

/// Whether the variable `BOSCAGE_FAULT` names this fault; never, but in a build with `--cfg faults`.
#[cfg(faults)]
pub fn is_planted(fault: &str) -> bool {
    use std::sync::LazyLock;
    static PLANTED: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("BOSCAGE_FAULT").ok());
    PLANTED.as_deref() == Some(fault)
}

/// Whether this fault is planted; never, but in a build with `--cfg faults`.
#[cfg(not(faults))]
#[inline(always)]
pub fn is_planted(_: &str) -> bool {
    false
}
