//! Roots of a forest of links.

use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::kernels;
use crate::memory::Array;

kernels! {
    /// Of `cuda/roots.cu`.
    Kernels = crate::ptx::ROOTS;
    fn jump(links: &Array<u32>, count: u32, changed: &Array<[u32; 4]>, barrier: &Array<[u32; 2]>);
}

/// Makes each of `count` links lead to its root, by distance doubling; roots link to themselves. Copies one
/// word to the host.
///
/// # Panics
/// If links form a ring. Doubling may make a root of one of its links instead; the caller has to count roots
/// to notice that.
pub(crate) fn jump(gpu: &Gpu, links: &Array<u32>, count: usize) -> Result<()> {
    let kernels = gpu.kernels::<Kernels>()?;
    let launch = gpu.together(&kernels.jump, count, 1)?;
    let changed = gpu.zeroed::<[u32; 4]>(1)?;
    kernels.jump(launch, links, count as u32, &changed, &gpu.zeroed(1)?)?;
    let mut ring = [0_u32];
    gpu.part(&changed, 3 * size_of::<u32>(), &mut ring)?;
    assert_eq!(ring, [0], "expected links that lead to roots, found a ring");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulated::{Numbers, on_every_gpu, refusal};

    /// Links without cycles: no node is linked; all to one; to the next, and to the one before, as chains; a
    /// chain whose first nodes are nearest to the root, but ascends within each 32 of them, so that the first
    /// nodes do not make the way shorter for those behind; each to one of a lower number; and the same with
    /// other numbers.
    fn links(kind: usize, count: usize, numbers: &mut Numbers) -> Vec<u32> {
        let last = count.saturating_sub(1);
        let mut link: Vec<usize> = match kind {
            0 => (0..count).collect(),
            1 => vec![last; count],
            2 => (0..count).map(|v| (v + 1).min(last)).collect(),
            3 => (0..count).map(|v| v.saturating_sub(1)).collect(),
            4 => (0..count)
                .map(|v| if v % 32 == 31 || v == last { v.saturating_sub(63) } else { v + 1 })
                .collect(),
            _ => (0..count).map(|v| numbers.below(v + 1)).collect(),
        };
        if kind == 4 && count > 0 {
            link[31.min(last)] = 31.min(last);
            link[last] = if last > 31 { last / 32 * 32 - 32 } else { last };
        }
        if kind == KINDS - 1 {
            let mut name: Vec<usize> = (0..count).collect();
            (1..count).for_each(|i| name.swap(i, numbers.below(i + 1)));
            let old = link.clone();
            (0..count).for_each(|v| link[name[v]] = name[old[v]]);
        }
        link.into_iter().map(|link| link as u32).collect()
    }

    const KINDS: usize = 7;

    #[test]
    fn every_link_leads_to_its_root() {
        on_every_gpu(|gpu, numbers| {
            for count in gpu.sizes(1) {
                for kind in 0..KINDS {
                    let links = links(kind, count, numbers);
                    let root = |mut v: u32| {
                        while links[v as usize] != v {
                            v = links[v as usize];
                        }
                        v
                    };
                    let expected: Vec<u32> = (0..count as u32).map(root).collect();
                    let on_gpu = gpu.upload(&links).unwrap();
                    jump(gpu, &on_gpu, count).unwrap();
                    assert!(gpu.download(&on_gpu).unwrap() == expected, "links {kind}, {count} of them");
                }
            }
        });
    }

    /// A ring is an error of the caller; it ends the search.
    #[test]
    fn a_ring_is_found_or_gets_a_root() {
        on_every_gpu(|gpu, _| {
            for count in [2, 3, 5, 100] {
                let ring: Vec<u32> = (0..count).map(|v| (v + 1) % count).collect();
                let on_gpu = gpu.upload(&ring).unwrap();
                match refusal(|| jump(gpu, &on_gpu, count as usize).unwrap()) {
                    Some(words) => assert!(words.contains("found a ring"), "{words}"),
                    None => {
                        let links = gpu.download(&on_gpu).unwrap();
                        assert!(links.iter().all(|&link| links[link as usize] == link), "a ring of {count}");
                    }
                }
            }
        });
    }
}
