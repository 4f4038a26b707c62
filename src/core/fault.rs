//! Planted faults, which the tests must detect.

/// Returns `true` if the variable `BOSCAGE_FAULT` names this fault, in builds with `--cfg faults`.
#[cfg(faults)]
pub fn is_planted(fault: &str) -> bool {
    use std::sync::LazyLock;
    static PLANTED: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("BOSCAGE_FAULT").ok());
    PLANTED.as_deref() == Some(fault)
}

/// Returns `false`: faults are planted only in builds with `--cfg faults`.
#[cfg(not(faults))]
#[inline(always)]
#[must_use]
pub fn is_planted(_: &str) -> bool {
    false
}
