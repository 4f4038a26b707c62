//! Panics: where the caller has made a mistake, the message names the loop and the location is the caller's
//! line. Where an operator panics, the payload stays as it is, and a note on standard error names the loop.

use std::cell::RefCell;
use std::env;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::Once;

use boscage::exec::{Bid, Commit, Exec, Phased, Push, Round, Schedule};
use boscage::graph::{AtomicNodeMap, Directed, EdgeList, Graph, Node, NodeMap, NodeSet};
use boscage::sync::GuardedNodes;
use boscage::worklist::{Fifo, FifoPart, FifoWorklist, Policy};

/// A way to panic in a loop: the line in which it stands, how messages name the loop, and what is run.
type Case = (u32, &'static str, fn(&Exec));

/// A policy that makes too many parts.
struct Broken;

impl Policy<u32> for Broken {
    type Worklist = FifoWorklist<u32>;

    fn open(self, workers: usize) -> (FifoWorklist<u32>, Vec<FifoPart<u32>>) {
        Policy::open(Fifo::default(), workers + 1)
    }
}

/// Items that win nothing; or panic.
struct Hopeless(Option<&'static str>);

impl Phased for Hopeless {
    type Item = u32;

    fn bid(&self, _: &mut u32) -> Bid {
        self.0.map_or(Bid::Placed, |words| panic!("{words}"))
    }

    fn commit(&self, _: &u32, _: &mut Push<'_, u32>) -> Commit {
        Commit::Retry
    }

    fn release(&self, _: &u32, _: Commit) {}
}

fn graph() -> Graph<Directed> {
    let list = EdgeList::from_pairs(3, [(0, 1), (1, 2)]).unwrap();
    Graph::from_edges(&Exec::new(1).unwrap(), &list).unwrap()
}

const MISTAKES: &[Case] = &[
    (line!(), "loop `parts`", |exec| exec.for_each("parts", 0..9, Broken, |_, _| ()).unwrap()),
    (line!(), "loop `late`", |exec| {
        let mut nodes = GuardedNodes::from_fn(1, |_| 0).unwrap();
        exec.speculate("late", 0..9, Fifo::default(), &mut nodes, |_, locking| {
            locking.lock(Node::new(0))?;
            locking.commit();
            Err(boscage::Error::other("too late").into())
        })
        .unwrap();
    }),
    (line!(), "loop `stuck`", |exec| {
        exec.phased("stuck", &[1, 2][..], Schedule::AllLive, &Hopeless(None)).unwrap();
    }),
    (line!(), "loop `r`, phase `push`", |exec| {
        let rounds = exec.rounds("r", 1);
        rounds.push("push", &graph(), &NodeSet::all(5), |_| (), |(), _, ()| true).unwrap();
    }),
    (line!(), "loop `r`, phase `pull`", |exec| {
        let rounds = exec.rounds("r", 1);
        rounds.pull("pull", &graph(), &NodeSet::all(3), |_| true, |_, _, ()| true).unwrap();
    }),
    (line!(), "loop `r`, phase `claim`", |exec| {
        let (rounds, values) = (exec.rounds("r", 1), AtomicNodeMap::filled(5, 0).unwrap());
        rounds.claim("claim", &graph(), &NodeSet::all(3), &values, 0, |_| 1).unwrap();
    }),
    (line!(), "loop `r`, phase `gather`", |exec| {
        let graph = graph().with_in_arcs(exec).unwrap();
        let (rounds, mut values) = (exec.rounds("r", 1), NodeMap::filled(5, 0).unwrap());
        rounds.gather("gather", &graph, &mut values, |_, _, ()| 1, |_, sum: u32, _| sum).unwrap();
    }),
    (line!(), "loop `r`, phase `gather_from`", |exec| {
        let (rounds, set) = (exec.rounds("r", 1), NodeSet::all(5));
        rounds.gather_from("gather_from", &graph(), &set, |_, _, ()| 1, |_, sum: u32| sum).unwrap();
    }),
    (line!(), "loop `r`, phase `gather_to`", |exec| {
        let (rounds, set) = (exec.rounds("r", 1), NodeSet::all(3));
        rounds.gather_to("gather_to", &graph(), &set, |_, _, ()| 1, |_, sum: u32| sum).unwrap();
    }),
    (line!(), "", |_| ()),
];

thread_local! {
    /// The panics of the thread: file, line and message.
    static SEEN: RefCell<Vec<(String, u32, String)>> = const { RefCell::new(Vec::new()) };
}

/// Lets the panics of each thread be seen by it.
fn watch_panics() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let at = info.location().expect("panics have locations");
            let message = info.payload().downcast_ref::<String>().cloned().unwrap_or_default();
            SEEN.with_borrow_mut(|seen| seen.push((at.file().to_owned(), at.line(), message)));
            before(info);
        }));
    });
}

#[test]
fn mistakes_name_the_loop_and_the_line_of_the_caller() {
    watch_panics();
    for threads in [1, 2] {
        let exec = Exec::new(threads).unwrap();
        for case in MISTAKES.windows(2) {
            let (lines, name) = (case[0].0..case[1].0, case[0].1);
            SEEN.take();
            assert!(catch_unwind(AssertUnwindSafe(|| case[0].2(&exec))).is_err(), "{name}: no panic");
            // The caller's thread has panicked, and no other.
            let seen = SEEN.take();
            let [(file, line, message)] = &seen[..] else { panic!("{name}: {seen:?}") };
            assert!(message.starts_with(&format!("{name}: ")), "{name}: {message}");
            assert!(file.ends_with("panics.rs") && lines.contains(line), "{name}: {file}:{line}");
        }
    }
}

const WORDS: &str = "the operator fails";

const PANICS: &[Case] = &[
    (line!(), "loop `do_all`", |exec| exec.do_all("do_all", 0..99, |_| -> () { panic!("{WORDS}") }).unwrap()),
    (line!(), "loop `for_each`", |exec| {
        exec.for_each("for_each", 0..99, Fifo::default(), |_, _| -> () { panic!("{WORDS}") }).unwrap();
    }),
    (line!(), "loop `speculate`", |exec| {
        let mut nodes = GuardedNodes::from_fn(1, |_| 0).unwrap();
        exec.speculate("speculate", 0..9, Fifo::default(), &mut nodes, |_, _| panic!("{WORDS}")).unwrap();
    }),
    (line!(), "loop `phased`", |exec| {
        exec.phased("phased", &[1, 2][..], Schedule::AllLive, &Hopeless(Some(WORDS))).unwrap();
    }),
    (line!(), "loop `caught`, phase `push`", |exec| {
        let rounds = exec.rounds("caught", 1);
        rounds
            .push("push", &graph(), &NodeSet::all(3), |_| (), |(), _, ()| -> bool { panic!("{WORDS}") })
            .unwrap();
    }),
    (line!(), "loop `rounds`", |exec| {
        exec.rounds("rounds", 1).round(|_| -> boscage::Result<(Round, ())> { panic!("{WORDS}") }).unwrap();
    }),
    (line!(), "loop `leaked`", |exec| {
        let mut nodes = GuardedNodes::from_fn(2, |_| 0).unwrap();
        let ended = exec.speculate("leaked", 0..9, Fifo::default(), &mut nodes, |_, locking| {
            locking.lock(Node::new(0))?;
            locking.lock(Node::new(1)).map(drop)?;
            std::mem::forget(locking);
            Ok(())
        });
        ended.unwrap();
    }),
    (line!(), "", |_| ()),
];

/// Runs itself in a process of its own, whose standard error it reads.
#[test]
fn a_note_names_the_loop_whose_operator_has_panicked() {
    const OWN: &str = "BOSCAGE_TEST_PANICS";
    if env::var_os(OWN).is_some() {
        for case in PANICS.split_last().unwrap().1 {
            let exec = Exec::new(2).unwrap();
            let payload = catch_unwind(AssertUnwindSafe(|| case.2(&exec))).unwrap_err();
            let words = payload.downcast_ref::<String>().map_or("another", |words| words);
            assert_eq!(words == WORDS, case.1 != "loop `leaked`", "{}: {words}", case.1);
        }
        return;
    }
    let name = "panics::a_note_names_the_loop_whose_operator_has_panicked";
    let mut command = Command::new(env::current_exe().unwrap());
    let output = command.args(["--exact", name, "--nocapture"]).env(OWN, "1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let notes: Vec<&str> =
        said.lines().filter_map(|line| line.strip_prefix("note: the panic was in ")).collect();
    assert_eq!(notes.len(), PANICS.len() - 1, "one for each: {said}");
    for (case, note) in PANICS.windows(2).zip(notes) {
        let (name, at) = note.split_once(", begun at ").unwrap();
        let mut place = at.rsplit(':').skip(1);
        let line: u32 = place.next().unwrap().parse().unwrap();
        assert!(name == case[0].1 && (case[0].0..case[1].0).contains(&line), "{note}");
        assert!(place.next().unwrap().ends_with("panics.rs"), "{note}");
    }
}
