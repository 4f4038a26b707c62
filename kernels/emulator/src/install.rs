use std::{
    env, fmt,
    io::{Write as _, stderr},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use crate::{Session, Settings, session::Control};

/// What is compiled into kernels to check them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Build {
    /// A check at every access, of bounds and alignment.
    Checked,
    /// ThreadSanitizer, which finds accesses that nothing orders.
    ///
    /// It must be there from the start of a process, so the first installation of this kind starts the
    /// program anew, with ThreadSanitizer loaded: tests run twice up to that point.
    Races,
}

impl Build {
    /// As the variable `EMULATED_CUDA` says: `races`, or `checked`, which holds where it is not set.
    ///
    /// # Panics
    ///
    /// If the variable says anything else.
    pub fn from_environment() -> Self {
        match env::var("EMULATED_CUDA").as_deref() {
            Err(_) | Ok("" | "checked") => Self::Checked,
            Ok("races") => Self::Races,
            Ok(other) => panic!("EMULATED_CUDA={other}: there are `checked` and `races`"),
        }
    }
}

/// Why there is no emulator here. Tests [say](Skip::say) it and do nothing more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip(String);

impl Skip {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }

    /// Says on standard error that a test is skipped, and why; also of a test that passes.
    ///
    /// # Panics
    ///
    /// If standard error is closed.
    pub fn say(&self) {
        // Not through a macro: that output would be shown of failed tests only.
        writeln!(stderr(), "skipped: {self}").expect("standard error is open");
    }
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Skip {}

/// The emulator, loaded in place of the CUDA driver for the rest of the process's life.
#[derive(Debug)]
pub struct Emulator {
    folder: PathBuf,
    control: Control,
    build: Build,
}

impl Emulator {
    /// Waits for its turn and starts a session.
    pub fn session(&'static self, settings: Settings) -> Session {
        Session::begin(self.control, &settings)
    }

    /// Where the library lies. A child process that has this folder in its `LD_LIBRARY_PATH`, before all
    /// others, finds the emulator in place of the driver; [`Settings::variables`] are for its environment.
    pub fn library_folder(&self) -> &Path {
        &self.folder
    }

    /// How the kernels were compiled.
    pub fn build(&self) -> Build {
        self.build
    }
}

/// The kernels that the emulator is built with, and how: what [`install`](Kernels::install) compiles.
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
    /// The kernels in these `.cu` files, built as [`Build::from_environment`] says. They may include files of
    /// their own folders, and [`device.cuh`](include_folder).
    pub fn new<P: Into<PathBuf>>(files: impl IntoIterator<Item = P>) -> Self {
        let files = files.into_iter().map(Into::into).collect();
        Self { files, build: Build::from_environment(), macros: Vec::new() }
    }

    /// The same, built in this way.
    #[must_use]
    pub fn with_build(self, build: Build) -> Self {
        Self { build, ..self }
    }

    /// The same, compiled with one more macro: `NAME` or `NAME=VALUE`.
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
    /// If there is no C++ compiler, or this is not Linux on x86-64, or ThreadSanitizer is wanted and cannot
    /// run.
    ///
    /// # Panics
    ///
    /// If something does not compile, with the compiler's messages; if the emulator was installed with other
    /// kernels before; if the driver was loaded already.
    pub fn install(mut self) -> Result<&'static Emulator, Skip> {
        static INSTALLED: Mutex<Option<(Kernels, &'static Emulator)>> = Mutex::new(None);
        for file in &mut self.files {
            *file = file.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        }
        self.files.sort();
        self.files.dedup();
        let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((kernels, emulator)) = &*installed {
            assert!(*kernels == self, "a process has one emulator: it was installed with {kernels:?}");
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

/// Installs the kernels in the given files, built as [`Build::from_environment`] says.
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

/// The folder of `device.cuh`, the header that kernels include in order to compile for a device and for the
/// emulator alike: the include folder for NVCC or NVRTC. The emulator knows it.
pub fn include_folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/include"))
}
