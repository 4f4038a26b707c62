mod lists;
mod reach;
mod rounds;
mod select;
mod shape;
mod tree;
mod walk;

pub mod dev {
    use super::*;
    use boscage_core::exec::Exec;
    use std::time::Instant;
    pub fn read(path: &str) -> (Vec<f64>, usize) {
        let b = std::fs::read(path).unwrap();
        let h = u16::from_le_bytes([b[8], b[9]]) as usize;
        let text = String::from_utf8_lossy(&b[10..10 + h]).to_string();
        let shape = text.split("'shape': (").nth(1).unwrap().split(')').next().unwrap().to_string();
        let d: usize = shape.split(',').nth(1).unwrap().trim().parse().unwrap();
        (b[10 + h..].chunks_exact(8).map(|c| f64::from_le_bytes(c.try_into().unwrap())).collect(), d)
    }
    fn go<const D: usize, const V: usize, const R: usize>(exec: &Exec, x: &[f64], d: usize, k: usize) {
        let n = x.len() / d;
        let t = Instant::now();
        let tree = tree::Tree::<D, V>::new::<R>(exec, shape::Shape::new(d), n, |i, row| row.copy_from_slice(&x[i * d..][..d])).unwrap();
        let a = t.elapsed().as_secs_f64();
        let t = Instant::now();
        let lists = lists::Lists::new(exec, &tree, k).unwrap();
        let b = t.elapsed().as_secs_f64();
        let t = Instant::now();
        let m: usize = std::env::var("M").map_or(1, |m| m.parse().unwrap());
        let edges = if m > 1 {
            let cores = (0..n).map(|p| lists.distances[p * k + m - 2]).collect();
            let r = reach::Mutual::new::<D, V>(cores);
            rounds::spanning_tree(exec, &tree, &lists, &r).unwrap()
        } else {
            rounds::spanning_tree(exec, &tree, &lists, &reach::Direct).unwrap()
        };
        let c = t.elapsed().as_secs_f64();
        println!("rounds {c:.3} edges {} total {}", edges.len(), edges.iter().map(|e| e.weight.sqrt()).sum::<f64>());
        println!("d {d} build {a:.3} lists {b:.3} sum {}", lists.distances.iter().sum::<f64>());
    }
    pub fn main() {
        let a: Vec<String> = std::env::args().collect();
        let (x, d) = read(&a[1]);
        let threads = a[2].parse().unwrap();
        let k = a[3].parse().unwrap();
        let exec = Exec::new(threads).unwrap();
        for _ in 0..3 {
            match d {
                2 => go::<2, 2, 4>(&exec, &x, d, k),
                3 => go::<3, 2, 4>(&exec, &x, d, k),
                5 => { go::<0, 4, 6>(&exec, &x, d, k); go::<5, 4, 6>(&exec, &x, d, k) }
                _ => { go::<0, 8, 12>(&exec, &x, d, k); go::<10, 8, 12>(&exec, &x, d, k) }
            }
        }
    }
}
