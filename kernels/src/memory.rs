//! Arrays on the device.

use std::marker::PhantomData;

use bytemuck::Pod;
use cudarc::driver::{CudaSlice, DevicePtr};

use crate::error::{Doing, Result};
use crate::gpu::Gpu;

/// Values of one type in the device's memory, freed with the value.
pub(crate) struct Array<T> {
    bytes: CudaSlice<u8>,
    values: PhantomData<T>,
}

impl<T> Array<T> {
    /// Where it lies on the device.
    pub(crate) fn pointer(&self) -> u64 {
        self.bytes.device_ptr(self.bytes.stream()).0
    }
}

/// The bytes that an array takes. The driver refuses to make empty ones, so these are made with one value.
pub(crate) fn bytes_of<T>(len: usize) -> usize {
    len.max(1) * size_of::<T>()
}

impl Gpu {
    /// An array with whatever stood in its memory before.
    pub(crate) fn array<T: Pod>(&self, len: usize) -> Result<Array<T>> {
        // SAFETY: every bit pattern is a value of such a type.
        #[allow(unsafe_code)]
        let bytes = unsafe { self.stream().alloc(bytes_of::<T>(len)) }.doing("allocate memory")?;
        Ok(Array { bytes, values: PhantomData })
    }

    /// An array of zeros.
    pub(crate) fn zeroed<T: Pod>(&self, len: usize) -> Result<Array<T>> {
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
    pub(crate) fn upload<T: Pod>(&self, values: &[T]) -> Result<Array<T>> {
        let mut array = self.array::<T>(values.len())?;
        let bytes: &[u8] = bytemuck::cast_slice(values);
        self.stream().memcpy_htod(bytes, &mut array.bytes).doing("copy to the device")?;
        Ok(array)
    }

    /// The only value of `array`, on the host.
    pub(crate) fn one<T: Pod>(&self, array: &Array<T>) -> Result<T> {
        let mut value = [T::zeroed()];
        self.part(array, 0, &mut value)?;
        Ok(value[0])
    }

    /// Copies what lies `offset` bytes into `array` to the host, as values of any type, and waits for it.
    pub(crate) fn part<T, U: Pod>(&self, array: &Array<T>, offset: usize, values: &mut [U]) -> Result<()> {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(values);
        if bytes.is_empty() {
            return Ok(());
        }
        let part = array.bytes.slice(offset..offset + bytes.len());
        self.stream().memcpy_dtoh(&part, bytes).doing("copy from the device")?;
        self.stream().synchronize().doing("finish a kernel")
    }
}
