//! The driver's pool of device memory.
#![allow(unsafe_code)]

use std::ptr::null_mut;

use cudarc::driver::{CudaContext, sys};
use sys::CUmemPool_attribute as Attribute;

use crate::error::{Doing, Result};

/// The pool that arrays come from, where the device has one.
fn of(context: &CudaContext) -> Result<Option<sys::CUmemoryPool>> {
    if !context.has_async_alloc() {
        return Ok(None);
    }
    let mut pool = null_mut();
    // SAFETY: writes one pointer.
    unsafe { sys::cuDeviceGetDefaultMemPool(&raw mut pool, context.cu_device()) }
        .result()
        .doing("find its memory pool")?;
    Ok(Some(pool))
}

/// Has the driver keep what is freed for the next array. Otherwise it gives memory back at every wait, and asks for it again.
pub(crate) fn keep_what_is_freed(context: &CudaContext) -> Result<()> {
    let Some(pool) = of(context)? else { return Ok(()) };
    let mut threshold = u64::MAX;
    let attribute = Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
    // SAFETY: the value of this attribute is a word of 64 bits.
    unsafe { sys::cuMemPoolSetAttribute(pool, attribute, (&raw mut threshold).cast()) }
        .result()
        .doing("keep freed memory")
}

/// Bytes that are kept for the next array: not free for others, but for us.
pub(crate) fn kept_bytes(context: &CudaContext) -> Result<u64> {
    let Some(pool) = of(context)? else { return Ok(0) };
    let figure = |attribute| -> Result<u64> {
        let mut bytes = 0_u64;
        // SAFETY: the values of both attributes are words of 64 bits.
        unsafe { sys::cuMemPoolGetAttribute(pool, attribute, (&raw mut bytes).cast()) }
            .result()
            .doing("tell its free memory")?;
        Ok(bytes)
    };
    let reserved = figure(Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT)?;
    Ok(reserved.saturating_sub(figure(Attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT)?))
}
