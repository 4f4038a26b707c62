//! Arrays on the device.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use boscage_core::graph::LIMIT;
use bytemuck::Pod;
use cudarc::driver::{CudaSlice, DevicePtr};

use crate::error::{Doing, Result};
use crate::gpu::Gpu;

/// Values of one type in the device's memory, freed when it is dropped.
///
/// What is done with it is done in the order of the calls, also when it is dropped meanwhile. Hence kernels
/// write through shared references, too: no two run at the same time.
pub struct Array<T> {
    bytes: CudaSlice<u8>,
    len: usize,
    values: PhantomData<T>,
}

impl<T> Array<T> {
    /// Where it lies on the device.
    pub(crate) fn pointer(&self) -> u64 {
        self.bytes.device_ptr(self.bytes.stream()).0
    }

    /// Number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no value.
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

/// Bytes enough for what does not grow with the graph: counts, tickets, a barrier.
pub(crate) const WORDS: usize = 64;

/// The bytes that an array takes. The driver refuses to make empty ones, so these are made with one value.
pub(crate) fn bytes_of<T>(len: usize) -> usize {
    len.max(1) * size_of::<T>()
}

impl Gpu {
    /// An array with whatever stood in its memory before: it is to be written before it is read.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory), [`Error::Driver`](crate::Error::Driver).
    pub fn array<T: Pod>(&self, len: usize) -> Result<Array<T>> {
        let bytes = self.allocate(bytes_of::<T>(len))?;
        Ok(Array { bytes, len, values: PhantomData })
    }

    /// An array of zeros.
    ///
    /// # Errors
    /// As [`Gpu::array`].
    pub fn zeroed<T: Pod>(&self, len: usize) -> Result<Array<T>> {
        let mut array = self.array::<T>(len)?;
        self.stream().memset_zeros(&mut array.bytes).doing("clear memory")?;
        Ok(array)
    }

    /// An array all of whose bits are set.
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

    /// A copy of `values` on the device.
    ///
    /// # Errors
    /// As [`Gpu::array`].
    pub fn upload<T: Pod>(&self, values: &[T]) -> Result<Array<T>> {
        let mut array = self.array::<T>(values.len())?;
        let bytes: &[u8] = bytemuck::cast_slice(values);
        let copied = self.stream().memcpy_htod(bytes, &mut array.bytes).doing("copy to the device");
        // The device may still read page-locked memory of the caller's, which is only lent.
        self.stream().synchronize().doing("copy to the device")?;
        copied.map(|()| array)
    }

    /// A copy of an array on the host, once all that was asked for has been done.
    ///
    /// # Errors
    /// [`Error::Driver`](crate::Error::Driver), also for what failed before;
    /// [`boscage_core::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the array belongs to another GPU.
    pub fn download<T: Pod>(&self, array: &Array<T>) -> Result<Vec<T>> {
        let mut values = boscage_core::memory::filled("a copy from the GPU", array.len, T::zeroed())?;
        self.part(array, 0, &mut values)?;
        Ok(values)
    }

    /// Demands that an array is of this GPU: what is done with it is ordered by the stream of its own only.
    ///
    /// # Panics
    /// If not.
    fn demand_own<T>(&self, array: &Array<T>) {
        assert!(Arc::ptr_eq(array.bytes.stream(), self.stream()), "an array belongs to another GPU");
    }

    /// Demands that an array is of this GPU and has `count` values, which kernels can number.
    ///
    /// # Panics
    /// If not.
    pub(crate) fn demand<T>(&self, array: &Array<T>, count: usize) {
        self.demand_own(array);
        assert!(count <= array.len, "{count} values are asked for of an array of {}", array.len);
        assert!(count <= LIMIT, "{count} values are more than the {LIMIT} that kernels can number");
    }

    /// The only value of `array`, on the host.
    pub(crate) fn one<T: Pod>(&self, array: &Array<T>) -> Result<T> {
        let mut value = [T::zeroed()];
        self.part(array, 0, &mut value)?;
        Ok(value[0])
    }

    /// Copies what lies `offset` bytes into `array` to the host, as values of any type, and waits for it.
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
