//! Correct kernels under many schedules: their results do not depend on the schedule.

use std::collections::HashSet;

use cudarc::driver::LaunchConfig;
use emulated_cuda::{Session, Settings};
use emulated_cuda_support::{Device, emulator, grid, launch, launch_cooperative, numbers};

/// Runs `test` with this many seeds: without preemption, with some, with much.
fn under_schedules(schedules: u64, test: impl Fn(&Session, &Device)) {
    let Some(emulator) = emulator() else { return };
    for seed in 0..schedules {
        let preempt_one_in = [0, 3, 40][seed as usize % 3];
        let resident_blocks = [1, 3, 8, 32][seed as usize / 3 % 4];
        let session =
            emulator.session(Settings { seed, preempt_one_in, resident_blocks, ..Settings::default() });
        test(&session, &Device::new());
        assert_eq!(session.report(), None, "seed {seed}");
    }
}

fn some_numbers(n: usize) -> Vec<u32> {
    let mut next = numbers(n as u64);
    (0..n).map(|_| next() as u32 % 1000).collect()
}

fn sums(values: &[u32]) -> Vec<u32> {
    values
        .iter()
        .scan(0, |sum, x| {
            *sum += x;
            Some(*sum)
        })
        .collect()
}

#[test]
fn block_scan() {
    under_schedules(12, |_, device| {
        let n = 1000u32;
        let values = some_numbers(n as usize);
        let a = device.stream.clone_htod(&values).unwrap();
        let mut out = device.stream.alloc_zeros::<u32>(n as usize).unwrap();
        launch!(device, "block_scan", grid(n.div_ceil(128), 128), &a, &mut out, &n).unwrap();
        let expected: Vec<u32> = values.chunks(128).flat_map(sums).collect();
        assert_eq!(device.stream.clone_dtoh(&out).unwrap(), expected);

        for threads in [32, 96, 1024] {
            let grid = LaunchConfig { shared_mem_bytes: threads * 4, ..grid(n.div_ceil(threads), threads) };
            launch!(device, "block_scan_dynamic", grid, &a, &mut out, &n).unwrap();
            let expected: Vec<u32> = values.chunks(threads as usize).flat_map(sums).collect();
            assert_eq!(device.stream.clone_dtoh(&out).unwrap(), expected);
        }
    });
}

#[test]
fn look_back_scan() {
    under_schedules(24, |_, device| {
        let n = 5000u32;
        let blocks = n.div_ceil(128);
        let values = some_numbers(n as usize);
        let a = device.stream.clone_htod(&values).unwrap();
        let mut out = device.stream.alloc_zeros::<u32>(n as usize).unwrap();
        let mut tickets = device.stream.alloc_zeros::<u32>(1).unwrap();
        let mut states = device.stream.alloc_zeros::<u64>(blocks as usize).unwrap();
        launch!(device, "look_back_scan", grid(blocks, 128), &a, &mut out, &n, &mut tickets, &mut states)
            .unwrap();
        let expected: Vec<u32> = sums(&values).iter().zip(&values).map(|(sum, x)| sum - x).collect();
        assert_eq!(device.stream.clone_dtoh(&out).unwrap(), expected);
    });
}

#[test]
fn atomics() {
    let (blocks, threads) = (5, 64);
    let n = blocks * threads;
    let values: Vec<u32> = some_numbers(n as usize).iter().map(|x| x % 100 + 1 | 128).collect();
    let wide_values: Vec<u64> = values.iter().map(|&x| u64::from(x) << 20).collect();
    under_schedules(100, |_, device| {
        let a = device.stream.clone_htod(&values).unwrap();
        let mut words = device.stream.clone_htod(&[0, 0, u32::MAX, 0, u32::MAX, 0, 0, 0, 0, 1000]).unwrap();
        let mut wide = device.stream.clone_htod(&[0, 0, u64::MAX, 0, u64::MAX, 0, 0, 0]).unwrap();
        let mut count = device.stream.alloc_zeros::<u32>(1).unwrap();
        launch!(device, "atomics", grid(blocks, threads), &a, &mut words, &mut wide, &mut count).unwrap();

        let words = device.stream.clone_dtoh(&words).unwrap();
        let sum: u32 = values.iter().sum();
        assert_eq!(words[0], sum);
        assert_eq!(words[1], sum.wrapping_neg());
        assert_eq!(words[2], *values.iter().min().unwrap());
        assert_eq!(words[3], *values.iter().max().unwrap());
        assert_eq!(words[4], values.iter().fold(u32::MAX, |a, b| a & b));
        assert_eq!(words[5], values.iter().fold(0, |a, b| a | b));
        assert_eq!(words[6], values.iter().fold(0, |a, b| a ^ b));
        assert_eq!(words[7], n);
        assert_eq!(words[9] as i32, *values.iter().min().unwrap() as i32 - 50);
        // The drawn and the remaining numbers are those at the start.
        let drawn = device.stream.clone_dtoh(&count).unwrap()[0] + words[8];
        assert_eq!(drawn, (1..=n).sum::<u32>());

        let wide = device.stream.clone_dtoh(&wide).unwrap();
        assert_eq!(wide[0], wide_values.iter().sum::<u64>());
        assert_eq!(wide[1], u64::from(sum)); // through shared memory
        assert_eq!(wide[2], *wide_values.iter().min().unwrap());
        assert_eq!(wide[3], *wide_values.iter().max().unwrap());
        assert_eq!(wide[4], wide_values.iter().fold(u64::MAX, |a, b| a & b));
        assert_eq!(wide[5], wide_values.iter().fold(0, |a, b| a | b));
        assert_eq!(wide[6], wide_values.iter().fold(0, |a, b| a ^ b));
        assert_eq!(wide[7], u64::from(n));
    });
}

#[test]
fn grid_barrier() {
    under_schedules(12, |_, device| {
        let (blocks, threads, rounds) = (12, 64, 9u32);
        let n = (blocks * threads) as usize;
        let mut expected: Vec<u32> = some_numbers(n);
        let mut even = device.stream.clone_htod(&expected).unwrap();
        let mut odd = device.stream.alloc_zeros::<u32>(n).unwrap();
        let mut arrived = device.stream.alloc_zeros::<u32>(1).unwrap();
        let mut generation = device.stream.alloc_zeros::<u32>(1).unwrap();
        launch_cooperative!(
            device,
            "grid_rounds",
            grid(blocks, threads),
            &mut even,
            &mut odd,
            &rounds,
            &mut arrived,
            &mut generation
        )
        .unwrap();
        for _ in 0..rounds {
            expected =
                (0..n).map(|i| expected[(i + 1) % n].wrapping_add(expected[(i + n - 1) % n])).collect();
        }
        assert_eq!(device.stream.clone_dtoh(&odd).unwrap(), expected);
    });
}

#[test]
fn a_message_reaches_all() {
    under_schedules(12, |_, device| {
        let n = 4 * 64;
        let mut data = device.stream.alloc_zeros::<u32>(1).unwrap();
        let mut told = device.stream.alloc_zeros::<u32>(1).unwrap();
        let mut heard = device.stream.alloc_zeros::<u32>(n).unwrap();
        launch_cooperative!(device, "message", grid(4, 64), &mut data, &mut told, &mut heard).unwrap();
        let heard = device.stream.clone_dtoh(&heard).unwrap();
        assert_eq!(heard[..n - 1], vec![42; n - 1]);
    });
}

#[test]
fn barriers_count_predicates() {
    under_schedules(12, |_, device| {
        let threads = 96usize;
        // Blocks of zeros, of ones, of both, of both and others.
        let values: Vec<u32> =
            (0..4 * threads).map(|i| [0, 1, i as u32 % 2, i as u32 % 3][i / threads]).collect();
        let a = device.stream.clone_htod(&values).unwrap();
        let mut out = device.stream.alloc_zeros::<u32>(values.len()).unwrap();
        launch!(device, "votes", grid(4, threads as u32), &a, &mut out).unwrap();
        let expected: Vec<u32> = values
            .chunks(threads)
            .flat_map(|block| {
                let ones = block.iter().filter(|&&x| x == 1).count() as u32;
                let all = block.iter().all(|&x| x <= 1);
                vec![u32::from(ones > 0) | u32::from(all) << 1 | ones << 2; threads]
            })
            .collect();
        assert_eq!(device.stream.clone_dtoh(&out).unwrap(), expected);
    });
}

#[test]
fn the_seed_chooses_the_schedule() {
    let Some(emulator) = emulator() else { return };
    let trace = |seed, preempt_one_in| {
        let session = emulator.session(Settings { seed, preempt_one_in, ..Settings::default() });
        let device = Device::new();
        let mut order = device.stream.alloc_zeros::<u32>(2 * 256).unwrap();
        let mut next = device.stream.alloc_zeros::<u32>(1).unwrap();
        launch!(device, "trace", grid(4, 64), &mut order, &mut next).unwrap();
        (device.stream.clone_dtoh(&order).unwrap(), session.switches())
    };
    let in_order: Vec<u32> = (0..256).flat_map(|i| [i, i]).collect();
    assert_eq!(trace(0, 0).0, in_order, "without a seed threads run in order, each to its end");
    let mut different = HashSet::new();
    for seed in 1..=20 {
        for preempt_one_in in [0, 4] {
            let first = trace(seed, preempt_one_in);
            assert_eq!(first, trace(seed, preempt_one_in), "seed {seed} reproduces");
            different.insert(first.0);
        }
    }
    assert!(different.len() >= 39, "{} of 40 schedules differ", different.len());
}
