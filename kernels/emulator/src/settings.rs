/// The device that the emulator plays, and the schedule it tries.
///
/// A session has the settings it is started with. Outside of sessions, hence in child processes that find the
/// emulator through `LD_LIBRARY_PATH`, the environment sets them: [`Settings::variables`] gives the
/// variables.
///
/// | field | variable | default |
/// |---|---|---|
/// | `seed` | `EMULATED_CUDA_SEED` | 1 |
/// | `memory_bytes` | `EMULATED_CUDA_MEMORY_BYTES` | 4 GiB |
/// | `time_limit_seconds` | `EMULATED_CUDA_TIME_LIMIT_SECONDS` | 300 |
/// | `preempt_one_in` | `EMULATED_CUDA_PREEMPT_ONE_IN` | 0 |
/// | `devices` | `EMULATED_CUDA_DEVICES` | 1 |
/// | `capability` | `EMULATED_CUDA_CAPABILITY`, as `7.5` | 7.5 |
/// | `multiprocessors` | `EMULATED_CUDA_MULTIPROCESSORS` | 4 |
/// | `resident_blocks` | `EMULATED_CUDA_RESIDENT_BLOCKS` | 8 |
/// | `accept_any_image` | `EMULATED_CUDA_ACCEPT_ANY_IMAGE`, 0 or 1 | 0 |
///
/// Two more variables are no settings: a process that has `EMULATED_CUDA_SUMMARY` in its environment
/// writes what it counted, and the fault it found, to the file of that name when it ends; and
/// `EMULATED_CUDA` chooses the
/// [`Build`](crate::Build) that [`install`](crate::install()) makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Chooses the schedule: the order of blocks, of threads, where they are preempted; and what fills fresh
    /// memory. The same seed gives the same run. With 0 blocks and threads begin in order and take turns.
    pub seed: u64,
    /// How much memory the device has.
    pub memory_bytes: u64,
    /// After this long a launch is given up as one that never ends.
    pub time_limit_seconds: u64,
    /// At atomics, and at relaxed, acquiring and releasing loads and stores, a thread is preempted one time
    /// in this many. 0: threads run until they wait.
    pub preempt_one_in: u32,
    /// How many devices there are. They share the memory. 0: a driver without a device.
    pub devices: u32,
    /// Compute capability, major and minor.
    pub capability: (u32, u32),
    /// Each holds 2,048 threads and 100 KiB of shared memory. In the search of races there are at most 2, of
    /// 1,024 threads.
    pub multiprocessors: u32,
    /// How many blocks of an ordinary launch run at a time. Those of a cooperative launch all do.
    pub resident_blocks: u32,
    /// Whether modules may be loaded from images that are no PTX. Their kernels go unchecked.
    pub accept_any_image: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            memory_bytes: 4 << 30,
            time_limit_seconds: 300,
            preempt_one_in: 0,
            devices: 1,
            capability: (7, 5),
            multiprocessors: 4,
            resident_blocks: 8,
            accept_any_image: false,
        }
    }
}

impl Settings {
    /// The variables that give a child process these settings.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let (major, minor) = self.capability;
        vec![
            ("EMULATED_CUDA_SEED", self.seed.to_string()),
            ("EMULATED_CUDA_MEMORY_BYTES", self.memory_bytes.to_string()),
            ("EMULATED_CUDA_TIME_LIMIT_SECONDS", self.time_limit_seconds.to_string()),
            ("EMULATED_CUDA_PREEMPT_ONE_IN", self.preempt_one_in.to_string()),
            ("EMULATED_CUDA_DEVICES", self.devices.to_string()),
            ("EMULATED_CUDA_CAPABILITY", format!("{major}.{minor}")),
            ("EMULATED_CUDA_MULTIPROCESSORS", self.multiprocessors.to_string()),
            ("EMULATED_CUDA_RESIDENT_BLOCKS", self.resident_blocks.to_string()),
            ("EMULATED_CUDA_ACCEPT_ANY_IMAGE", u8::from(self.accept_any_image).to_string()),
        ]
    }

    /// As the library takes them.
    pub(crate) fn raw(&self) -> RawSettings {
        RawSettings {
            seed: self.seed,
            memory_bytes: self.memory_bytes,
            time_limit_seconds: self.time_limit_seconds,
            preempt_one_in: self.preempt_one_in,
            devices: self.devices,
            capability_major: self.capability.0,
            capability_minor: self.capability.1,
            multiprocessors: self.multiprocessors,
            resident_blocks: self.resident_blocks,
            accept_any_image: u32::from(self.accept_any_image),
        }
    }
}

/// Laid out as `Settings` in `cpp/runtime/settings.hpp`.
#[repr(C)]
pub(crate) struct RawSettings {
    seed: u64,
    memory_bytes: u64,
    time_limit_seconds: u64,
    preempt_one_in: u32,
    devices: u32,
    capability_major: u32,
    capability_minor: u32,
    multiprocessors: u32,
    resident_blocks: u32,
    accept_any_image: u32,
}
