//! Reasons to refuse a GPU, or a graph on it: each has its message, and leaves nothing allocated on the
//! device.

use std::path::{Path, PathBuf};
use std::process::Command;

use boscage::exec::{CancelToken, Exec};
use boscage::generate::{Gnm, Pairs, gnm};
use boscage::graph::{EdgeList, Objective, Weight};
use boscage::operators::msf::{Operator, by_name};
use boscage_emulated::with_kernels;
use boscage_kernels::{Device, EdgeBoruvka, Error, Gpu, Result, Shape, Vineet, edge_boruvka};
use emulated_cuda::{Emulator, Session, Settings};

/// The operators, each once: `auto` is in the list by the operator's own name.
fn operators() -> impl Iterator<Item = &'static dyn Operator<Device>> {
    boscage_kernels::operators().filter(|operator| operator.name() != "auto")
}

fn with(emulator: &'static Emulator, set: impl FnOnce(&mut Settings)) -> Session {
    let mut settings = Settings::default();
    set(&mut settings);
    emulator.session(settings)
}

fn run<W: Weight>(operator: &dyn Operator<Device>, gpu: &Gpu, graph: &EdgeList<W>) -> Result<Vec<usize>> {
    let forest = operator.forest((gpu, &Exec::current()), graph, Objective::Minimum)?;
    Ok(forest.edges().iter().map(|id| id.index()).collect())
}

/// The message of an error, which must be one line.
fn line<T>(result: Result<T>) -> String {
    let Err(error) = result else { panic!("this succeeds") };
    let text = error.to_string();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

/// Nothing was done on the device except queries.
fn is_untouched(session: &Session) {
    assert_eq!((session.most_bytes(), session.launches()), (0, 0));
    assert_eq!((session.bytes_to_device(), session.bytes_to_host()), (0, 0));
}

/// In a process of its own, in which the driver's files are no libraries.
#[cfg(target_os = "linux")]
#[test]
fn no_driver() {
    const THERE: &str = "BOSCAGE_TEST_WITHOUT_DRIVER";
    if std::env::var_os(THERE).is_some() {
        let result = Gpu::open();
        assert!(matches!(result, Err(Error::NoDriver)));
        let said =
            "no NVIDIA driver: libcuda was not found or cannot be loaded (install driver 525.60.13 or newer)";
        assert_eq!(line(result), said);
        return;
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "no_driver"]).env(THERE, "1").env("LD_LIBRARY_PATH", no_libraries());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

fn no_libraries() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-driver");
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["libcuda.so", "libcuda.so.1"] {
        std::fs::write(folder.join(name), "").unwrap();
    }
    folder
}

#[test]
fn no_device() {
    let Some(emulator) = with_kernels() else { return };
    let _session = with(emulator, |settings| settings.devices = 0);
    assert!(matches!(Gpu::open(), Err(Error::NoDevice { found: 0, wanted: 0 })));
    assert_eq!(line(Gpu::open()), "no NVIDIA GPU: the driver sees none");
}

#[test]
fn a_device_that_is_not_there() {
    let Some(emulator) = with_kernels() else { return };
    let _session = with(emulator, |settings| settings.devices = 2);
    assert!(Gpu::open_nth(1).is_ok());
    assert_eq!(line(Gpu::open_nth(2)), "no NVIDIA GPU number 2: the driver sees 2, numbered from 0");
    assert!(Gpu::open_nth(usize::MAX).is_err());
}

#[test]
fn an_old_device() {
    let Some(emulator) = with_kernels() else { return };
    let _session = with(emulator, |settings| settings.capability = (7, 0));
    assert_eq!(line(Gpu::open()), "Boscage emulator has compute capability 7.0, the kernels need 7.5");
}

#[test]
fn a_device_that_will_do() {
    let Some(emulator) = with_kernels() else { return };
    let session = with(emulator, |settings| {
        settings.capability = (9, 0);
        settings.memory_bytes = 12_345;
    });
    let gpu = Gpu::open().unwrap();
    assert_eq!((gpu.name(), gpu.capability()), ("Boscage emulator", (9, 0)));
    assert_eq!(gpu.free_memory().unwrap(), 12_345);
    is_untouched(&session);
}

#[test]
fn launches_of_a_shape_that_kernels_do_not_have() {
    let Some(emulator) = with_kernels() else { return };
    let session = with(emulator, |_| {});
    let refused = [(0, None), (31, None), (33, None), (288, Some(1)), (u32::MAX - 31, None), (64, Some(0))];
    for (threads, blocks) in refused {
        let said = line(Gpu::open().unwrap().with_shape(Shape { threads, blocks }));
        let expected = "shape: expected threads per block that are a multiple of 32 up to 256, and at least one block, found";
        assert_eq!(said, format!("{expected} {threads} threads, {blocks:?} blocks"));
    }
    for (threads, blocks) in [(32, Some(1)), (256, None), (256, Some(u32::MAX))] {
        let gpu = Gpu::open().unwrap().with_shape(Shape { threads, blocks }).unwrap();
        let triangle = EdgeList::from_triples(3, [(0, 1, 3_u32), (1, 2, 2), (2, 0, 1)]).unwrap();
        for operator in operators() {
            assert_eq!(run(operator, &gpu, &triangle).unwrap(), [1, 2], "{operator}, {threads} threads");
        }
    }
    assert_eq!(session.live_bytes(), 0);
}

#[test]
fn blocks_that_edge_boruvka_cannot_have() {
    let Some(emulator) = with_kernels() else { return };
    let session = with(emulator, |_| {});
    let (gpu, exec) = (Gpu::open().unwrap(), Exec::current());
    let pair = EdgeList::from_triples(2, [(0, 1, 3_u32)]).unwrap();
    for block in [0, 1, 33, 1056, u32::MAX] {
        let config = EdgeBoruvka { block, ..EdgeBoruvka::default() };
        let said = line(edge_boruvka(&gpu, &exec, &pair, Objective::Minimum, config));
        assert_eq!(said, format!("block: expected a multiple of 32 up to 1024, found {block}"));
    }
    is_untouched(&session);
}

#[test]
fn every_operator_has_a_name_of_its_own() {
    let names: Vec<_> = boscage_kernels::operators().map(|one| one.name()).collect();
    assert_eq!(names[..2], ["auto", "filter-boruvka"]);
    let unique: std::collections::HashSet<_> = names.iter().collect();
    assert_eq!(unique.len(), names.len(), "{names:?}");
    let error = by_name(boscage_kernels::operators(), "boruvka").unwrap_err();
    assert_eq!(error.to_string(), format!("algorithm: expected one of {}, found boruvka", names.join(", ")));
}

/// Multigraphs with loops and ties: a few edges, several tiles of them; hardly any nodes, many without edges.
/// Dense ones are those that `filter-boruvka` filters.
fn graphs() -> [EdgeList<u32>; 6] {
    [(1, 9), (40, 60), (800, 1500), (50, 1500), (6000, 100), (2, 1)].map(|(nodes, edges)| {
        let graph = gnm(&Exec::current(), &Gnm { nodes, edges, pairs: Pairs::Any, ..Gnm::default() });
        graph.expect("a small graph").map(|_, edge| edge.weight % 1000).expect("as small a graph")
    })
}

#[test]
fn too_little_memory() {
    let Some(emulator) = with_kernels() else { return };
    for graph in graphs() {
        needs_what_it_says(emulator, &graph);
    }
    for graph in &graphs()[1..3] {
        needs_what_it_says(emulator, &graph.map(|_, edge| f64::from(edge.weight)).unwrap());
    }
}

/// An operator says how many bytes it needs, before it takes any. With that number it finds the
/// forest, the same as all others; it does not need much less, so no graph is refused that has room.
fn needs_what_it_says<W: Weight>(emulator: &'static Emulator, graph: &EdgeList<W>) {
    let mut truth = None;
    for operator in operators() {
        let context =
            format!("{operator}, {} nodes, {} edges {}", graph.node_count(), graph.edge_count(), W::NAME);
        let fails_with = |memory| {
            let session = with(emulator, |settings| settings.memory_bytes = memory);
            let gpu = Gpu::open().unwrap();
            let error = run(operator, &gpu, graph).expect_err(&context);
            let Error::OutOfMemory { what, needed, free } = error else { panic!("{context}: {error}") };
            assert_eq!((what, free), (operator.name(), memory), "{context}");
            let [need, left] = [needed, free].map(|bytes| boscage::memory::Bytes(bytes).to_string());
            let said = format!("not enough memory on the GPU: {what} needs {need}, {left} are free");
            assert_eq!(line(Err::<(), _>(error)), said);
            is_untouched(&session);
            needed
        };
        let needed = fails_with(10);
        assert_eq!(fails_with(needed - 1), needed, "{context}");

        let session = with(emulator, |settings| settings.memory_bytes = needed);
        let gpu = Gpu::open().unwrap();
        // The second time from what the first has freed and the pool has kept.
        for _ in 0..2 {
            let forest = run(operator, &gpu, graph);
            let forest = forest.unwrap_or_else(|error| panic!("{context}: {error}, with {needed} bytes"));
            assert_eq!(&forest, truth.get_or_insert_with(|| forest.clone()), "{context}");
            assert_eq!(gpu.free_memory().unwrap(), needed, "{context}");
        }
        let taken = session.most_bytes();
        assert!(needed <= taken * 5 / 4 + 2000, "{context}: takes {taken} bytes of {needed}");
    }
}

#[test]
fn after_too_little_memory_a_smaller_graph_is_found() {
    let Some(emulator) = with_kernels() else { return };
    let [_, small, large, ..] = graphs();
    for operator in operators() {
        let session = with(emulator, |settings| settings.memory_bytes = 20_000);
        let gpu = Gpu::open().unwrap();
        assert!(matches!(run(operator, &gpu, &large), Err(Error::OutOfMemory { .. })), "{operator}");
        is_untouched(&session);
        assert!(!run(operator, &gpu, &small).unwrap().is_empty(), "{operator}");
        assert!(matches!(run(operator, &gpu, &large), Err(Error::OutOfMemory { .. })), "{operator}");
        assert_eq!(session.live_bytes(), 0, "{operator}");
    }
}

#[test]
fn more_nodes_than_there_are_numbers() {
    let Some(emulator) = with_kernels() else { return };
    let graph = EdgeList::from_triples((1 << 31) + 1, [(0, 1, 7_u32)]).unwrap();
    for operator in operators() {
        let session = with(emulator, |settings| settings.memory_bytes = 1 << 50);
        let said = "expected at most 2147483648 nodes on a GPU, found 2147483649";
        assert_eq!(line(run(operator, &Gpu::open().unwrap(), &graph)), said, "{operator}");
        is_untouched(&session);
    }
}

#[test]
fn graphs_without_a_forest() {
    let Some(emulator) = with_kernels() else { return };
    for operator in boscage_kernels::operators() {
        for nodes in [0, 1, 1 << 31] {
            let session = with(emulator, |_| {});
            let graph = EdgeList::<f32>::with_nodes(nodes).unwrap();
            assert!(run(operator, &Gpu::open().unwrap(), &graph).unwrap().is_empty(), "{operator}");
            is_untouched(&session);
        }
        let session = with(emulator, |_| {});
        let loops = EdgeList::from_triples(3, [(1, 1, 5_i64), (2, 2, 5), (1, 1, -5)]).unwrap();
        assert!(run(operator, &Gpu::open().unwrap(), &loops).unwrap().is_empty(), "{operator}");
        assert_eq!(session.live_bytes(), 0, "{operator}");
    }
}

#[test]
fn what_is_cancelled_does_not_begin() {
    let Some(emulator) = with_kernels() else { return };
    let [_, graph, ..] = graphs();
    for operator in boscage_kernels::operators() {
        let session = with(emulator, |_| {});
        let (gpu, token) = (Gpu::open().unwrap(), CancelToken::new());
        token.cancel();
        let exec = Exec::current().with_token(token);
        let result = operator.forest((&gpu, &exec), &graph, Objective::Minimum);
        assert!(matches!(result, Err(Error::Graph(boscage::Error::Cancelled))), "{operator}");
        is_untouched(&session);
    }
}

/// From the report of the first round on, where the host has one: `filter-boruvka` waits but once.
#[test]
fn what_is_cancelled_later_leaves_nothing_on_the_device() {
    let Some(emulator) = with_kernels() else { return };
    let [_, _, graph, ..] = graphs();
    let waiting: [&dyn Operator<Device>; 2] = [&EdgeBoruvka::default(), &Vineet];
    for operator in waiting {
        let session = with(emulator, |_| {});
        let (gpu, token) = (Gpu::open().unwrap(), CancelToken::new());
        let exec = Exec::current().with_token(token.clone()).with_progress(move |_| token.cancel());
        let result = operator.forest((&gpu, &exec), &graph, Objective::Minimum);
        assert!(matches!(result, Err(Error::Graph(boscage::Error::Cancelled))), "{operator}");
        assert!(session.launches() > 0, "{operator}");
        assert_eq!(session.live_bytes(), 0, "{operator}");
    }
}

#[test]
fn operators_leave_nothing_on_the_device() {
    let Some(emulator) = with_kernels() else { return };
    let session = with(emulator, |_| {});
    let gpu = Gpu::open().unwrap();
    let before = session.live_bytes();
    for graph in graphs() {
        for operator in boscage_kernels::operators() {
            run(operator, &gpu, &graph).unwrap();
            assert_eq!(session.live_bytes(), before, "{operator}");
        }
    }
}
