/// The emulated device, and the schedule.
///
/// A session has the settings that it is started with. Outside of sessions, and so in child processes that
/// find the emulator through `LD_LIBRARY_PATH`, they come from the environment: [`Settings::variables`]
/// returns the variables.
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
/// Two more variables: a process with `EMULATED_CUDA_SUMMARY` in its environment writes its counts, and its
/// fault, to the file of that name when it ends; and `EMULATED_CUDA` selects the [`Build`](crate::Build) of
/// [`install`](crate::install()).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Seed of the schedule (the order of blocks and threads, and their preemption) and of the contents of
    /// new memory. The same seed gives the same run. With 0, blocks and threads begin in order and take
    /// turns.
    pub seed: u64,
    /// Bytes of device memory.
    pub memory_bytes: u64,
    /// Seconds after which a launch fails because it does not end.
    pub time_limit_seconds: u64,
    /// Rate of preemption at atomics and at relaxed, acquiring and releasing loads and stores: once in this
    /// number. 0: threads run until they wait.
    pub preempt_one_in: u32,
    /// Number of devices, which share the memory. 0: a driver without a device.
    pub devices: u32,
    /// Compute capability, major and minor.
    pub capability: (u32, u32),
    /// Number of multiprocessors, each with 2,048 threads and 100 KiB of shared memory. In the search for
    /// races, at most 2 with 1,024 threads.
    pub multiprocessors: u32,
    /// Number of blocks of an ordinary launch that run at the same time. All blocks of a cooperative launch
    /// do.
    pub resident_blocks: u32,
    /// If `true`, modules may be loaded from images that are not PTX. Their kernels are not checked.
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
    /// Returns the variables that give a child process these settings.
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

    /// Returns the settings in the library's layout.
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

/// Settings with the layout of `Settings` in `cpp/runtime/settings.hpp`.
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
