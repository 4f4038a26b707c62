//! NVRTC, NVIDIA's compiler as a library: loaded at run time, and called only here.

use std::ffi::{CStr, CString, c_char, c_int};
use std::fmt;
use std::ptr;

use cudarc::nvrtc::result::{self, NvrtcError};
use cudarc::nvrtc::sys;

/// The library, found and asked for its version.
#[derive(Debug)]
pub(crate) struct Nvrtc {
    /// Version in the library's PTX: "12.0.76".
    pub(crate) version: String,
}

/// Reason for a missing compiler.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Absent {
    #[error("no NVRTC: libnvrtc.so.12 was not found (add its folder to LD_LIBRARY_PATH)")]
    NotFound,
    #[error("expected NVRTC 11.1 or newer, found {major}.{minor}")]
    TooOld { major: c_int, minor: c_int },
    #[error("NVRTC cannot compile an empty file:\n{0}")]
    Broken(String),
}

/// Result of a compilation.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// `true` if there is code.
    pub(crate) success: bool,
    /// Messages of the compiler; empty if there are none.
    pub(crate) log: String,
    /// PTX.
    pub(crate) ptx: String,
}

impl Nvrtc {
    /// Finds the library.
    pub(crate) fn find() -> Result<Self, Absent> {
        // SAFETY: loading NVRTC has no requirements.
        if !unsafe { sys::is_culib_present() } {
            return Err(Absent::NotFound);
        }
        let (mut major, mut minor) = (0, 0);
        // SAFETY: two places to write to. The function is in every NVRTC; others may be missing from old
        // ones, and cudarc panics then, which is why the version is looked at first.
        let _ = unsafe { sys::nvrtcVersion(&mut major, &mut minor) };
        if (major, minor) < (11, 1) {
            return Err(Absent::TooOld { major, minor });
        }
        let mut nvrtc = Self { version: format!("{major}.{minor}") };
        // The functions know the first two numbers; the third stands in the PTX alone.
        match nvrtc.compile("empty.cu", "", &[], &["--gpu-architecture=compute_75".into()]) {
            Ok(empty) if empty.success => {
                nvrtc.version = version_in(&empty.ptx).map_or(nvrtc.version, str::to_owned);
                Ok(nvrtc)
            }
            Ok(empty) => Err(Absent::Broken(empty.log)),
            Err(error) => Err(Absent::Broken(error.to_string())),
        }
    }

    /// Compiles `source`, which may include `headers` (name and text) and nothing else. Errors are those of
    /// NVRTC itself; a source that does not compile is a result.
    pub(crate) fn compile(
        &self,
        name: &str,
        source: &str,
        headers: &[Header],
        options: &[String],
    ) -> Result<Compiled, Failed> {
        let (name, source) = (c_string(name)?, c_string(source)?);
        let texts: Vec<*const c_char> = headers.iter().map(|header| header.text.as_ptr()).collect();
        let names: Vec<*const c_char> = headers.iter().map(|header| header.name.as_ptr()).collect();
        let mut program = Program(ptr::null_mut());
        // SAFETY: a place to write to, two C strings, and two arrays with the stated number of C strings. All
        // of them outlive `program`.
        unsafe {
            sys::nvrtcCreateProgram(
                &mut program.0,
                source.as_ptr(),
                name.as_ptr(),
                headers.len() as c_int,
                texts.as_ptr(),
                names.as_ptr(),
            )
        }
        .result()?;
        // SAFETY: the program was created above and lives.
        let success = match unsafe { result::compile_program(program.0, options) } {
            Ok(()) => true,
            Err(NvrtcError(sys::nvrtcResult::NVRTC_ERROR_COMPILATION)) => false,
            Err(error) => return Err(Failed(format!("{error}: {}", program.log()?.trim()))),
        };
        let log = program.log()?;
        let ptx = if success { program.ptx()? } else { String::new() };
        Ok(Compiled { success, log, ptx })
    }
}

/// Returns the version in the head of PTX: "12.0.76" of "// Cuda compilation tools, release 12.0, V12.0.76".
pub(crate) fn version_in(ptx: &str) -> Option<&str> {
    let line = ptx.lines().find(|line| line.starts_with("// Cuda compilation tools"))?;
    line.rsplit_once(", V").map(|(_, version)| version.trim())
}

/// A file that sources can include.
#[derive(Debug)]
pub(crate) struct Header {
    name: CString,
    text: CString,
}

impl Header {
    pub(crate) fn new(name: &str, text: &str) -> Result<Self, Failed> {
        Ok(Self { name: c_string(name)?, text: c_string(text)? })
    }
}

/// Error of NVRTC or of a call of it.
#[derive(Debug)]
pub(crate) struct Failed(String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<NvrtcError> for Failed {
    fn from(error: NvrtcError) -> Self {
        Self(error.to_string())
    }
}

fn c_string(text: &str) -> Result<CString, Failed> {
    CString::new(text).map_err(|_| Failed("expected a source without zero bytes".into()))
}

/// NVRTC's handle; null, or of a program that was created and not destroyed.
struct Program(sys::nvrtcProgram);

impl Program {
    fn log(&self) -> Result<String, NvrtcError> {
        // SAFETY: the program was created and lives.
        Ok(text(&unsafe { result::get_program_log(self.0) }?))
    }

    fn ptx(&self) -> Result<String, NvrtcError> {
        // SAFETY: the program was created, lives and has been compiled.
        Ok(text(&unsafe { result::get_ptx(self.0) }?))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if !self.0.is_null() {
            // SAFETY: the program was created, and has not been destroyed. A failure leaks a handle, and this
            // program ends soon.
            let _ = unsafe { sys::nvrtcDestroyProgram(&mut self.0) };
        }
    }
}

/// The text in `bytes`, which a 0 ends.
fn text(bytes: &[c_char]) -> String {
    let bytes: &[u8] = bytemuck::cast_slice(bytes);
    let text = CStr::from_bytes_until_nul(bytes).map_or(bytes, CStr::to_bytes);
    String::from_utf8_lossy(text).into_owned()
}
