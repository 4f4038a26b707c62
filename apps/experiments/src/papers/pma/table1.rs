//! Table 1: real graphs.

use boscage::generate::{Rmat, Road};
use boscage::operators::msf::papers::Prim;
use boscage::operators::msf::{Boruvka, Kruskal};
use boscage_kernels::{TO_DEVICE, TO_HOST};
use boscage_measuring::generated::Generated;
use boscage_measuring::plot::{Axis, Chart};

use super::{GPU_HYBRID, PAPER, PART, VARIANTS, advantage, contenders, vineet};
use crate::bound::{Bound, MAGNITUDE, MORE, NEGLIGIBLE};
use crate::charts::places;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, NONE, Published, Series};
use crate::figures::Figures;
use crate::graph::{Graph, Origin};
use crate::judgement::{Evidence, Judgement};
use crate::missing::{Found, Missing};
use crate::setup::Setup;
use crate::times::{Ratio, Spread, Times, range};

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "pma-table1",
    paper: &PAPER,
    figure: "Table 1, real-world networks",
    claims: &[
        Claim::judged(
            "PMA is faster than Vineet's algorithm on every graph.",
            "1.17 to 1.99 times",
            MORE,
            is_faster,
        ),
        Claim::not_judged(
            "Its lead is up to twofold, on large graphs.",
            "1.99 times",
            "how large a lead can be depends on the device, and no bound follows from the paper",
        ),
        Claim::not_judged(
            "\"HybridPMA is faster than both MinPMA and SortPMA\": than MinPMA.",
            "1.03 times",
            "the paper's own lead, in the mean of its graphs, is smaller than the 5% that are needed here",
        ),
        Claim::judged(
            "\"HybridPMA is faster than both MinPMA and SortPMA\"; our reading: than SortPMA in the mean of \
             all graphs.",
            "1.35 times",
            MORE,
            |figures, faster| {
                let [sort, hybrid] = ["pma-sort", "pma-hybrid"].map(|name| figures.judged(name));
                let ratio = |figures: &Figures, graph: &str| figures.ratio(graph, &sort, &hybrid);
                let mean = Ratio::mean(&figures.each(ratio)?)?;
                Ok(Finding::new(mean.is(faster), format!("{mean} times as fast")))
            },
        ),
        Claim::judged(
            "\"GPU implementations are orders of magnitude faster than CPU implementations\"; our reading: \
             HybridPMA compared with Prim's, the fastest of its CPU programs, in the mean of all graphs.",
            "11.3 times, from 3.1 to 15.6",
            MAGNITUDE,
            |figures, magnitude| {
                let all = figures.each(|figures, graph| figures.ratio(graph, "prim", GPU_HYBRID))?;
                let mean = Ratio::mean(&all)?;
                let ours = format!("{mean} times as fast as Prim's in the mean, {}", range(&all));
                Ok(Finding::new(mean.is(magnitude), ours))
            },
        )
        .on_gpu(),
        Claim::judged(
            "The time of the copies to the GPU and back is negligible (footnote 4).",
            "2.3% and 1.9% of HybridPMA's",
            NEGLIGIBLE,
            |figures, negligible| {
                let all = figures.each(share_of_copies)?;
                Ok(Finding::new(Ratio::all(&all, negligible), format!("{} of HybridPMA's time", range(&all))))
            },
        )
        .on_gpu(),
        Claim::by_construction(
            "The loop of PMA \"runs at most log2(|V|) times\" (section 4.4).",
            "",
            "in each round every vertex that has an edge is unified with another, which leaves at most half \
             as many",
            |figures| {
                let rounds = figures.each(|figures, graph| {
                    let point = figures.point(graph, &figures.judged("pma-hybrid"))?;
                    Ok((point.committed.len(), (point.nodes as f64).log2()))
                })?;
                let most = rounds.iter().map(|(rounds, _)| rounds).max();
                let least = rounds.iter().map(|(_, log)| *log).reduce(f64::min);
                let (most, least) = most.zip(least).ok_or_else(Missing::nothing)?;
                Ok(format!("HybridPMA has {most} rounds at most, and log2(|V|) is {least:.1} at least"))
            },
        ),
    ],
    differs: "Graphs that are missing have stand-ins with the same numbers of nodes and edges, times the \
              factor: road \
              networks for road networks, R-MAT for the others; --graphs DIR takes the originals, at their \
              full size. The paper counts every edge twice. Some of its sizes are not those of the \
              originals at DIMACS and SNAP, which the stand-ins follow: it gives 7.9M edges for Astro \
              Physics, which has 0.198M, and 6.17M for the Penn network, which has 1.54M; others are \
              rounded. Its CPU programs are those of Boost; ours are prim, kruskal and boruvka on one \
              thread. Without a GPU Borůvka's algorithm with contraction, on PMA's steps, takes the place \
              of Vineet's. Times include making adjacency from a list of edges; the paper begins with \
              adjacency. Copies go to the GPU as a list of edges, not as adjacency, and come back as ids. \
              The weights of stand-ins of roads are lengths, the others' are random from 1 to 1,000,000.",
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[TABLE, COPIES],
    charts,
};

/// Graphs: name, begin of the file's name, nodes, edges (each once), `true` for a road network.
const GRAPHS: [(&str, &[&str], f64, f64, bool); 18] = [
    ("New York", &["USA-road-d.NY", "NY"], 264e3, 366e3, true),
    ("San Francisco", &["USA-road-d.BAY", "BAY"], 321e3, 400e3, true),
    ("Colorado", &["USA-road-d.COL", "COL"], 435e3, 528e3, true),
    ("Florida", &["USA-road-d.FLA", "FLA"], 1.07e6, 1.35e6, true),
    ("Northwest USA", &["USA-road-d.NW", "NW"], 1.2e6, 1.42e6, true),
    ("Northeast USA", &["USA-road-d.NE", "NE"], 1.52e6, 1.95e6, true),
    ("California", &["USA-road-d.CAL", "CAL"], 1.89e6, 2.33e6, true),
    ("Great Lakes", &["USA-road-d.LKS", "LKS"], 2.76e6, 3.4e6, true),
    ("USA-East", &["USA-road-d.E", "E"], 3.6e6, 4.4e6, true),
    ("USA-West", &["USA-road-d.W", "W"], 6.26e6, 7.6e6, true),
    ("USA-Central", &["USA-road-d.CTR", "CTR"], 14.1e6, 17.1e6, true),
    ("USA-Full", &["USA-road-d.USA", "USA"], 23.9e6, 29.2e6, true),
    ("Arxiv Astro Physics", &["ca-AstroPh"], 19e3, 198e3, false),
    ("Penn Road network", &["roadNet-PA"], 1.09e6, 1.54e6, true),
    ("Amazon co-purchasing", &["amazon0505", "amazon0601"], 410e3, 3.35e6, false),
    ("Google graph", &["web-Google"], 876e3, 5.1e6, false),
    ("Internet topology", &["as-skitter"], 1.7e6, 11.1e6, false),
    ("US Patents Citation", &["cit-Patents"], 3.8e6, 16.5e6, false),
];

const TABLE: Published = Published {
    what: "Table 1: nodes and edges in millions, edges counted twice; times as multiples of HybridPMA's",
    columns: &["nodes", "edges", "Prim", "Kruskal", "Boruvka", "Vineet", "MinPMA", "SortPMA"],
    rows: &[
        ("New York", &row([0.264, 0.733], [183.0, 216.0, 541.0, 29.0, 18.0, 27.0, 18.0])),
        ("San Francisco", &row([0.321, 0.8], [207.0, 255.0, 477.0, 30.0, 19.0, 27.0, 19.0])),
        ("Colorado", &row([0.435, 1.0], [290.0, 359.0, 592.0, 38.0, 25.0, 37.0, 24.0])),
        ("Florida", &row([1.07, 2.7], [780.0, 987.0, 2139.0, 79.0, 51.0, 81.0, 50.0])),
        ("Northwest USA", &row([1.2, 2.8], [835.0, 1111.0, 1576.0, 83.0, 59.0, 86.0, 58.0])),
        ("Northeast USA", &row([1.52, 3.8], [1120.0, 1571.0, 2811.0, 112.0, 81.0, 118.0, 80.0])),
        ("California", &row([1.8, 4.6], [1451.0, 2003.0, 3246.0, 137.0, 103.0, 144.0, 102.0])),
        ("Great Lakes", &row([2.7, 6.8], [2076.0, 3004.0, 4832.0, 193.0, 158.0, 213.0, 157.0])),
        ("USA-East", &row([3.5, 8.7], [2752.0, 3944.0, 6964.0, 242.0, 195.0, 267.0, 193.0])),
        ("USA-West", &row([6.2, 15.0], [4852.0, 7158.0, 12052.0, 430.0, 346.0, 469.0, 343.0])),
        ("USA-Central", &row([14.0, 33.9], [NONE, NONE, 52306.0, NONE, 912.0, 1170.0, 900.0])),
        ("USA-Full", &row([23.9, 57.7], [NONE, NONE, 46890.0, NONE, 1378.0, 1909.0, 1361.0])),
        ("Arxiv Astro Physics", &row([0.019, 7.9], [93.0, 347.0, 354.0, 39.0, 32.0, 30.0, 30.0])),
        ("Penn Road network", &row([1.0, 6.17], [1603.0, 5522.0, 3315.0, 180.0, 108.0, 169.0, 106.0])),
        ("Amazon co-purchasing", &row([0.41, 6.7], [1457.0, 5923.0, 24047.0, 274.0, 175.0, 218.0, 164.0])),
        ("Google graph", &row([0.876, 10.2], [2616.0, 9730.0, 59671.0, 334.0, 240.0, 268.0, 231.0])),
        ("Internet topology", &row([1.7, 22.2], [7000.0, 24629.0, 1_408_810.0, 934.0, 839.0, 799.0, 797.0])),
        ("US Patents Citation", &row([3.8, 33.0], [NONE, NONE, 97175.0, 2434.0, 1482.0, 1494.0, 1221.0])),
    ],
    here: |figures, row, column| {
        let hybrid = figures.point(row, &figures.judged("pma-hybrid"))?;
        let series = match column {
            "nodes" => return Ok(Spread::exact(hybrid.nodes as f64 / 1e6)),
            "edges" => return Ok(Spread::exact(2.0 * hybrid.edges as f64 / 1e6)),
            "Prim" | "Kruskal" | "Boruvka" => column.to_lowercase(),
            "Vineet" => vineet(figures).to_owned(),
            pma => figures.judged(&format!("pma-{}", pma.trim_end_matches("PMA").to_lowercase())),
        };
        Ok(figures.ratio(row, &series, &hybrid.series)?.spread())
    },
};

const COPIES: Published = Published {
    what: "copies to the GPU and back: milliseconds (footnote 4), and percent of HybridPMA's time",
    columns: &["milliseconds", "percent"],
    rows: &[("New York", &[0.42, 100.0 * 0.42 / 18.0]), ("USA-West", &[6.45, 100.0 * 6.45 / 343.0])],
    here: |figures, row, column| match column {
        "milliseconds" => Ok(copies(figures, row)?.spread()),
        _ => Ok(share_of_copies(figures, row)?.spread().times(100.0)),
    },
};

/// The published numbers of a graph, from the milliseconds in the paper, the last of which are HybridPMA's:
/// its size, in millions, and the others as multiples of the last.
const fn row([nodes, edges]: [f64; 2], ms: [f64; 7]) -> [f64; 8] {
    let [prim, kruskal, boruvka, vineet, min, sort, hybrid] = ms;
    [
        nodes,
        edges,
        prim / hybrid,
        kruskal / hybrid,
        boruvka / hybrid,
        vineet / hybrid,
        min / hybrid,
        sort / hybrid,
    ]
}

fn plan(setup: &Setup) -> Vec<Case> {
    let case = |(name, stems, nodes, edges, is_road): (&str, &[&str], f64, f64, bool)| {
        let source = match setup.original(stems) {
            Some(path) => Origin::File(path.to_owned()),
            None => stand_in(setup, nodes, edges, is_road).into(),
        };
        let mut series = vec![
            Series::new("prim", Prim::default(), 1),
            Series::new("kruskal", Kruskal::default(), 1),
            Series::new("boruvka", Boruvka, 1),
        ];
        series.extend(contenders(setup, &VARIANTS));
        Case { graph: Graph::new("all", name, edges, source), series }
    };
    GRAPHS.into_iter().map(case).collect()
}

/// A graph of the same size, times the factor.
fn stand_in(setup: &Setup, nodes: f64, edges: f64, is_road: bool) -> Generated {
    let size = setup.size(nodes * PART);
    if is_road {
        let degree = (2.0 * edges / nodes).clamp(2.0, 3.3);
        return Generated::Road(Road { nodes: size, degree, ..Road::default() });
    }
    // The nearest power of two, with the original's average degree.
    let scale = (size as f64).log2().round();
    let edges = (edges / nodes * scale.exp2()) as usize;
    Generated::Rmat(Rmat { scale: scale as u32, edges, ..Rmat::default() })
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let axes = (Axis::log("edges of the graph"), Axis::log("times as long as HybridPMA"));
    vec![places(figures, "Real graphs, or their stand-ins", axes, |point| {
        let hybrid = figures.judged("pma-hybrid");
        let ratio = figures.ratio(&point.graph, &point.series, &hybrid).ok();
        let ratio = ratio.filter(|_| point.series != hybrid)?;
        Some((point.series.clone(), point.edges as f64, ratio.spread()))
    })]
}

fn is_faster(figures: &Figures, faster: Bound) -> Found<Finding> {
    let all = figures.each(advantage)?;
    let parts: Vec<_> = all.iter().map(|advantage| advantage.is(faster)).collect();
    let clearly = parts.iter().filter(|part| part.judgement() == Judgement::Holds).count();
    let ours = format!("{} times as fast, clearly faster on {clearly} of {} graphs", range(&all), all.len());
    Ok(Finding::new(Evidence::all(parts), ours))
}

/// Returns the times of HybridPMA's copies to a GPU and back.
fn copies(figures: &Figures, graph: &str) -> Found<Times> {
    figures.point(graph, GPU_HYBRID)?.phases(&[TO_DEVICE, TO_HOST])
}

/// Returns the ratio of the times of the copies and of the computation.
fn share_of_copies(figures: &Figures, graph: &str) -> Found<Ratio> {
    Ok(copies(figures, graph)?.over(&figures.point(graph, GPU_HYBRID)?.times()))
}

#[cfg(test)]
mod tests {
    use super::super::VINEET;
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{Even, NoGpu};
    use crate::setup::small;

    /// The verdicts of the claims that begin so.
    fn judge(figures: &Figures) -> [Finding; 3] {
        [
            "PMA is faster",
            "\"HybridPMA is faster than both MinPMA and SortPMA\"; our",
            "\"GPU implementations",
        ]
        .map(|says| judged(EXPERIMENT.claims, says, figures))
    }

    #[test]
    fn hybrid_must_be_ahead_on_every_graph() {
        let judge = |on_florida: f64, sort: f64| {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                point.runs_ms = vec![match &*point.series {
                    VINEET if point.graph == "Florida" => on_florida,
                    VINEET => 2.0,
                    "pma-sort" => sort,
                    _ => 1.0,
                }];
            });
            assert_eq!(figures.graphs().len(), TABLE.rows.len());
            judge(&figures)
        };
        let of = |on_florida, sort| judge(on_florida, sort).map(|one| one.judgement);
        let [first, mean, gpu] = judge(2.0, 1.3);
        assert_eq!([first.judgement, mean.judgement], [Holds; 2]);
        assert_eq!(gpu.judgement, CannotBeSeen(NoGpu));
        assert_eq!(first.ours, "2 times as fast, clearly faster on 18 of 18 graphs");
        assert_eq!(mean.ours, "1.3 times as fast");
        assert_eq!(of(1.0, 1.03)[..2], [CannotBeSeen(Even); 2]);
        assert_eq!(of(0.5, 0.8)[..2], [DoesNotHold; 2]);
    }

    #[test]
    fn the_papers_own_figures_hold() {
        let setup = Setup { gpu: true, ..small() };
        let times = |prim: f64| {
            made_up(&EXPERIMENT, &setup, |point| {
                let column = match &*point.series {
                    "prim" => 2,
                    "gpu vineet" => 5,
                    "gpu pma-sort" => 7,
                    _ => return point.runs_ms = vec![1.0],
                };
                let (_, row) = TABLE.rows.iter().find(|(graph, _)| *graph == point.graph).unwrap();
                // Crashed programs get a number, too.
                let none = if column == 2 { 11.3 } else { 2.0 };
                let ms = if row[column].is_nan() { none } else { row[column] };
                point.runs_ms = vec![if column == 2 { prim * ms } else { ms }];
            })
        };
        let [first, sort, gpu] = judge(&times(1.0));
        assert_eq!([&first, &sort, &gpu].map(|one| one.judgement), [Holds; 3]);
        assert_eq!(sort.ours, "1.35 times as fast");
        assert!(first.ours.starts_with("1.17 to 2 times"), "{}", first.ours);
        assert_eq!(gpu.ours, "11.3 times as fast as Prim's in the mean, 3.1 to 15.6");
        assert_eq!(judge(&times(0.1))[2].judgement, DoesNotHold);
    }

    #[test]
    fn the_table_is_quoted_as_it_stands() {
        let sizes = |graph: &str| {
            let (_, row) = TABLE.rows.iter().find(|(name, _)| *name == graph).unwrap();
            [row[0], row[1]]
        };
        assert_eq!(["California", "USA-East", "USA-Full"].map(sizes), [[1.8, 4.6], [3.5, 8.7], [23.9, 57.7]]);
        assert_eq!(["Colorado", "Arxiv Astro Physics"].map(sizes), [[0.435, 1.0], [0.019, 7.9]]);
        // Ours are counted in the same way.
        let figures = made_up(&EXPERIMENT, &small(), |point| point.edges = 1_500_000);
        assert_eq!((TABLE.here)(&figures, "Florida", "edges"), Ok(Spread::exact(3.0)));
    }

    #[test]
    fn copies_must_take_little_beside_the_rest() {
        let judge = |gpu, to_device: f64| {
            let figures = made_up(&EXPERIMENT, &Setup { gpu, ..small() }, |point| {
                point.runs_ms = vec![10.0];
                let copies = [(TO_DEVICE.to_owned(), vec![to_device]), (TO_HOST.to_owned(), vec![0.1])];
                point.phases_ms = copies.into();
            });
            judged(EXPERIMENT.claims, "The time of the copies", &figures).judgement
        };
        // The paper's own are 0.23 of 10.
        assert_eq!((judge(true, 0.13), judge(true, 2.0)), (Holds, DoesNotHold));
        assert_eq!(judge(false, 0.2), CannotBeSeen(NoGpu));
    }
}
