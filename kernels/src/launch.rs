//! Kernels as functions.

use std::ffi::c_void;

use cudarc::driver::{CudaFunction, CudaStream, result};

use crate::error::{Doing, Result};
use crate::memory::Array;

/// Threads per block. As in `cuda/block.cuh`.
pub(crate) const THREADS: u32 = 256;

/// Grid, block and stream of a kernel.
#[derive(Clone, Copy)]
pub(crate) struct Launch<'a> {
    pub(crate) stream: &'a CudaStream,
    pub(crate) blocks: u32,
    pub(crate) threads: u32,
    /// All blocks must run at the same time, because they wait for each other.
    pub(crate) cooperative: bool,
}

impl Launch<'_> {
    /// # Safety
    /// `arguments` must point to values of the kernel's parameter types. The memory that these point to must
    /// live until the kernel has run, or be freed in the same stream.
    #[allow(unsafe_code)]
    pub(crate) unsafe fn start(self, kernel: &CudaFunction, arguments: &mut [*mut c_void]) -> Result<()> {
        let (grid, block) = ((self.blocks, 1, 1), (self.threads, 1, 1));
        let start = if self.cooperative { result::launch_cooperative_kernel } else { result::launch_kernel };
        self.stream.context().bind_to_thread().doing("select the device")?;
        // SAFETY: function and stream are alive; the rest is the caller's promise.
        unsafe { start(kernel.cu_function(), grid, block, 0, self.stream.cu_stream(), arguments) }
            .doing("start a kernel")
    }
}

/// Argument of a kernel: a number, a record of numbers and pointers, or a pointer to an array.
pub(crate) trait Argument {
    /// The type in C++.
    type Raw: Copy;

    fn raw(&self) -> Self::Raw;
}

impl Argument for u32 {
    type Raw = Self;

    fn raw(&self) -> Self {
        *self
    }
}

impl<T> Argument for &Array<T> {
    type Raw = u64;

    fn raw(&self) -> u64 {
        self.pointer()
    }
}

impl<T> Argument for Option<&Array<T>> {
    type Raw = u64;

    fn raw(&self) -> u64 {
        self.map_or(0, Array::pointer)
    }
}

/// Declares the kernels of one module: a type with one method per kernel. After the PTX come the modules
/// whose kernels are used together with these.
///
/// The types must be those of the `.cu`. A test compares the sizes of the arguments with the PTX.
macro_rules! kernels {
    (
        $(#[$about:meta])*
        $module:ident = $ptx:expr $(, with $other:ty)*;
        $( fn $kernel:ident($($argument:ident: $type:ty),* $(,)?); )*
    ) => {
        $(#[$about])*
        pub(crate) struct $module {
            $( pub(crate) $kernel: cudarc::driver::CudaFunction, )*
        }

        impl $crate::launch::Module for $module {
            const PTX: &'static str = $ptx;

            fn load(module: &std::sync::Arc<cudarc::driver::CudaModule>) -> $crate::Result<Self> {
                use $crate::error::Doing;
                Ok(Self { $( $kernel: module.load_function(stringify!($kernel)).doing("find a kernel")?, )* })
            }

            fn load_others(_gpu: &$crate::gpu::Gpu) -> $crate::Result<bool> {
                Ok($( _gpu.load::<$other>()? | )* false)
            }

            fn signatures() -> Vec<(&'static str, Vec<usize>)> {
                use $crate::launch::Argument;
                vec![$( (stringify!($kernel), vec![$( size_of::<<$type as Argument>::Raw>(), )*]), )*]
            }
        }

        impl $module {
            $(
                #[allow(clippy::too_many_arguments)] // as the kernel has them
                pub(crate) fn $kernel(
                    &self,
                    launch: $crate::launch::Launch<'_>,
                    $($argument: $type),*
                ) -> $crate::Result<()> {
                    use $crate::launch::Argument;
                    $( let $argument = $argument.raw(); )*
                    let mut arguments = [$( (&raw const $argument).cast_mut().cast::<std::ffi::c_void>(), )*];
                    // SAFETY: the types are those of the .cu; arrays are freed in the stream that they are
                    // used in.
                    #[allow(unsafe_code)]
                    unsafe { launch.start(&self.$kernel, &mut arguments) }
                }
            )*
        }
    };
}
pub(crate) use kernels;

/// Kernels of one `.cu`.
pub(crate) trait Module: Send + Sync + Sized + 'static {
    /// The compiled module.
    const PTX: &'static str;

    /// Finds the kernels in the loaded module.
    fn load(module: &std::sync::Arc<cudarc::driver::CudaModule>) -> Result<Self>;

    /// Loads the modules that are used together with this one. Returns `true` if one was new.
    fn load_others(gpu: &crate::gpu::Gpu) -> Result<bool>;

    /// Returns the kernels, and the sizes of their arguments in bytes.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test compares them with the PTX"))]
    fn signatures() -> Vec<(&'static str, Vec<usize>)>;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Module;
    use crate::{
        arcs, collect, edge_boruvka, filter_boruvka, live, pma, primitives, ptx, rank, roots, vineet,
    };

    /// A module as the host declares it: its PTX, the names of its kernels, and the sizes of their arguments.
    type Declared = (&'static str, Vec<(&'static str, Vec<usize>)>);

    fn declared() -> Vec<Declared> {
        fn of<M: Module>() -> Declared {
            (M::PTX, M::signatures())
        }
        vec![
            of::<arcs::Kernels>(),
            of::<collect::Kernels>(),
            of::<edge_boruvka::Kernels>(),
            of::<filter_boruvka::Kernels>(),
            of::<live::Kernels>(),
            of::<pma::Kernels>(),
            of::<primitives::CompactKernels>(),
            of::<primitives::SortKernels>(),
            of::<primitives::reduce::Kernels>(),
            of::<primitives::scan::Kernels>(),
            of::<rank::Kernels>(),
            of::<roots::Kernels>(),
            of::<vineet::Kernels>(),
        ]
    }

    /// Returns the kernels of a module's PTX, and the sizes of their parameters in bytes.
    ///
    ///     .visible .entry name(
    ///         .param .u64 name_param_0,
    ///         .param .align 8 .b8 name_param_1[40]
    ///     )
    fn entries(text: &str) -> BTreeMap<&str, Vec<usize>> {
        text.split(".entry ").skip(1).map(entry_of).collect()
    }

    fn entry_of(text: &str) -> (&str, Vec<usize>) {
        let (name, rest) = text.split_once('(').expect("expected parameters after the name of a kernel");
        let (parameters, _) = rest.split_once(')').expect("the list of parameters ends");
        let size = |parameter: &str| {
            let words: Vec<&str> = parameter.split_whitespace().collect();
            let kind = words.iter().rev().nth(1).expect("a type stands before the name");
            let bits: usize =
                kind.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().expect("its bits");
            let name = words.last().expect("a parameter has a name");
            let times = name
                .split_once('[')
                .map_or(1, |(_, rest)| rest.trim_end_matches(']').parse().expect("a length"));
            bits / 8 * times
        };
        (name.trim(), parameters.split(',').map(size).collect())
    }

    #[test]
    fn parameters_are_read() {
        let text = ".version 8.0\n.visible .entry a(\n\t.param .u64 a_0,\n\t.param .align 8 .b8 a_1[40],\n\t\
                    .param .u32 a_2\n)\n.maxntid 256, 1, 1\n{\n}\n.entry b(\n\t.param .u8 b_0\n)\n{ }\n";
        assert_eq!(entries(text), BTreeMap::from([("a", vec![8, 40, 4]), ("b", vec![1])]));
    }

    #[test]
    fn kernels_are_declared_as_they_were_compiled() {
        let declared = declared();
        for (name, text) in ptx::MODULES {
            let of_host = declared.iter().find(|(of, _)| of == text);
            let (_, of_host) = of_host.unwrap_or_else(|| panic!("nobody declares the kernels of {name}.cu"));
            let of_host: BTreeMap<&str, Vec<usize>> = of_host.iter().cloned().collect();
            assert_eq!(of_host, entries(text), "{name}.cu");
        }
        assert_eq!(declared.len(), ptx::MODULES.len());
    }
}
