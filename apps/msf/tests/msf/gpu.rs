//! `--backend gpu`: the same forests, here from an emulated GPU, and a one-line error without one.

use std::process::Command;

use boscage::random::Random;
use boscage_emulated::with_kernels;
use boscage_kernels::operators;
use emulated_cuda::{Emulator, Settings};
use serde_json::Value;

use crate::program::{Ended, Folder, TRAPS, TRAPS_FOREST};

/// The summary of a run in which the emulator was loaded.
const SUMMARY: &str = "emulator.summary";

/// Makes the program load the emulator instead of a driver.
fn with_gpu(command: &mut Command, emulator: &Emulator, settings: &Settings) {
    command.env("LD_LIBRARY_PATH", emulator.library_folder()).envs(settings.variables());
    command.env("EMULATED_CUDA_SUMMARY", SUMMARY);
}

fn msf_with(folder: &Folder, emulator: &Emulator, settings: &Settings, arguments: &[&str]) -> Ended {
    let mut command = folder.command(arguments);
    with_gpu(&mut command, emulator, settings);
    command.output().expect("msf runs").into()
}

fn msf(folder: &Folder, emulator: &Emulator, arguments: &[&str]) -> Ended {
    msf_with(folder, emulator, &Settings::default(), arguments)
}

fn json(folder: &Folder, emulator: &Emulator, arguments: &[&str]) -> Value {
    let out = msf(folder, emulator, &[arguments, &["--stats", "json"]].concat()).ok();
    serde_json::from_str(&out).expect("JSON on stdout, and nothing else")
}

/// The error line of a failed run, which left no other files than before.
fn line(folder: &Folder, ended: Ended) -> String {
    let err = ended.failed(1);
    assert_eq!((err.lines().count(), err.ends_with('\n')), (1, true), "{err}");
    assert_eq!(folder.files().iter().filter(|file| *file != SUMMARY).collect::<Vec<_>>(), ["g.gr"]);
    err.trim_end().to_owned()
}

/// A multigraph with loops, ties and several trees, as an edge list.
fn multigraph() -> String {
    let edge = |i| {
        let mut draws = Random::new(1, 0).item(i);
        let [u, v, weight] = [900, 900, 50].map(|bound| draws.below(bound));
        format!("{u} {v} {weight}\n")
    };
    (0..1000).map(edge).collect()
}

#[test]
fn every_algorithm_writes_what_the_processor_writes() {
    let Some(emulator) = with_kernels() else { return };
    let folder = Folder::with("g.txt", multigraph());
    for algorithm in operators().map(|one| one.name()) {
        for (format, more) in [("edges", ""), ("ids", "--maximum"), ("dimacs", ""), ("dot", "")] {
            let run = |backend, algorithm, out: &str, components: &str| {
                let arguments = ["g.txt", "-q", "--verify", "--backend", backend, "--algorithm", algorithm];
                let outputs = ["--out", out, "--format", format, "--components", components, more];
                let arguments =
                    [&arguments[..], &outputs[..outputs.len() - usize::from(more.is_empty())]].concat();
                assert_eq!(msf(&folder, emulator, &arguments).ok(), "");
                [folder.read(out), folder.read(components)]
            };
            let (of_cpu, of_gpu) = (run("cpu", "kruskal", "c", "cc"), run("gpu", algorithm, "g", "gc"));
            assert!(of_cpu == of_gpu, "{algorithm}, {format} {more}");
            assert!(of_cpu.iter().all(|file| file.lines().count() > 500), "{algorithm}");
        }
    }
}

#[test]
fn a_small_graph_goes_there_and_back() {
    let Some(emulator) = with_kernels() else { return };
    let folder = Folder::with_traps();
    for algorithm in operators().map(|one| one.name()) {
        let out =
            msf(&folder, emulator, &["g.gr", "--backend", "gpu", "--algorithm", algorithm, "--out", "-"]);
        assert_eq!(out.ok(), TRAPS_FOREST, "{algorithm}");
        // Nothing is left on the device, nothing was done that it would refuse, and the graph went there.
        let summary = folder.read(SUMMARY);
        assert!(summary.contains("\nlive_bytes 0\n") && summary.ends_with("\nreport \n"), "{summary}");
        assert!(!summary.contains("bytes_to_device 0\n") && !summary.contains("launches 0\n"), "{summary}");
    }
}

#[test]
fn the_summary_names_the_device() {
    let Some(emulator) = with_kernels() else { return };
    let folder = Folder::with_traps();
    let out = msf(&folder, emulator, &["g.gr", "--backend", "gpu", "--verify"]).ok();
    assert!(out.contains("Boscage emulator") && out.contains("filter-boruvka"), "{out}");
    assert!(out.contains("proof     minimal, edge for edge\n"), "{out}");
}

#[test]
fn json_says_what_ran_where() {
    let Some(emulator) = with_kernels() else { return };
    let folder = Folder::with("g.txt", multigraph());
    for name in operators().map(|one| one.name()) {
        let report = json(&folder, emulator, &["g.txt", "--backend", "gpu", "--algorithm", name, "--verify"]);
        let operator = if name == "auto" { "filter-boruvka" } else { name };
        let want = [
            ("algorithm", Value::from(name)),
            ("operator", operator.into()),
            ("backend", "gpu".into()),
            ("device", "Boscage emulator".into()),
            ("edges", 1000.into()),
            ("verified", true.into()),
        ];
        for (key, value) in want {
            assert_eq!(report[key], value, "{key}, {name}");
        }
        let of = |list: &str, name: &str| {
            let all = report[list].as_array().unwrap();
            all.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{report}")).clone()
        };
        for (stage, kind) in [("to device", "copy"), ("on device", "device"), ("to host", "copy")] {
            let stage = of("stages", stage);
            assert_eq!((&stage["kind"], &stage["parent"]), (&kind.into(), &operator.into()), "{report}");
            assert!(stage["seconds"].as_f64() >= Some(0.0), "{report}");
        }
        let of_operator = of("loops", operator);
        let rounds = of_operator["rounds"].as_array().unwrap();
        assert!(rounds.len() > 1 && report["rounds"] == rounds.len(), "{report}");
        let committed: u64 = rounds.iter().map(|round| round["committed"].as_u64().unwrap()).sum();
        assert_eq!(report["forest_edges"], committed, "{name}");
    }
}

#[test]
fn the_gpu_is_not_touched_unasked() {
    let Some(emulator) = with_kernels() else { return };
    let folder = Folder::with("g.txt", multigraph());
    for arguments in [&["--algorithm", "auto"][..], &["--algorithm", "filter-boruvka"], &["--backend", "cpu"]]
    {
        let report = json(&folder, emulator, &[&["g.txt"], arguments].concat());
        assert_eq!((&report["backend"], &report["device"]), (&"cpu".into(), &Value::Null));
    }
    assert_eq!(folder.files(), ["g.txt"], "the driver was not even looked for");
    json(&folder, emulator, &["g.txt", "--backend", "gpu"]);
    assert_eq!(folder.files(), [SUMMARY, "g.txt"]);
}

#[test]
fn what_the_device_cannot_do_is_said_in_one_line() {
    let Some(emulator) = with_kernels() else { return };
    let folder = Folder::with_traps();
    let fails = |settings: &Settings| {
        let arguments = ["g.gr", "--backend", "gpu", "--out", "forest", "--components", "c"];
        line(&folder, msf_with(&folder, emulator, settings, &arguments))
    };
    let none = fails(&Settings { devices: 0, ..Settings::default() });
    assert_eq!(none, "msf: error: no NVIDIA GPU: the driver sees none");
    let old = fails(&Settings { capability: (7, 0), ..Settings::default() });
    assert_eq!(old, "msf: error: Boscage emulator has compute capability 7.0, the kernels need 7.5");
    let small = fails(&Settings { memory_bytes: 1000, ..Settings::default() });
    let (before, after) = (
        "msf: error: g.gr: filter-boruvka: not enough memory on the GPU: filter-boruvka needs ",
        " KiB, 1000 B are free",
    );
    assert!(small.starts_with(before) && small.ends_with(after), "{small}");
    let folder = Folder::with("g\n.gr", TRAPS);
    let small = Settings { memory_bytes: 1000, ..Settings::default() };
    let said = msf_with(&folder, emulator, &small, &["g\n.gr", "--backend", "gpu"]).failed(1);
    assert!(said.starts_with("msf: error: g\\n.gr: filter-boruvka: not enough memory on the GPU"), "{said}");
}

/// Files that are no libraries are in the first folder of the search for a driver, so that no real one is
/// found.
#[cfg(target_os = "linux")]
#[test]
fn without_a_driver_nothing_is_begun() {
    let nowhere = Folder::with("libcuda.so", "");
    nowhere.write("libcuda.so.1", "");
    let folder = Folder::with_traps();
    let said = "msf: error: no NVIDIA driver: libcuda was not found or cannot be loaded (install driver 525.60.13 or newer)";
    for arguments in [
        &["g.gr", "--out", "forest", "--components", "c", "--parallelism", "p.csv"][..],
        &["g.gr", "--algorithm", "vineet", "--stats", "json"],
        &["bench", "g.gr", "--runs", "1", "--json", "figures"],
    ] {
        let mut command = folder.command(&[arguments, &["--backend", "gpu"]].concat());
        command.env("LD_LIBRARY_PATH", nowhere.path("."));
        assert_eq!(line(&folder, command.output().expect("msf runs").into()), said);
    }
}

#[test]
fn algorithms_of_the_other_backend_are_sent_there() {
    let folder = Folder::with_traps();
    let usage = |arguments: &[&str]| {
        let err = folder.msf(arguments).failed(2);
        err.lines().next().unwrap_or_default().to_owned()
    };
    let there = "error: vineet runs only on a GPU: add --backend gpu";
    assert_eq!(usage(&["g.gr", "--algorithm", "vineet"]), there);
    assert_eq!(usage(&["bench", "g.gr", "--algorithm", "kruskal,vineet"]), there);
    let names = operators().map(|one| one.name()).collect::<Vec<_>>().join(", ");
    let here = format!("error: kruskal does not run on a GPU: --backend gpu has {names}");
    assert_eq!(usage(&["g.gr", "--backend", "gpu", "--algorithm", "kruskal"]), here);
    assert_eq!(usage(&["bench", "g.gr", "--backend", "gpu", "--algorithm", "auto,kruskal"]), here);
    let window = ["g.gr", "--backend", "gpu", "--window", "5"];
    assert_eq!(usage(&window), "error: --window requires --algorithm windowed-kruskal");
}

#[test]
fn bench_has_rows_with_the_copies_and_without() {
    let Some(emulator) = with_kernels() else { return };
    let folder = Folder::with("g.txt", multigraph());
    let bench = ["bench", "g.txt", "--runs", "1", "--threads", "2", "--backend", "gpu", "--json", "-"];
    let report: Value = serde_json::from_str(&msf(&folder, emulator, &bench).ok()).unwrap();
    let rows = report["graphs"][0]["rows"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["operator"].as_str().unwrap()).collect();
    let of_gpu = operators().flat_map(|one| [format!("gpu {one}"), format!("gpu {one}, no copies")]);
    let expected: Vec<String> = ["floor", "kruskal"].map(str::to_owned).into_iter().chain(of_gpu).collect();
    assert_eq!(names, expected);
    for row in rows {
        assert!(row["error"].is_null() && row["ms"].as_f64().is_some_and(|ms| ms > 0.0), "{row}");
    }
    let table = msf(&folder, emulator, &[&bench[..7], &["gpu", "--algorithm", "auto"]].concat()).ok();
    assert!(table.contains("\n  gpu auto ") && table.contains("\n  gpu auto, no copies "), "{table}");
}
