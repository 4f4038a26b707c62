//! The roots of a forest of links.

use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::kernels;
use crate::memory::Array;

kernels! {
    /// Of `cuda/roots.cu`.
    Kernels = crate::ptx::ROOTS;
    fn jump(links: &Array<u32>, count: u32, changed: &Array<[u32; 4]>, barrier: &Array<[u32; 2]>);
}

/// Makes each of `count` links lead to the root above it, by distance doubling; roots link to themselves. Copies a word to the
/// host.
///
/// # Panics
/// If links make a ring. Doubling may make a root of one of its own links instead, which the caller would have to count.
pub(crate) fn jump(gpu: &Gpu, links: &Array<u32>, count: usize) -> Result<()> {
    let kernels = gpu.roots()?;
    let launch = gpu.together(&kernels.jump, count, 1)?;
    let changed = gpu.zeroed::<[u32; 4]>(1)?;
    kernels.jump(launch, links, count as u32, &changed, &gpu.zeroed(1)?)?;
    let mut ring = [0_u32];
    gpu.part(&changed, 3 * size_of::<u32>(), &mut ring)?;
    assert_eq!(ring, [0], "links lead to roots");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulated::{Numbers, on_every_gpu, refusal};

    /// Links without cycles: nobody is linked; everybody to one; to the next, and to the one before, as chains; anybody to
    /// one of a lower number; and the same with other numbers.
    fn links(kind: usize, count: usize, numbers: &mut Numbers) -> Vec<u32> {
        let mut link: Vec<usize> = (0..count).collect();
        match kind {
            0 => {}
            1 => link.fill(count.saturating_sub(1)),
            2 => link = (0..count).map(|v| (v + 1).min(count - 1)).collect(),
            3 => link = (0..count).map(|v| v.saturating_sub(1)).collect(),
            _ => link = (0..count).map(|v| numbers.below(v + 1)).collect(),
        }
        if kind == 5 {
            let mut name: Vec<usize> = (0..count).collect();
            (1..count).for_each(|i| name.swap(i, numbers.below(i + 1)));
            let old = link.clone();
            (0..count).for_each(|v| link[name[v]] = name[old[v]]);
        }
        link.into_iter().map(|link| link as u32).collect()
    }

    #[test]
    fn every_link_leads_to_its_root() {
        on_every_gpu(|gpu, numbers| {
            for count in gpu.sizes(1) {
                for kind in 0..6 {
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

    /// What must not be does not take for ever.
    #[test]
    fn a_ring_is_found_or_gets_a_root() {
        on_every_gpu(|gpu, _| {
            for count in [2, 3, 5, 100] {
                let ring: Vec<u32> = (0..count).map(|v| (v + 1) % count).collect();
                let on_gpu = gpu.upload(&ring).unwrap();
                match refusal(|| jump(gpu, &on_gpu, count as usize).unwrap()) {
                    Some(words) => assert!(words.contains("links lead to roots"), "{words}"),
                    None => {
                        let links = gpu.download(&on_gpu).unwrap();
                        assert!(links.iter().all(|&link| links[link as usize] == link), "a ring of {count}");
                    }
                }
            }
        });
    }
}
