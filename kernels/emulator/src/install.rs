use std::{
    env, fmt,
    io::{Write as _, stderr},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use crate::{Session, Settings, session::Control};

/// Checks that are compiled into kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Build {
    /// Checks the bounds and the alignment of every access.
    Checked,
    /// Finds unordered accesses with ThreadSanitizer.
    ///
    /// ThreadSanitizer must be loaded before a process starts, so the first installation of this kind
    /// restarts the program: tests run twice up to that point.
    Races,
}

impl Build {
    /// Returns the choice of the variable `EMULATED_CUDA`: `races` or `checked`; if it is not set, `checked`.
    ///
    /// # Panics
    ///
    /// If the variable has another value.
    pub fn from_environment() -> Self {
        match env::var("EMULATED_CUDA").as_deref() {
            Err(_) | Ok("" | "checked") => Self::Checked,
            Ok("races") => Self::Races,
            Ok(other) => panic!("EMULATED_CUDA: expected `checked` or `races`, found `{other}`"),
        }
    }
}

/// Reason why the emulator cannot run. Tests [print](Skip::say) it and return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip(String);

impl Skip {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }

    /// Prints to standard error that a test is skipped, and why; also if the test passes.
    ///
    /// # Panics
    ///
    /// If standard error is closed.
    pub fn say(&self) {
        // Not through a macro: that output would be shown for failed tests only.
        writeln!(stderr(), "skipped: {self}").expect("standard error is open");
    }
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Skip {}

/// The emulator, loaded in place of the CUDA driver for the rest of the process.
#[derive(Debug)]
pub struct Emulator {
    folder: PathBuf,
    control: Control,
    build: Build,
}

impl Emulator {
    /// Starts a session, after those of other threads have ended.
    pub fn session(&'static self, settings: Settings) -> Session {
        Session::begin(self.control, &settings)
    }

    /// Returns the folder of the library. A child process with this folder first in its `LD_LIBRARY_PATH`
    /// loads the emulator instead of the driver; [`Settings::variables`] are for its environment.
    pub fn library_folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the checks that are compiled into the kernels.
    pub fn build(&self) -> Build {
        self.build
    }
}

/// Kernels that the emulator is built with, and their build: the input of [`install`](Kernels::install).
///
/// ```no_run
/// use emulated_cuda::{Build, Kernels};
///
/// let kernels = Kernels::new(["cuda/scan.cu"]).with_build(Build::Races).with_macro("TILE=64");
/// let emulator = kernels.install()?;
/// # Ok::<(), emulated_cuda::Skip>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernels {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) build: Build,
    pub(crate) macros: Vec<String>,
}

impl Kernels {
    /// Creates a list of the kernels in these `.cu` files, with the build of [`Build::from_environment`].
    /// They may include files of their own folders, and [`device.cuh`](include_folder).
    pub fn new<P: Into<PathBuf>>(files: impl IntoIterator<Item = P>) -> Self {
        let files = files.into_iter().map(Into::into).collect();
        Self { files, build: Build::from_environment(), macros: Vec::new() }
    }

    /// Sets the build.
    #[must_use]
    pub fn with_build(self, build: Build) -> Self {
        Self { build, ..self }
    }

    /// Adds a macro: `NAME` or `NAME=VALUE`.
    #[must_use]
    pub fn with_macro(mut self, definition: impl Into<String>) -> Self {
        self.macros.push(definition.into());
        self
    }

    /// Compiles the kernels and loads them, with the emulator, in place of the CUDA driver, once. Later calls
    /// return the same emulator.
    ///
    /// # Errors
    ///
    /// If there is no C++ compiler, if this is not Linux on x86-64, or if ThreadSanitizer is wanted but
    /// cannot run.
    ///
    /// # Panics
    ///
    /// If the kernels do not compile, with the compiler's messages; if the emulator was installed with other
    /// kernels before; if the driver was loaded before.
    pub fn install(mut self) -> Result<&'static Emulator, Skip> {
        static INSTALLED: Mutex<Option<(Kernels, &'static Emulator)>> = Mutex::new(None);
        for file in &mut self.files {
            *file = file.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        }
        self.files.sort();
        self.files.dedup();
        let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((kernels, emulator)) = &*installed {
            assert!(
                *kernels == self,
                "expected the kernels of the first installation in this process, {kernels:?}"
            );
            return Ok(emulator);
        }
        let emulator = &*Box::leak(Box::new(make(&self)?));
        *installed = Some((self, emulator));
        Ok(emulator)
    }
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn make(kernels: &Kernels) -> Result<Emulator, Skip> {
    let (folder, control) = crate::library::make(kernels)?;
    Ok(Emulator { folder, control, build: kernels.build })
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn make(_: &Kernels) -> Result<Emulator, Skip> {
    Err(Skip::new("the emulator runs on Linux on x86-64 only"))
}

/// Installs the kernels in the given files, with the build of [`Build::from_environment`].
///
/// # Errors
///
/// As [`Kernels::install`].
///
/// # Panics
///
/// As [`Kernels::install`].
pub fn install<P: AsRef<Path>>(files: &[P]) -> Result<&'static Emulator, Skip> {
    Kernels::new(files.iter().map(AsRef::as_ref)).install()
}

/// Returns the folder of `device.cuh`, the header with which kernels compile for a device and for the
/// emulator: the include folder for NVCC or NVRTC. The emulator has it by default.
pub fn include_folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/include"))
}
