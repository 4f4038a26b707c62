//! The compiled kernels, embedded.
//!
//! Written by the program `ptx`, as are the files that it embeds; CONTRIBUTING.md says how to run it.

/// Embeds `../ptx/<name>.ptx` as a constant, and lists all of them.
macro_rules! modules {
    ($($constant:ident = $name:literal;)*) => {
        $(
            #[doc = concat!("What `cuda/", $name, ".cu` compiles to.")]
            pub const $constant: &str = include_str!(concat!("../ptx/", $name, ".ptx"));
        )*

        /// All modules: the name, and the PTX.
        pub const MODULES: &[(&str, &str)] = &[$(($name, $constant)),*];
    };
}

modules! {
    // The constant, and the name of the .cu and the .ptx.
}
