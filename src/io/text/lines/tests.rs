//! Blocks of all sizes give the same result, and errors have the right lines.

use std::cell::Cell;
use std::io::Read;

use super::*;

thread_local! {
    static BLOCK_SIZE: Cell<usize> = const { Cell::new(BLOCK) };
}

pub(crate) fn block_size() -> usize {
    BLOCK_SIZE.get()
}

/// Calls a function with blocks of this size.
pub(crate) fn with_blocks_of<T>(bytes: usize, read: impl FnOnce() -> T) -> T {
    let before = BLOCK_SIZE.replace(bytes);
    let result = read();
    BLOCK_SIZE.set(before);
    result
}

/// A stream that returns `step` bytes at a time.
struct Dribble<'a>(&'a [u8], usize);

impl Read for Dribble<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let len = self.1.min(into.len());
        self.0.read(&mut into[..len])
    }
}

/// Every line's text with its number, read as one heading line and a body.
fn lines(content: Content<'_>) -> (Vec<String>, u64) {
    let mut text = Text::open(content, Separators::Blanks, &ReadOptions::default()).unwrap();
    let mut lines = Vec::new();
    let first = text.heading(|scan, _| {
        let token = String::from_utf8_lossy(scan.token()).into_owned();
        scan.next_line();
        Ok(if token.is_empty() { Heading::Skip } else { Heading::Take(token) })
    });
    if let Some((token, number)) = first.unwrap() {
        lines.push(format!("{number} {token}"));
    }
    let body = text.body(
        |scan| {
            let mut tokens = Vec::new();
            loop {
                tokens.push(String::from_utf8_lossy(scan.token()).into_owned());
                if !scan.next_line() {
                    return Ok(tokens);
                }
            }
        },
        |tokens, _| {
            lines.extend(tokens);
            Ok(())
        },
    );
    body.unwrap();
    (lines, text.bytes())
}

#[test]
fn blocks_of_any_size_give_the_same_lines() {
    let long = format!("h\na\n{}\nb\n{}", "x".repeat(1000), "y".repeat(1000));
    for text in [
        "",
        "x",
        "\n",
        "\n\nhead\r\n\na\nbb\n\nccc",
        "\u{feff}h\nlonger-than-any-block-of-this-test\nz\n",
        &long, // longer than the bytes first read after a range
    ] {
        let want = lines(Content::bytes(&Exec::current(), "t", text.as_bytes()));
        assert_eq!(want.1, text.len() as u64);
        for block in 1..12 {
            for step in [1, 3, 100] {
                let got = with_blocks_of(block, || {
                    (
                        lines(Content::bytes(&Exec::current(), "t", text.as_bytes())),
                        lines(Content::stream(&Exec::current(), "t", Dribble(text.as_bytes(), step))),
                    )
                });
                assert_eq!(got.0, want, "{text:?} in blocks of {block}");
                assert_eq!(got.1, want, "{text:?} streamed in blocks of {block}");
            }
        }
    }
}

#[test]
fn faults_have_their_line_in_all_blocks() {
    let text = b"# one\n7\n\n8\n9\nten\n11\n";
    for block in [1, 2, 5, 100] {
        for content in [
            Content::bytes(&Exec::current(), "t.txt", text),
            Content::stream(&Exec::current(), "t.txt", &text[..]),
        ] {
            let error = with_blocks_of(block, || {
                let mut text = Text::open(content, Separators::Blanks, &ReadOptions::default()).unwrap();
                let mut sum = 0;
                text.heading::<()>(|scan, _| {
                    Ok(if scan.peek() == Some(b'#') { Heading::Skip } else { Heading::Leave(()) })
                })
                .unwrap();
                text.body(
                    |scan| {
                        let mut sum = 0;
                        loop {
                            if scan.peek().is_some() {
                                sum += scan.natural("a count")?;
                            }
                            if !scan.next_line() {
                                return Ok(sum);
                            }
                        }
                    },
                    |part, _| {
                        sum += part;
                        Ok(())
                    },
                )
                .unwrap_err()
            });
            assert_eq!(error.to_string(), "t.txt:6: expected a count, found `ten`");
        }
    }
}

#[test]
fn a_stream_that_fails_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the cable is out"))
        }
    }
    let exec = Exec::current();
    let content = Content::stream(&exec, "-", b"1\n2\n".chain(Broken));
    let error = with_blocks_of(2, || {
        let mut text = Text::open(content, Separators::Blanks, &ReadOptions::default())?;
        text.body(|_| Ok(()), |(), _| Ok(()))
    });
    assert_eq!(error.unwrap_err().to_string(), "standard input: cannot read: the cable is out");
}
