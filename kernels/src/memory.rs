//! Arrays on the device.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use boscage_core::graph::LIMIT;
use bytemuck::Pod;
use cudarc::driver::{CudaSlice, DevicePtr};

use crate::error::{Doing, Result};
use crate::gpu::Gpu;

/// Array of values in device memory, freed on drop.
///
/// The device runs all calls on an array in order, its release included. So kernels may write through shared
/// references: no two run at the same time.
pub struct Array<T> {
    bytes: CudaSlice<u8>,
    len: usize,
    values: PhantomData<T>,
}

impl<T> Array<T> {
    /// Returns the address on the device.
    pub(crate) fn pointer(&self) -> u64 {
        self.bytes.device_ptr(self.bytes.stream()).0
    }

    /// Returns the number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<T> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values on the device", self.len)
    }
}

/// Bytes that suffice for everything that does not grow with the graph: counts, tickets, a barrier.
pub(crate) const WORDS: usize = 64;

/// Returns the bytes of an array. The driver cannot create empty arrays, so these have one value.
pub(crate) fn bytes_of<T>(len: usize) -> usize {
    len.max(1) * size_of::<T>()
}

impl Gpu {
    /// Creates an array with unspecified values: write it before you read it.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory), [`Error::Driver`](crate::Error::Driver).
    pub fn array<T: Pod>(&self, len: usize) -> Result<Array<T>> {
        let bytes = self.allocate(bytes_of::<T>(len))?;
        Ok(Array { bytes, len, values: PhantomData })
    }

    /// Creates an array of zeros.
    ///
    /// # Errors
    /// As [`Gpu::array`].
    pub fn zeroed<T: Pod>(&self, len: usize) -> Result<Array<T>> {
        let mut array = self.array::<T>(len)?;
        self.stream().memset_zeros(&mut array.bytes).doing("clear memory")?;
        Ok(array)
    }

    /// Creates an array all of whose bits are set.
    pub(crate) fn all_ones<T: Pod>(&self, len: usize) -> Result<Array<T>> {
        let array = self.array::<T>(len)?;
        // SAFETY: the range is the array's.
        #[allow(unsafe_code)]
        unsafe {
            cudarc::driver::result::memset_d8_async(
                array.pointer(),
                0xff,
                bytes_of::<T>(len),
                self.stream().cu_stream(),
            )
        }
        .doing("fill memory")?;
        Ok(array)
    }

    /// Copies `values` to the device.
    ///
    /// # Errors
    /// As [`Gpu::array`].
    pub fn upload<T: Pod>(&self, values: &[T]) -> Result<Array<T>> {
        let mut array = self.array::<T>(values.len())?;
        let bytes: &[u8] = bytemuck::cast_slice(values);
        let copied = self.stream().memcpy_htod(bytes, &mut array.bytes).doing("copy to the device");
        // The device may still read page-locked memory of the caller.
        self.stream().synchronize().doing("copy to the device")?;
        copied.map(|()| array)
    }

    /// Copies an array to the host, after all calls so far have run.
    ///
    /// # Errors
    /// [`Error::Driver`](crate::Error::Driver), also for an earlier call that failed;
    /// [`boscage_core::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the array belongs to another GPU.
    pub fn download<T: Pod>(&self, array: &Array<T>) -> Result<Vec<T>> {
        let mut values = boscage_core::memory::filled("a copy from the GPU", array.len, T::zeroed())?;
        self.part(array, 0, &mut values)?;
        Ok(values)
    }

    /// Checks that an array belongs to this GPU, whose stream orders the calls.
    ///
    /// # Panics
    /// If it belongs to another one.
    fn demand_own<T>(&self, array: &Array<T>) {
        assert!(
            Arc::ptr_eq(array.bytes.stream(), self.stream()),
            "expected an array of this GPU, found one of another GPU"
        );
    }

    /// Checks that an array belongs to this GPU and has `count` values, which kernels can number.
    ///
    /// # Panics
    /// If the array belongs to another GPU or is shorter, or there are too many values.
    pub(crate) fn demand<T>(&self, array: &Array<T>, count: usize) {
        self.demand_own(array);
        assert!(count <= array.len, "expected an array of at least {count} values, found {}", array.len);
        assert!(count <= LIMIT, "expected at most {LIMIT} values, found {count}");
    }

    /// Returns the only value of `array`.
    pub(crate) fn one<T: Pod>(&self, array: &Array<T>) -> Result<T> {
        let mut value = [T::zeroed()];
        self.part(array, 0, &mut value)?;
        Ok(value[0])
    }

    /// Copies the values at `offset` bytes into `array` to the host, as any type, and waits for them.
    ///
    /// # Panics
    /// If the array belongs to another GPU, or ends before that.
    pub(crate) fn part<T, U: Pod>(&self, array: &Array<T>, offset: usize, values: &mut [U]) -> Result<()> {
        self.demand_own(array);
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(values);
        if bytes.is_empty() {
            return Ok(());
        }
        let part = array.bytes.slice(offset..offset + bytes.len());
        self.stream().memcpy_dtoh(&part, bytes).doing("copy from the device")?;
        self.stream().synchronize().doing("finish a kernel")
    }
}
