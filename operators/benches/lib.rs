//! Nothing: this package has benchmarks alone, beside this file.
