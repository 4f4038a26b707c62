//! Empty: this package has only benchmarks.
