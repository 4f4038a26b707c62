//! XML as a sequence of tags and texts, parsed by the crate `quick-xml`, within limits.
//!
//! The only entities are the five predefined ones and numbers of characters. A document type is refused, so
//! nothing outside the file is ever read, and no text becomes longer than it is in the file.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use crate::bytes::{Content, Data};
use crate::text::quoted;
use boscage_core::{At, Error, Place, Result};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// Largest number of elements that are open at the same time.
const DEEPEST: usize = 64;

/// Largest number of bytes of a tag, and so of a name and of the value of an attribute.
const LONGEST_TAG: usize = 1 << 16;

/// Largest number of attributes of a tag.
const MOST_ATTRIBUTES: usize = 64;

/// Largest number of bytes of a text.
const LONGEST_TEXT: usize = 1 << 24;

/// A piece of a document. Its name and its text are those of [`Xml`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// The beginning of an element.
    Start,
    /// The end of an element.
    End,
    /// The end of the document.
    Finished,
}

/// A document.
pub(super) struct Xml<'a> {
    pub(super) path: PathBuf,
    reader: Reader<Limited<'a>>,
    buffer: Vec<u8>,
    /// The line of the current token.
    pub(super) line: u64,
    depth: usize,
    has_ended: bool,
    /// The name of the element that has begun, its attributes and their values, one after the other.
    arena: String,
    name: usize,
    attributes: Vec<[Range<usize>; 2]>,
    /// The text since the last beginning of an element.
    pub(super) text: String,
}

impl<'a> Xml<'a> {
    pub(super) fn open(content: Content<'a>) -> Self {
        let Content { path, data, .. } = content;
        let stream: Box<dyn Read + Send + 'a> = match data {
            Data::RandomAccess(content) => Box::new(content.stream()),
            Data::Stream(stream) => stream,
        };
        let stream = BufReader::with_capacity(1 << 18, stream);
        let mut reader = Reader::from_reader(Limited { stream, left: 0, lines: 0, bytes: 0 });
        reader.config_mut().expand_empty_elements = true;
        Self {
            path,
            reader,
            buffer: Vec::new(),
            line: 1,
            depth: 0,
            has_ended: false,
            arena: String::new(),
            name: 0,
            attributes: Vec::new(),
            text: String::new(),
        }
    }

    /// The number of bytes that have been read.
    pub(super) fn bytes(&self) -> u64 {
        self.reader.get_ref().bytes
    }

    /// The next beginning or end of an element.
    ///
    /// # Errors
    /// If the document is not well-formed, or exceeds a limit.
    pub(super) fn next(&mut self) -> Result<Token> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let token = self.next_in(&mut buffer);
        self.buffer = buffer;
        token
    }

    fn next_in(&mut self, buffer: &mut Vec<u8>) -> Result<Token> {
        loop {
            buffer.clear();
            self.reader.get_mut().left = LONGEST_TEXT;
            self.line = self.reader.get_ref().lines + 1;
            let event = match self.reader.read_event_into(buffer) {
                Ok(event) => event,
                Err(error) => return Err(self.malformed(error)),
            };
            match event {
                Event::Start(tag) | Event::Empty(tag) => {
                    if self.has_ended {
                        return Err(self.wrong("the end of the file", "another element", ""));
                    }
                    self.depth += 1;
                    if self.depth > DEEPEST {
                        let expected = format!("at most {DEEPEST} elements inside each other");
                        return Err(self.wrong(&expected, "more", ""));
                    }
                    self.text.clear();
                    return self.begin(&tag).map(|()| Token::Start);
                }
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    self.has_ended |= self.depth == 0;
                    return Ok(Token::End);
                }
                Event::Text(text) => self.append(&text.xml10_content())?,
                Event::CData(text) => self.append(&text.xml10_content())?,
                Event::GeneralRef(entity) => {
                    let char = entity.resolve_char_ref().map_err(|error| self.malformed(error))?;
                    let name = entity.into_inner();
                    let char = char.or(match &*name {
                        "lt" => Some('<'),
                        "gt" => Some('>'),
                        "amp" => Some('&'),
                        "quot" => Some('"'),
                        "apos" => Some('\''),
                        _ => None,
                    });
                    match char {
                        Some(char) => self.append(char.encode_utf8(&mut [0; 4]))?,
                        None => {
                            let found = quoted(format!("&{name};").as_bytes());
                            return Err(self.wrong("one of the five predefined entities", found, ""));
                        }
                    }
                }
                Event::Decl(declaration) => {
                    let encoding = declaration.encoding().and_then(std::result::Result::ok);
                    let is_known = |name: &str| ["utf-8", "utf8", "us-ascii", "ascii"].contains(&name);
                    if let Some(encoding) = encoding.filter(|name| !is_known(&name.to_ascii_lowercase())) {
                        let cure = "convert it, as with iconv -t UTF-8, and change its first line";
                        return Err(self.wrong("the encoding UTF-8", quoted(encoding.as_bytes()), cure));
                    }
                }
                Event::DocType(_) => {
                    let cure = "remove it: nothing outside the file is read";
                    return Err(self.wrong("no document type", "<!DOCTYPE", cure));
                }
                Event::Comment(_) | Event::PI(_) => {}
                Event::Eof if self.has_ended => return Ok(Token::Finished),
                Event::Eof => {
                    return Err(self.wrong(
                        "the end of an element",
                        "the end of the file",
                        "the file is cut short",
                    ));
                }
            }
        }
    }

    /// Copies the name and the attributes of an element.
    fn begin(&mut self, tag: &BytesStart<'_>) -> Result<()> {
        if tag.len() > LONGEST_TAG {
            return Err(self.wrong("a tag of at most 64 KiB", "a longer one", ""));
        }
        self.arena.clear();
        self.attributes.clear();
        self.arena.push_str(tag.local_name().as_ref());
        self.name = self.arena.len();
        for attribute in tag.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| self.malformed(error.into()))?;
            if attribute.key.prefix().is_some() || attribute.key.as_ref() == "xmlns" {
                continue; // of another vocabulary
            }
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| self.malformed(error))?;
            if self.attributes.len() == MOST_ATTRIBUTES {
                return Err(self.wrong(&format!("at most {MOST_ATTRIBUTES} attributes"), "more", ""));
            }
            let begin = self.arena.len();
            self.arena.push_str(attribute.key.as_ref());
            let middle = self.arena.len();
            self.arena.push_str(&value);
            self.attributes.push([begin..middle, middle..self.arena.len()]);
        }
        Ok(())
    }

    fn append(&mut self, text: &str) -> Result<()> {
        if self.depth == 0 && !text.trim().is_empty() {
            return Err(self.wrong("an element", quoted(text.trim().as_bytes()), ""));
        }
        if self.text.len() + text.len() > LONGEST_TEXT {
            return Err(self.wrong("a text of at most 16 MiB", "a longer one", ""));
        }
        self.text.push_str(text);
        Ok(())
    }

    /// The name of the element that has begun, without a prefix.
    pub(super) fn name(&self) -> &str {
        &self.arena[..self.name]
    }

    /// An attribute of the element that has begun. The first one counts.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|[key, _]| &self.arena[key.clone()] == name);
        found.map(|[_, value]| &self.arena[value.clone()])
    }

    /// An attribute that must exist.
    ///
    /// # Errors
    /// If it does not.
    pub(super) fn demand(&self, name: &str) -> Result<&str> {
        self.attribute(name).ok_or_else(|| {
            let expected = format!("the attribute `{name}` of `{}`", self.name());
            self.wrong(&expected, "none", "")
        })
    }

    /// Skips to the end of the element that has begun.
    pub(super) fn skip(&mut self) -> Result<()> {
        self.inner_text().map(drop)
    }

    /// Skips to the end of the element that has begun. Returns `true` if it has only text.
    pub(super) fn inner_text(&mut self) -> Result<bool> {
        let (mut depth, mut is_text) = (1, true);
        while depth > 0 {
            match self.next()? {
                Token::Start => (depth, is_text) = (depth + 1, false),
                _ => depth -= 1,
            }
        }
        Ok(is_text)
    }

    /// The error that something else than expected was found in the current line.
    #[cold]
    pub(super) fn wrong(&self, expected: &str, found: impl Into<String>, cure: &'static str) -> Error {
        self.wrong_at(At::Line(self.line), expected, found, cure)
    }

    /// The same at another place.
    #[cold]
    pub(super) fn wrong_at(
        &self,
        at: At,
        expected: &str,
        found: impl Into<String>,
        cure: &'static str,
    ) -> Error {
        let place = Place { path: self.path.clone(), at };
        Error::Parse { place, expected: expected.to_owned(), found: found.into(), cure }
    }

    #[cold]
    fn malformed(&self, error: quick_xml::Error) -> Error {
        /// Characters of the crate's message that are shown.
        const SHOWN: usize = 200;
        let error = match error {
            quick_xml::Error::Io(error) => {
                let kind = error.kind();
                let source =
                    Arc::try_unwrap(error).unwrap_or_else(|error| io::Error::new(kind, error.to_string()));
                return match source.kind() {
                    ErrorKind::FileTooLarge => {
                        self.wrong("a tag or a text of at most 16 MiB", "a longer one", "")
                    }
                    _ => Content::unreadable(&self.path, source),
                };
            }
            quick_xml::Error::Encoding(_) => "bytes that are not UTF-8".to_owned(),
            error => error.to_string(),
        };
        let printable = |char: char| if char.is_control() { ' ' } else { char };
        let found: String = error.chars().map(printable).take(SHOWN).collect();
        self.wrong("well-formed XML", found, "")
    }
}

/// A stream that counts lines, and limits the bytes of a token.
struct Limited<'a> {
    stream: BufReader<Box<dyn Read + Send + 'a>>,
    /// Bytes that the current token may still have.
    left: usize,
    lines: u64,
    bytes: u64,
}

impl Read for Limited<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Limited<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let bytes = self.stream.fill_buf()?;
        Ok(&bytes[..bytes.len().min(self.left)])
    }

    fn consume(&mut self, amount: usize) {
        let consumed = &self.stream.buffer()[..amount];
        self.lines += memchr::memchr_iter(b'\n', consumed).count() as u64;
        self.bytes += amount as u64;
        self.left -= amount;
        self.stream.consume(amount);
    }
}
