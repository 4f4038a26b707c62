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
    /// As the variable `BOSCAGE_EMULATOR` says: `races`, or `checked`, which holds where it is not set.
    ///
    /// # Panics
    ///
    /// If the variable says anything else.
    pub fn from_environment() -> Self {
        match env::var("BOSCAGE_EMULATOR").as_deref() {
            Err(_) | Ok("" | "checked") => Self::Checked,
            Ok("races") => Self::Races,
            Ok(other) => panic!("BOSCAGE_EMULATOR={other}: there are `checked` and `races`"),
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

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn make(build: Build, kernels: &[PathBuf]) -> Result<Emulator, Skip> {
    let (folder, control) = crate::library::make(build, kernels)?;
    Ok(Emulator { folder, control, build })
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn make(_: Build, _: &[PathBuf]) -> Result<Emulator, Skip> {
    Err(Skip::new("the emulator runs on Linux on x86-64 only"))
}

/// Compiles the kernels in the given files, loads them with the emulator in place of the CUDA driver, once.
///
/// Later calls return the same emulator. It is made as [`Build::from_environment`] says.
///
/// # Errors
///
/// If there is no C++ compiler, or this is not Linux on x86-64.
///
/// # Panics
///
/// If something does not compile, with the compiler's messages; if the emulator was installed with other
/// files before; if the driver was loaded already.
pub fn install<P: AsRef<Path>>(kernels: &[P]) -> Result<&'static Emulator, Skip> {
    install_with(Build::from_environment(), kernels)
}

/// Does what [`install()`] does, with the build given.
///
/// # Errors
///
/// As [`install()`]; and where ThreadSanitizer cannot run.
///
/// # Panics
///
/// As [`install()`].
pub fn install_with<P: AsRef<Path>>(build: Build, kernels: &[P]) -> Result<&'static Emulator, Skip> {
    static INSTALLED: Mutex<Option<(Build, Vec<PathBuf>, &'static Emulator)>> = Mutex::new(None);
    let absolute = |path: &P| {
        let path = path.as_ref();
        path.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let mut kernels: Vec<PathBuf> = kernels.iter().map(absolute).collect();
    kernels.sort();
    kernels.dedup();
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((with, files, emulator)) = &*installed {
        assert!(
            (*with, files) == (build, &kernels),
            "a process has one emulator: it was installed as {with:?} with {files:?}"
        );
        return Ok(emulator);
    }
    let emulator = &*Box::leak(Box::new(make(build, &kernels)?));
    *installed = Some((build, kernels, emulator));
    Ok(emulator)
}

/// The emulator with all kernels of boscage. Where there is none, `None`, and [a word](Skip::say) on why the
/// test is skipped.
///
/// # Panics
///
/// As [`install()`].
pub fn with_kernels() -> Option<&'static Emulator> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cuda");
    let files = folder.read_dir().expect("the kernels have a folder");
    let mut sources: Vec<PathBuf> = files.map(|file| file.expect("a readable folder").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    install(&sources).inspect_err(Skip::say).ok()
}
