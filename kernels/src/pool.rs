//! The pool of device memory for arrays.
//!
//! CUDA's default pool belongs to the whole process: memory that it keeps would be missing elsewhere.
#![allow(unsafe_code)]

use std::mem::zeroed;
use std::ptr::null_mut;
use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaSlice, CudaStream, DriverError, sys};
use sys::CUmemPool_attribute as Attribute;

use crate::error::{Doing, Result};

/// A pool that keeps freed memory. On drop the driver gets the memory back, that of living arrays as soon as
/// they are freed.
pub(crate) struct Pool {
    context: Arc<CudaContext>,
    pool: sys::CUmemoryPool,
}

// SAFETY: the handle is valid on every thread, like all handles of the driver.
unsafe impl Send for Pool {}
// SAFETY: as above; the driver locks its pools.
unsafe impl Sync for Pool {}

impl Pool {
    /// Creates a pool on the context's device; `None` if the device has no pools.
    pub(crate) fn new(context: &Arc<CudaContext>) -> Result<Option<Self>> {
        if !context.has_async_alloc() {
            return Ok(None);
        }
        // SAFETY: zeros are a value of this record of numbers and pointers: what each means by default.
        let mut properties: sys::CUmemPoolProps = unsafe { zeroed() };
        properties.allocType = sys::CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        properties.location.type_ = sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
        properties.location.id = context.cu_device();
        let mut pool = null_mut();
        // SAFETY: writes one pointer.
        unsafe { sys::cuMemPoolCreate(&raw mut pool, &raw const properties) }
            .result()
            .doing("create a memory pool")?;
        let made = Self { context: context.clone(), pool };
        made.keep_what_is_freed()?;
        Ok(Some(made))
    }

    /// Keeps freed memory; by default the driver takes it back at every wait.
    fn keep_what_is_freed(&self) -> Result<()> {
        let mut threshold = u64::MAX;
        let attribute = Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
        // SAFETY: the value of this attribute is a word of 64 bits.
        unsafe { sys::cuMemPoolSetAttribute(self.pool, attribute, (&raw mut threshold).cast()) }
            .result()
            .doing("keep freed memory")
    }

    /// Allocates bytes of unspecified values for the stream.
    pub(crate) fn allocate(
        &self,
        stream: &Arc<CudaStream>,
        bytes: usize,
    ) -> std::result::Result<CudaSlice<u8>, DriverError> {
        self.context.bind_to_thread()?;
        let mut pointer = 0;
        // SAFETY: writes one pointer.
        unsafe { sys::cuMemAllocFromPoolAsync(&raw mut pointer, bytes, self.pool, stream.cu_stream()) }
            .result()?;
        // SAFETY: nothing else has the pointer; bytes have any value.
        Ok(unsafe { stream.upgrade_device_ptr(pointer, bytes) })
    }

    /// Returns the bytes that are kept for the next array.
    pub(crate) fn kept_bytes(&self) -> Result<u64> {
        let reserved = self.figure(Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT)?;
        Ok(reserved.saturating_sub(self.figure(Attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT)?))
    }

    fn figure(&self, attribute: Attribute) -> Result<u64> {
        let mut bytes = 0_u64;
        // SAFETY: the values of the attributes that are asked for are words of 64 bits.
        unsafe { sys::cuMemPoolGetAttribute(self.pool, attribute, (&raw mut bytes).cast()) }
            .result()
            .doing("report its free memory")?;
        Ok(bytes)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // SAFETY: no array is made from it any more; the driver waits for those that are left. An error at
        // this point cannot be handled.
        let _ = unsafe { sys::cuMemPoolDestroy(self.pool) };
    }
}
