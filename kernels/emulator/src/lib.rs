//! A CUDA driver library for tests: it runs kernels on the processor, in seeded schedules, and checks their
//! accesses.
//!
//! [`install()`] compiles `.cu` files, together with the emulator's own C++ sources, into a library that
//! exports the functions of the CUDA driver, and loads it under the driver's name. From then on cudarc, and
//! with it all host code of the program, works on the emulator as on a device.
//!
//! ```no_run
//! use emulated_cuda::{Settings, install};
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
//! The `README.md` of this crate says what is checked and what is not; [`Settings`] has the options.

mod install;
// On other systems there is only the interface, whose functions return an error.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod library;
mod session;
mod settings;

pub use install::{Build, Emulator, Kernels, Skip, include_folder, install};
pub use session::Session;
pub use settings::Settings;
