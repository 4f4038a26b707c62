//! An open GPU.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cudarc::driver::{CudaContext, CudaFunction, CudaSlice, CudaStream, DriverError, sys};
use cudarc::nvrtc::Ptx;

use crate::error::{Doing, Error, Result};
use crate::launch::{Launch, Module, THREADS};
use crate::pool::Pool;

/// Blocks per multiprocessor for kernels that stream over their input: enough to keep it busy, few enough to
/// start quickly.
const BLOCKS_PER_MULTIPROCESSOR: u32 = 16;

/// Oldest CUDA version that supports PTX 8.0, the version of the committed kernels.
const OLDEST_CUDA: i32 = 12_000;

/// Oldest compute capability that the kernels are compiled for.
const OLDEST_CAPABILITY: (i32, i32) = (7, 5);

/// An NVIDIA GPU and a stream on it.
///
/// The first call of an operator passes the kernels to the driver, which compiles them and caches the result
/// on disk. So the first call of a process takes longer, and the very first on a machine much longer.
///
/// # Memory
/// Device memory comes from a pool of this `Gpu`. The pool keeps freed memory until the `Gpu` is dropped;
/// another `Gpu` on the same device cannot use it meanwhile.
///
/// # Examples
/// ```no_run
/// use boscage_kernels::Gpu;
///
/// let gpu = Gpu::open()?;
/// println!("{}: {} bytes free", gpu.name(), gpu.free_memory()?);
/// # Ok::<(), boscage_kernels::Error>(())
/// ```
pub struct Gpu {
    context: Arc<CudaContext>,
    pool: Option<Pool>,
    stream: Arc<CudaStream>,
    name: String,
    multiprocessors: u32,
    capability: (i32, i32),
    shape: Shape,
    modules: Mutex<Modules>,
}

/// Kernels that the driver has loaded so far, by the types of their modules.
type Modules = HashMap<TypeId, Arc<dyn Any + Send + Sync>>;

/// Size of kernel launches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Threads per block: a multiple of 32, at most 256.
    pub threads: u32,
    /// Largest number of blocks per launch; `None` for as many as keep the device busy.
    pub blocks: Option<u32>,
}

impl Shape {
    /// Threads per block.
    pub const DEFAULT_THREADS: u32 = THREADS;
}

impl Default for Shape {
    fn default() -> Self {
        Self { threads: Self::DEFAULT_THREADS, blocks: None }
    }
}

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, multiprocessors, capability, shape, .. } = self;
        f.debug_struct("Gpu")
            .field("name", name)
            .field("multiprocessors", multiprocessors)
            .field("capability", capability)
            .field("shape", shape)
            .finish_non_exhaustive()
    }
}

impl Gpu {
    /// Opens the first GPU among those that the environment variable `CUDA_VISIBLE_DEVICES` makes visible.
    ///
    /// # Errors
    /// [`Error::NoDriver`], [`Error::OldDriver`], [`Error::NoDevice`], [`Error::OldDevice`] and
    /// [`Error::Driver`].
    pub fn open() -> Result<Self> {
        Self::open_nth(0)
    }

    /// Opens the GPU of this number, from 0.
    ///
    /// # Errors
    /// As [`Gpu::open`].
    #[allow(unsafe_code)]
    pub fn open_nth(ordinal: usize) -> Result<Self> {
        // SAFETY: loads the driver's library, which runs its initialisers.
        if !unsafe { sys::is_culib_present() } {
            return Err(Error::NoDriver);
        }
        let mut version = 0;
        // SAFETY: writes one integer.
        unsafe { sys::cuDriverGetVersion(&raw mut version) }
            .result()
            .doing("report the version of its driver")?;
        if version < OLDEST_CUDA {
            return Err(Error::OldDriver { major: version / 1000, minor: version % 1000 / 10 });
        }
        let found = match CudaContext::device_count() {
            Err(DriverError(sys::CUresult::CUDA_ERROR_NO_DEVICE)) => 0,
            other => other.doing("count the devices")?,
        };
        if ordinal >= found as usize {
            return Err(Error::NoDevice { found, wanted: ordinal });
        }
        let context = CudaContext::new(ordinal).doing("open")?;
        let (name, capability) = (
            context.name().doing("report its name")?,
            context.compute_capability().doing("report its compute capability")?,
        );
        if capability < OLDEST_CAPABILITY {
            return Err(Error::OldDevice { name, major: capability.0, minor: capability.1 });
        }
        // SAFETY: there is one stream, which runs calls in order, so arrays need no events.
        unsafe { context.disable_event_tracking() };
        let multiprocessors = context
            .attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
            .doing("report its multiprocessors")? as u32;
        let pool = Pool::new(&context)?;
        let stream = context.new_stream().doing("create a stream")?;
        Ok(Self {
            context,
            pool,
            stream,
            name,
            multiprocessors,
            capability,
            shape: Shape::default(),
            modules: Mutex::default(),
        })
    }

    /// Returns this GPU with launches of another shape, for tests and measurements.
    ///
    /// # Errors
    /// [`Error::Argument`] if the threads per block are not a multiple of 32 up to 256, or there are no
    /// blocks.
    pub fn with_shape(mut self, shape: Shape) -> Result<Self> {
        let Shape { threads, blocks } = shape;
        if threads == 0 || threads % 32 != 0 || threads > THREADS || blocks == Some(0) {
            return Err(Error::Argument {
                what: "shape",
                expected: format!(
                    "threads per block that are a multiple of 32 up to {THREADS}, and at least one block"
                ),
                found: format!("{threads} threads, {blocks:?} blocks"),
            });
        }
        self.shape = shape;
        Ok(self)
    }

    /// Returns the name of the device.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the compute capability of the device: major, minor.
    #[must_use]
    pub fn capability(&self) -> (i32, i32) {
        self.capability
    }

    /// Returns the number of free bytes of device memory, this GPU's pool included.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn free_memory(&self) -> Result<u64> {
        let free = self.context.mem_get_info().doing("report its free memory")?.0 as u64;
        Ok(free + self.kept_bytes()?)
    }

    fn kept_bytes(&self) -> Result<u64> {
        self.pool.as_ref().map_or(Ok(0), Pool::kept_bytes)
    }

    /// Allocates an array whose values are unspecified.
    pub(crate) fn allocate(&self, bytes: usize) -> Result<CudaSlice<u8>> {
        let allocated = match &self.pool {
            Some(pool) => pool.allocate(&self.stream, bytes),
            // SAFETY: bytes have any value.
            #[allow(unsafe_code)]
            None => unsafe { self.stream.alloc(bytes) },
        };
        match allocated {
            // The driver allocates whole pages, so less may be free than the check has seen.
            Err(DriverError(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY)) => {
                let (needed, free) = (bytes as u64, self.free_memory()?);
                Err(Error::OutOfMemory { what: "an array", needed, free })
            }
            other => other.doing("allocate memory"),
        }
    }

    /// Returns an error if more memory is needed than is free.
    pub(crate) fn check_room(&self, what: &'static str, needed: u64) -> Result<()> {
        // The pool knows what it keeps; free memory is a call of the driver.
        if needed <= self.kept_bytes()? {
            return Ok(());
        }
        let free = self.free_memory()?;
        if needed > free { Err(Error::OutOfMemory { what, needed, free }) } else { Ok(()) }
    }

    pub(crate) fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// Returns a launch over `items`, with `each` items per thread and step.
    pub(crate) fn over(&self, items: usize, each: usize) -> Launch<'_> {
        let most = self.shape.blocks.unwrap_or(self.multiprocessors * BLOCKS_PER_MULTIPROCESSOR);
        Launch { blocks: self.blocks_for(items, each).min(most), ..self.one_block() }
    }

    /// Returns the threads per block, unless an operator has its own number.
    pub(crate) fn threads(&self) -> u32 {
        self.shape.threads
    }

    /// Returns a launch over `items` with one thread per item, in blocks of another size.
    pub(crate) fn over_in_blocks(&self, items: usize, threads: u32) -> Launch<'_> {
        let most =
            self.shape.blocks.unwrap_or(self.multiprocessors * BLOCKS_PER_MULTIPROCESSOR * THREADS / threads);
        let blocks = u32::try_from(items.div_ceil(threads as usize)).unwrap_or(u32::MAX);
        Launch { blocks: blocks.clamp(1, most.max(1)), threads, ..self.one_block() }
    }

    /// Returns a launch with one block per tile of `each` items per thread.
    pub(crate) fn one_block_each(&self, items: usize, each: usize) -> Launch<'_> {
        Launch { blocks: self.blocks_for(items, each), ..self.one_block() }
    }

    /// Returns a launch of one block.
    pub(crate) fn one_block(&self) -> Launch<'_> {
        Launch { stream: &self.stream, blocks: 1, threads: self.shape.threads, cooperative: false }
    }

    /// Returns a launch over `items` all of whose blocks run at the same time.
    pub(crate) fn together(&self, kernel: &CudaFunction, items: usize, each: usize) -> Result<Launch<'_>> {
        let fit = kernel
            .occupancy_max_active_blocks_per_multiprocessor(self.shape.threads, 0, None)
            .doing("report how many blocks fit")?;
        let most = (fit * self.multiprocessors).min(self.shape.blocks.unwrap_or(u32::MAX));
        let blocks = self.blocks_for(items, each).min(most.max(1));
        Ok(Launch { blocks, cooperative: true, ..self.one_block() })
    }

    fn blocks_for(&self, items: usize, each: usize) -> u32 {
        let blocks = items.div_ceil(each * self.shape.threads as usize);
        u32::try_from(blocks).unwrap_or(u32::MAX).max(1)
    }

    /// Returns the kernels of a module, and loads them at the first call.
    pub(crate) fn kernels<M: Module>(&self) -> Result<Arc<M>> {
        const NAMED: &str = "modules are kept by their types";
        if let Some(known) = self.modules().get(&TypeId::of::<M>()) {
            return Ok(known.clone().downcast().expect(NAMED));
        }
        let module = self.context.load_module(Ptx::from_src(M::PTX)).doing("compile the kernels")?;
        let kernels = Arc::new(M::load(&module)?);
        self.modules().insert(TypeId::of::<M>(), kernels.clone());
        Ok(kernels)
    }

    /// Loads a module and the modules that it needs. Returns `true` if one was new.
    pub(crate) fn load<M: Module>(&self) -> Result<bool> {
        let is_new = !self.modules().contains_key(&TypeId::of::<M>());
        self.kernels::<M>()?;
        Ok(M::load_others(self)? | is_new)
    }

    fn modules(&self) -> MutexGuard<'_, Modules> {
        self.modules.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
