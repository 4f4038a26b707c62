//! A CUDA driver for tests: it runs kernels on the processor, in seeded schedules, and checks what they do.
//!
//! [`install()`] compiles the given `.cu` files, together with the emulator's own C++ sources, into a library
//! that exports the functions of the CUDA driver, and loads it under the driver's name. From then on cudarc,
//! and with it the whole host side of the kernels, works on the emulator as it would on a device.
//!
//! ```no_run
//! use boscage_emulator::{Settings, install};
//!
//! # fn main() {
//! let emulator = match install(&["cuda/scan.cu"]) {
//!     Ok(emulator) => emulator,
//!     Err(skip) => return skip.say(),
//! };
//! for seed in 0..100 {
//!     let session = emulator.session(Settings { seed, preempt_one_in: 10, ..Settings::default() });
//!     // ... run the code under test, on cudarc ...
//!     assert_eq!(session.report(), None);
//!     assert!(session.bytes_to_host() < 64);
//! }
//! # }
//! ```
//!
//! What is checked and what is not stands in the `README.md` of this crate; what can be set, in [`Settings`].

mod install;
// Elsewhere there is only the interface, which says so.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod library;
mod session;
mod settings;

pub use install::{Build, Emulator, Skip, install, install_with, with_kernels};
pub use session::Session;
pub use settings::Settings;
