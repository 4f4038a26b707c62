use std::{
    ffi::c_char,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use crate::{Settings, settings::RawSettings};

/// The functions by which the library is steered (`cpp/control.cpp`).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Control {
    pub(crate) begin: unsafe extern "C" fn(*const RawSettings),
    pub(crate) end: unsafe extern "C" fn(),
    pub(crate) counts: unsafe extern "C" fn(*mut Counts),
    pub(crate) report: unsafe extern "C" fn(*mut c_char, usize) -> usize,
}

/// Laid out as `Counts` in `cpp/control.cpp`.
#[repr(C)]
#[derive(Debug, Default)]
pub(crate) struct Counts {
    bytes_to_device: u64,
    bytes_to_host: u64,
    launches: u64,
    threads: u64,
    switches: u64,
    live_allocations: u64,
    live_bytes: u64,
    most_bytes: u64,
}

/// A test's turn at the emulator, which is one for the whole process.
///
/// It begins with all counts at 0 and no fault, and ends when it is dropped. It then panics
///
/// - if something went wrong and [`report`](Session::report) was not called;
/// - if device memory was allocated in it and not freed. So contexts and buffers must be dropped first:
///   declare the session before them. After a fault it does not look.
#[derive(Debug)]
pub struct Session {
    control: Control,
    asked: AtomicBool,
    _turn: MutexGuard<'static, ()>,
}

static TURN: Mutex<()> = Mutex::new(());

impl Session {
    pub(crate) fn begin(control: Control, settings: &Settings) -> Self {
        // A test that failed in its turn has left nothing behind that the next would see.
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let raw = settings.raw();
        // SAFETY: the library reads the settings during the call.
        unsafe { (control.begin)(&raw) };
        Self { control, asked: AtomicBool::new(false), _turn: turn }
    }

    /// Bytes that were copied from the host to the device, in this session.
    pub fn bytes_to_device(&self) -> u64 {
        self.counts().bytes_to_device
    }

    /// Bytes that were copied from the device to the host.
    pub fn bytes_to_host(&self) -> u64 {
        self.counts().bytes_to_host
    }

    /// Kernels that were launched, ordinary and cooperative.
    pub fn launches(&self) -> u64 {
        self.counts().launches
    }

    /// Threads that ran to their end.
    pub fn threads(&self) -> u64 {
        self.counts().threads
    }

    /// How often another thread went on than the one before.
    pub fn switches(&self) -> u64 {
        self.counts().switches
    }

    /// Device memory that is allocated now.
    pub fn live_bytes(&self) -> u64 {
        self.counts().live_bytes
    }

    /// The most device memory that was allocated at a time.
    pub fn most_bytes(&self) -> u64 {
        self.counts().most_bytes
    }

    /// The first thing that went wrong: a fault of a kernel, or a misuse of the driver that it answered with
    /// an error.
    pub fn report(&self) -> Option<String> {
        self.asked.store(true, Ordering::Relaxed);
        let mut text = vec![0u8; 4096];
        // SAFETY: the library writes no more than the length it is given, and a 0 at the end.
        let length = unsafe { (self.control.report)(text.as_mut_ptr().cast(), text.len()) };
        text.truncate(length.min(text.len() - 1));
        (!text.is_empty()).then(|| String::from_utf8_lossy(&text).into_owned())
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        // SAFETY: both sides lay out the counts alike.
        unsafe { (self.control.counts)(&mut counts) };
        counts
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let asked = self.asked.load(Ordering::Relaxed);
        let report = self.report();
        let Counts { live_allocations, live_bytes, .. } = self.counts();
        // SAFETY: takes and returns nothing.
        unsafe { (self.control.end)() };
        if thread::panicking() {
            return;
        }
        match report {
            Some(report) if !asked => panic!("{report}"),
            None if live_allocations > 0 => panic!(
                "{live_allocations} allocations of {live_bytes} bytes on the device outlive the session: they leak, or \
                 their owners are declared before the session"
            ),
            _ => {}
        }
    }
}
