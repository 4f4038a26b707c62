use std::{
    ffi::c_char,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use crate::{Settings, settings::RawSettings};

/// Control functions of the library (`cpp/control.cpp`).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Control {
    pub(crate) begin: unsafe extern "C" fn(*const RawSettings),
    pub(crate) end: unsafe extern "C" fn(),
    pub(crate) counts: unsafe extern "C" fn(*mut Counts),
    pub(crate) report: unsafe extern "C" fn(*mut c_char, usize) -> usize,
}

/// Counts with the layout of `Counts` in `cpp/control.cpp`.
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

/// A test's exclusive use of the emulator; a process has one emulator.
///
/// A session begins with all counts at 0 and without a fault, and ends when it is dropped. The drop panics
///
/// - if there was a fault and [`report`](Session::report) was not called;
/// - if device memory was allocated in the session and not freed: declare the session before contexts and
///   buffers, so that they are dropped first. After a fault this is not checked.
#[derive(Debug)]
pub struct Session {
    control: Control,
    asked: AtomicBool,
    _turn: MutexGuard<'static, ()>,
}

static TURN: Mutex<()> = Mutex::new(());

impl Session {
    pub(crate) fn begin(control: Control, settings: &Settings) -> Self {
        // A failed test leaves no state that affects the next session.
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let raw = settings.raw();
        // SAFETY: the library reads the settings during the call.
        unsafe { (control.begin)(&raw) };
        Self { control, asked: AtomicBool::new(false), _turn: turn }
    }

    /// Returns the number of bytes that the session has copied to the device.
    pub fn bytes_to_device(&self) -> u64 {
        self.counts().bytes_to_device
    }

    /// Returns the number of bytes that the session has copied to the host.
    pub fn bytes_to_host(&self) -> u64 {
        self.counts().bytes_to_host
    }

    /// Returns the number of launched kernels, ordinary and cooperative.
    pub fn launches(&self) -> u64 {
        self.counts().launches
    }

    /// Returns the number of threads that ran to their end.
    pub fn threads(&self) -> u64 {
        self.counts().threads
    }

    /// Returns the number of switches from one thread to another.
    pub fn switches(&self) -> u64 {
        self.counts().switches
    }

    /// Returns the bytes of device memory that are allocated now.
    pub fn live_bytes(&self) -> u64 {
        self.counts().live_bytes
    }

    /// Returns the largest number of bytes that were allocated at the same time.
    pub fn most_bytes(&self) -> u64 {
        self.counts().most_bytes
    }

    /// Returns the first fault: that of a kernel, or a misuse of the driver, for which it returned an error.
    pub fn report(&self) -> Option<String> {
        self.asked.store(true, Ordering::Relaxed);
        let mut text = vec![0u8; 4096];
        // SAFETY: the library writes at most the given length, with a 0 at the end.
        let length = unsafe { (self.control.report)(text.as_mut_ptr().cast(), text.len()) };
        text.truncate(length.min(text.len() - 1));
        (!text.is_empty()).then(|| String::from_utf8_lossy(&text).into_owned())
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        // SAFETY: both sides have the same layout of the counts.
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
