//! Results of `install` if the emulator cannot run.

use std::{
    env, fs,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    process::Command,
};

use emulated_cuda::{Build, Kernels};

/// A file of kernels during one test.
struct Source(PathBuf);

impl Source {
    fn new(name: &str, text: &str) -> Self {
        let folder = env::temp_dir().join(format!("emulated-cuda-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name).with_extension("cu");
        fs::write(&path, text).unwrap();
        Self(path)
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        fs::remove_dir_all(self.0.parent().unwrap()).unwrap();
    }
}

/// The panic message of the installation of these files; `None` without a compiler.
fn message_of(files: &[&Path]) -> Option<String> {
    match panic::catch_unwind(AssertUnwindSafe(|| {
        Kernels::new(files.iter().copied()).with_build(Build::Checked).install().map(|_| ())
    })) {
        Ok(Ok(())) => panic!("{files:?} can be installed"),
        Ok(Err(skip)) => {
            skip.say();
            None
        }
        Err(panic) => Some(*panic.downcast::<String>().unwrap()),
    }
}

#[test]
fn what_does_not_compile_fails_with_the_compilers_words() {
    let wrong = Source::new(
        "wrong",
        "#include \"device.cuh\"\n\nextern \"C\" __global__ void wrong(u32* a) { a[0] = nowhere; }\n",
    );
    let Some(message) = message_of(&[&wrong.0]) else { return };
    assert!(message.contains("wrong.cu:3:"), "{message}");
    assert!(message.contains("nowhere"), "{message}");
}

#[test]
fn shared_memory_needs_its_macro() {
    let wrong = Source::new(
        "shared",
        "#include \"device.cuh\"\nextern \"C\" __global__ void wrong() { __shared__ u32 sums[32]; }\n",
    );
    let Some(message) = message_of(&[&wrong.0]) else { return };
    assert!(message.contains("declare shared memory with SHARED or DYNAMIC_SHARED"), "{message}");
}

#[test]
fn two_kernels_of_one_name() {
    let text = "#include \"device.cuh\"\nextern \"C\" __global__ void twice() {}\n";
    let (one, other) = (Source::new("one", text), Source::new("other", text));
    let Some(message) = message_of(&[&one.0, &other.0]) else { return };
    assert!(message.contains("expected different names of kernels, found twice twice"), "{message}");
}

/// Child process of the next test; does nothing by itself.
#[test]
fn child() {
    if env::var_os("EMULATED_CUDA_CHILD").is_some() {
        let skip = Kernels::new([] as [&Path; 0]).with_build(Build::Checked).install().unwrap_err();
        skip.say();
    }
}

#[test]
fn without_a_compiler_there_is_a_reason() {
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
        .env("EMULATED_CUDA_CHILD", "1")
        .env("PATH", "/nowhere")
        .env_remove("CXX")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let expected = if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        "skipped: the emulator needs a C++ compiler: found none of $CXX, c++, g++, clang++ (16 or later)"
    } else {
        "skipped: the emulator runs on Linux on x86-64 only"
    };
    assert!(said.contains(expected), "{said}");
}
