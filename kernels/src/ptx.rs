//! The compiled kernels, embedded as PTX: the driver compiles them for the device at hand.
//!
//! They run on devices from Turing (compute capability 7.5) on, with drivers of CUDA 12.0 or later; on Linux
//! that is 525.60.13 or later. Drivers accept PTX of their own version and of all earlier ones, and this is
//! PTX 8.0. According to NVIDIA, PTX 8.0 came with CUDA 12.0 ([table][ptx]), which came with that driver
//! ([table][driver]).
//!
//! The program `ptx` writes this file and those that it embeds; CONTRIBUTING.md says how to run it.
//!
//! [ptx]: https://docs.nvidia.com/cuda/parallel-thread-execution/index.html#release-notes
//! [driver]: https://docs.nvidia.com/cuda/cuda-toolkit-release-notes/index.html

/// Embeds `../ptx/<name>.ptx` as a constant, and lists all of them.
macro_rules! modules {
    ($($constant:ident = $name:literal;)*) => {
        $(
            #[doc = concat!("PTX of `cuda/", $name, ".cu`.")]
            pub const $constant: &str = include_str!(concat!("../ptx/", $name, ".ptx"));
        )*

        /// All modules: the name, and the PTX.
        pub const MODULES: &[(&str, &str)] = &[$(($name, $constant)),*];
    };
}

modules! {
    // The constant, and the name of the .cu and the .ptx.
    ARCS = "arcs";
    COLLECT = "collect";
    COMPACT = "compact";
    EDGE_BORUVKA = "edge_boruvka";
    FILTER_BORUVKA = "filter_boruvka";
    LIVE = "live";
    PMA = "pma";
    RANK = "rank";
    REDUCE = "reduce";
    ROOTS = "roots";
    SCAN = "scan";
    SORT = "sort";
    VINEET = "vineet";
}
