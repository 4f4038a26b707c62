//! Memory pools: the memory that they keep, who may use it, their end.

use std::{mem::zeroed, ptr::null_mut};

use cudarc::driver::{
    DriverError,
    sys::{self, CUmemPool_attribute as Attribute, CUresult},
};
use emulated_cuda::{Session, Settings};
use emulated_cuda_support::{Device, checked_emulator as emulator};

const OUT_OF_MEMORY: Result<u64, DriverError> = Err(DriverError(CUresult::CUDA_ERROR_OUT_OF_MEMORY));
const INVALID: DriverError = DriverError(CUresult::CUDA_ERROR_INVALID_VALUE);

/// A session on a device of 10,000 bytes.
fn small_device() -> Option<(Session, Device)> {
    let session = emulator()?.session(Settings { memory_bytes: 10_000, ..Settings::default() });
    Some((session, Device::new()))
}

fn left(device: &Device) -> usize {
    device.context.mem_get_info().unwrap().0
}

fn properties() -> sys::CUmemPoolProps {
    // SAFETY: zeros are a value of this record.
    let mut properties: sys::CUmemPoolProps = unsafe { zeroed() };
    properties.allocType = sys::CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type_ = sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    properties
}

#[derive(Clone, Copy)]
struct Pool(sys::CUmemoryPool);

impl Pool {
    fn with(properties: &sys::CUmemPoolProps) -> Result<Self, DriverError> {
        let mut pool = null_mut();
        // SAFETY: writes one pointer.
        unsafe { sys::cuMemPoolCreate(&raw mut pool, properties) }.result()?;
        Ok(Self(pool))
    }

    fn new(threshold: u64) -> Self {
        let pool = Self::with(&properties()).unwrap();
        let mut value = threshold;
        let attribute = Attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
        // SAFETY: the value is a word of 64 bits.
        unsafe { sys::cuMemPoolSetAttribute(pool.0, attribute, (&raw mut value).cast()) }.result().unwrap();
        pool
    }

    fn allocate(self, bytes: usize) -> Result<u64, DriverError> {
        let mut pointer = 0;
        // SAFETY: writes one pointer.
        unsafe { sys::cuMemAllocFromPoolAsync(&raw mut pointer, bytes, self.0, null_mut()) }.result()?;
        Ok(pointer)
    }

    /// Bytes reserved and bytes used, now and at most.
    fn figures(self) -> [u64; 4] {
        [
            Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT,
            Attribute::CU_MEMPOOL_ATTR_USED_MEM_CURRENT,
            Attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH,
            Attribute::CU_MEMPOOL_ATTR_USED_MEM_HIGH,
        ]
        .map(|attribute| {
            let mut bytes = 0_u64;
            // SAFETY: the values are words of 64 bits.
            unsafe { sys::cuMemPoolGetAttribute(self.0, attribute, (&raw mut bytes).cast()) }
                .result()
                .unwrap();
            bytes
        })
    }

    fn trim(self, bytes: usize) {
        // SAFETY: takes numbers.
        unsafe { sys::cuMemPoolTrimTo(self.0, bytes) }.result().unwrap();
    }

    fn destroy(self) -> Result<(), DriverError> {
        // SAFETY: the emulator knows its pools.
        unsafe { sys::cuMemPoolDestroy(self.0) }.result()
    }
}

fn free(pointer: u64) {
    // SAFETY: nobody uses it any more.
    unsafe { sys::cuMemFreeAsync(pointer, null_mut()) }.result().unwrap();
}

#[test]
fn a_pool_keeps_what_is_freed_up_to_its_threshold() {
    let Some((session, device)) = small_device() else { return };
    let pool = Pool::new(3000);
    let (a, b) = (pool.allocate(4000).unwrap(), pool.allocate(2000).unwrap());
    assert_eq!((pool.figures(), left(&device)), ([6000, 6000, 6000, 6000], 4000));
    free(b);
    assert_eq!((pool.figures(), left(&device)), ([4000, 4000, 6000, 6000], 6000), "above the threshold");
    free(a);
    assert_eq!((pool.figures(), left(&device)), ([3000, 0, 6000, 6000], 7000));
    assert_eq!(session.live_bytes(), 0, "kept memory is not allocated");
    let c = pool.allocate(2000).unwrap();
    assert_eq!((pool.figures(), left(&device)), ([3000, 2000, 6000, 6000], 7000), "it is used again");
    pool.trim(2500);
    assert_eq!((pool.figures(), left(&device)), ([2500, 2000, 6000, 6000], 7500));
    pool.trim(0);
    assert_eq!((pool.figures(), left(&device)), ([2000, 2000, 6000, 6000], 8000), "used memory stays");
    free(c);
    pool.destroy().unwrap();
    assert_eq!(left(&device), 10_000);
    assert_eq!(session.report(), None);
}

#[test]
fn what_pools_keep_is_used_before_an_allocation_fails() {
    let Some((session, device)) = small_device() else { return };
    let (pool, other) = (Pool::new(u64::MAX), Pool::new(u64::MAX));
    free(pool.allocate(6000).unwrap());
    assert_eq!(left(&device), 4000);
    let a = pool.allocate(9000).unwrap();
    assert_eq!(pool.figures(), [9000, 9000, 9000, 9000], "6000 that it kept, 3000 that were free");
    assert_eq!(pool.allocate(1001), OUT_OF_MEMORY);
    free(a);
    let b = other.allocate(2000).unwrap();
    assert_eq!((pool.figures()[0], other.figures()[0]), (0, 2000), "the other one gives back what it keeps");
    free(pool.allocate(8000).unwrap());
    let plain = device.stream.alloc_zeros::<u8>(8000).unwrap();
    assert_eq!((pool.figures()[0], left(&device)), (0, 0), "for allocations without a pool, too");
    drop(plain);
    free(b);
    pool.destroy().unwrap();
    other.destroy().unwrap();
    assert_eq!(session.report(), None, "a device that is full is no fault");
    assert_eq!(session.most_bytes(), 10_000);
}

#[test]
fn a_destroyed_pool_lives_until_all_is_freed() {
    let Some((session, device)) = small_device() else { return };
    let pool = Pool::new(u64::MAX);
    let (a, b) = (pool.allocate(1000).unwrap(), pool.allocate(500).unwrap());
    free(pool.allocate(4000).unwrap());
    pool.destroy().unwrap();
    assert_eq!((session.live_bytes(), left(&device)), (1500, 8500), "it keeps nothing any more");
    free(a);
    assert_eq!((session.live_bytes(), left(&device)), (500, 9500));
    assert_eq!(pool.allocate(1), Err(INVALID));
    assert_eq!(session.report().unwrap(), "there is no such pool");
    free(b);
    assert_eq!((session.live_bytes(), left(&device)), (0, 10_000));
}

#[test]
fn pools_that_are_not_there_are_refused() {
    let Some((session, device)) = small_device() else { return };
    let pool = Pool::new(0);
    pool.destroy().unwrap();
    assert_eq!(pool.destroy(), Err(INVALID));
    assert_eq!(session.report().unwrap(), "there is no such pool");
    let mut default = null_mut();
    // SAFETY: writes one pointer.
    unsafe { sys::cuDeviceGetDefaultMemPool(&raw mut default, device.context.cu_device()) }.result().unwrap();
    assert_eq!(Pool(default).destroy(), Err(INVALID), "the default pool stays");

    let mut on_host = properties();
    on_host.location.type_ = sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_INVALID;
    let mut elsewhere = properties();
    elsewhere.location.id = 1;
    for wrong in [on_host, elsewhere] {
        assert_eq!(Pool::with(&wrong).err(), Some(INVALID));
    }
}

#[test]
fn a_session_begins_with_empty_pools() {
    let Some((session, _)) = small_device() else { return };
    let pool = Pool::new(u64::MAX);
    free(pool.allocate(6000).unwrap());
    drop(session);
    let Some((session, device)) = small_device() else { return };
    assert_eq!((pool.figures(), left(&device)), ([0; 4], 10_000));
    pool.destroy().unwrap();
    assert_eq!(session.report(), None);
}
