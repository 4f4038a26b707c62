//! Every warp operation against a model that handles one lane at a time.

use emulated_cuda::Settings;
use emulated_cuda_support::{Device, emulator, grid, launch, numbers};

/// Result of lane `lane` of `op`; `None` if it is undefined.
fn model(op: u32, mask: u32, values: &[u64], arguments: &[u32], width: u32, lane: u32) -> Option<u64> {
    let lanes = || (0..32u32).filter(|l| mask >> l & 1 == 1);
    let word = |l: u32| values[l as usize] as u32;
    let argument = arguments[lane as usize];
    let (first, last) = (lane & !(width - 1), lane | (width - 1));
    let heard_from = |from: Option<u32>, wide: bool| {
        let from = from.unwrap_or(lane);
        let value = if wide { values[from as usize] } else { u64::from(word(from)) };
        (mask >> from & 1 == 1).then_some(value)
    };
    let bit = |yes: bool, l: u32| u64::from(yes) << l;
    match op {
        0 => Some(lanes().map(|l| bit(word(l) & 1 == 1, l)).sum()),
        1 => Some(lanes().any(|l| word(l) & 1 == 1).into()),
        2 => Some(lanes().all(|l| word(l) & 1 == 1).into()),
        3 | 16 => heard_from(Some(first + (argument & (width - 1))), op == 16),
        4 => heard_from(lane.checked_sub(argument & 31).filter(|&from| from >= first), false),
        5 => heard_from(Some(lane + (argument & 31)).filter(|&from| from <= last), false),
        6 | 17 => heard_from(Some(lane ^ (argument & 31)).filter(|&from| from <= last), false),
        7 => Some(lanes().map(|l| bit(word(l) == word(lane), l)).sum()),
        8 => Some(lanes().map(|l| bit(values[l as usize] == values[lane as usize], l)).sum()),
        9 => Some(lanes().fold(0u32, |sum, l| sum.wrapping_add(word(l))).into()),
        10 => lanes().map(word).min().map(u64::from),
        11 => lanes().map(word).max().map(u64::from),
        12 => Some(lanes().fold(0, |a, l| a | word(l)).into()),
        13 => Some(lanes().fold(u32::MAX, |a, l| a & word(l)).into()),
        14 => lanes().map(|l| word(l) as i32).min().map(|x| u64::from(x as u32)),
        15 => lanes().map(|l| word(l) as i32).max().map(|x| u64::from(x as u32)),
        18 => Some(word(lane).into()),
        _ => unreachable!(),
    }
}

#[test]
fn operations_of_warps() {
    let Some(emulator) = emulator() else { return };
    let (blocks, threads) = (2u32, 96u32);
    let n = (blocks * threads) as usize;
    let mut next = numbers(7);
    for seed in 0..60 {
        let settings = Settings { seed, capability: (8, 0), ..Settings::default() };
        let session = emulator.session(settings);
        let device = Device::new();
        for op in 0..=18 {
            // Each warp in two disjoint parts, one of them sometimes empty; few different values.
            let width = 1 << (next() % 6);
            let cuts: Vec<u32> = (0..n / 32)
                .map(|_| if next().is_multiple_of(4) { u32::MAX } else { next() as u32 })
                .collect();
            let masks: Vec<u32> = (0..n)
                .map(|i| if cuts[i / 32] >> (i % 32) & 1 == 1 { cuts[i / 32] } else { !cuts[i / 32] })
                .collect();
            let values: Vec<u64> =
                (0..n).map(|_| (next() % 5) << 32 | (next() % 9 * 0x2000_0001) & 0xffff_ffff).collect();
            let arguments: Vec<u32> = (0..n).map(|_| next() as u32 % 64).collect();

            let device_masks = device.stream.clone_htod(&masks).unwrap();
            let device_values = device.stream.clone_htod(&values).unwrap();
            let device_arguments = device.stream.clone_htod(&arguments).unwrap();
            let mut out = device.stream.alloc_zeros::<u64>(n).unwrap();
            launch!(
                device,
                "warp_step",
                grid(blocks, threads),
                &op,
                &device_masks,
                &device_values,
                &device_arguments,
                &width,
                &mut out
            )
            .unwrap();
            let out = device.stream.clone_dtoh(&out).unwrap();
            for i in 0..n {
                let warp = i / 32 * 32..i / 32 * 32 + 32;
                let expected =
                    model(op, masks[i], &values[warp.clone()], &arguments[warp], width, i as u32 % 32);
                let mask = masks[i];
                if let Some(expected) = expected {
                    assert_eq!(
                        out[i], expected,
                        "operation {op}, thread {i}, mask {mask:08x}, width {width}"
                    );
                }
            }
        }
        assert_eq!(session.report(), None);
    }
}

#[test]
fn functions_of_numbers() {
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings::default());
    let device = Device::new();
    let mut next = numbers(3);
    let values: Vec<u64> =
        (0..64).map(|i| if i < 4 { [0, 1, u64::MAX, 1 << 63][i] } else { next() >> (i % 60) }).collect();
    let a = device.stream.clone_htod(&values).unwrap();
    let mut out = device.stream.alloc_zeros::<u64>(12 * 64).unwrap();
    launch!(device, "bits", grid(1, 64), &a, &mut out).unwrap();
    let out = device.stream.clone_dtoh(&out).unwrap();
    for (x, out) in values.iter().copied().zip(out.chunks(12)) {
        let y = x as u32;
        let first_set = |x: u64| if x == 0 { 0 } else { u64::from(x.trailing_zeros()) + 1 };
        let expected = [
            y.count_ones().into(),
            x.count_ones().into(),
            y.leading_zeros().into(),
            x.leading_zeros().into(),
            first_set(y.into()),
            first_set(x),
            y.reverse_bits().into(),
            u64::from(y) * 0x9e37_79b9 >> 32,
            (u128::from(x) * 0x9e37_79b9_7f4a_7c15 >> 64) as u64,
            u64::from(y.min(1000)).wrapping_add(x.max(5)),
            x.reverse_bits(),
            u64::from(y.wrapping_add(y).wrapping_add(10)),
        ];
        assert_eq!(out, expected, "{x:#x}");
    }
    assert_eq!(session.report(), None);
}
