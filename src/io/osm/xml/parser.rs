//! Parses the elements of an extract, by the crate `quick-xml`.
//!
//! There are no entities but the five of XML and characters by number, and nothing outside the file is ever
//! read. An element has at most a mebibyte, and elements are nested at most sixteen deep.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::bytes::Content;
use crate::osm::place::{Place, place_of_degrees};
use crate::text::quoted;
use boscage_core::exec::Exec;
use boscage_core::{At, Error, Place as ErrorPlace, Result};

/// Largest number of bytes of an element or of a text between two.
pub(super) const MOST_BYTES: usize = 1 << 20;

/// Largest depth of elements.
const MOST_DEPTH: usize = 16;

/// Elements after which it is checked whether the work has been cancelled.
const CHECKED: usize = 1 << 14;

/// The elements that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    Ways,
    Nodes,
    Both,
}

/// A part of an extract. Deleted nodes and ways are left out.
pub(super) enum Item<'a> {
    /// The id of a node and its place, if it is on the earth.
    Node(i64, Option<Place>),
    /// The id of a way, which begins.
    Way(i64),
    /// A node of the way.
    WayNode(i64),
    /// A tag of the way.
    Tag(Cow<'a, str>, Cow<'a, str>),
    /// The end of the way.
    EndOfWay,
}

/// A file that is being parsed.
pub(super) struct Parser<'a, R> {
    exec: &'a Exec,
    path: &'a Path,
    xml: Reader<Bounded<R>>,
    /// The number of open elements.
    depth: usize,
    /// True inside of a way that is read.
    is_in_way: bool,
    last_way: Option<i64>,
    /// The place of the current element.
    at: u64,
}

/// Names of attributes, in the order of [`Parser::attributes`].
const ATTRIBUTES: [&str; 8] = ["id", "ref", "lat", "lon", "k", "v", "visible", "action"];

/// Values of attributes.
type Values<'e> = [Option<Cow<'e, str>>; ATTRIBUTES.len()];

impl<'a, R: Read> Parser<'a, R> {
    pub(super) fn new(exec: &'a Exec, path: &'a Path, stream: R) -> Self {
        let bounded = Bounded { stream: BufReader::with_capacity(1 << 16, stream), left: MOST_BYTES };
        let xml = Reader::from_reader(bounded);
        Self { exec, path, xml, depth: 0, is_in_way: false, last_way: None, at: 0 }
    }

    /// Calls `f` with all items of a pass, in their order. Returns the number of bytes.
    pub(super) fn for_each(mut self, pass: Pass, mut f: impl FnMut(Item<'_>) -> Result<()>) -> Result<u64> {
        let (mut buffer, mut has_root) = (Vec::new(), false);
        for event in 0_usize.. {
            if event % CHECKED == 0 {
                self.exec.check_cancelled()?;
            }
            buffer.clear();
            self.xml.get_mut().left = MOST_BYTES;
            self.at = self.xml.buffer_position();
            let event = match self.xml.read_event_into(&mut buffer) {
                Ok(event) => event,
                Err(error) => return Err(self.broken(error)),
            };
            match event {
                Event::Start(element) => {
                    has_root = true;
                    self.begin(&element, pass, &mut f)?;
                    self.depth += 1;
                    if self.depth > MOST_DEPTH {
                        let expected = format!("elements in at most {MOST_DEPTH} others");
                        return Err(self.wrong(expected, "more", ""));
                    }
                }
                Event::Empty(element) => {
                    has_root = true;
                    self.begin(&element, pass, &mut f)?;
                    self.end(&mut f)?;
                }
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    self.end(&mut f)?;
                }
                Event::DocType(_) => {
                    let cure = "extracts have none; remove it";
                    return Err(self.wrong("an extract", "a declaration of a document type (DOCTYPE)", cure));
                }
                Event::Eof => break,
                _ => {}
            }
        }
        self.at = self.xml.buffer_position();
        match (has_root, self.depth) {
            (true, 0) => Ok(self.at),
            (true, _) => Err(self.cut()),
            (false, _) => Err(self.wrong("an element `osm`", "none", "")),
        }
    }

    /// Handles the begin of an element.
    fn begin(
        &mut self,
        element: &BytesStart<'_>,
        pass: Pass,
        f: &mut impl FnMut(Item<'_>) -> Result<()>,
    ) -> Result<()> {
        let name = element.name();
        match (self.depth, name.as_ref()) {
            (0, "osm") => {}
            (0, other) => return Err(self.wrong_root(other)),
            (1, "action") => {
                let cure = "apply it to an extract first, as with osmium apply-changes";
                return Err(self.wrong("an extract", "a file of changes (an augmented diff)", cure));
            }
            (1, "node") if pass != Pass::Ways => {
                let values = self.attributes(element)?;
                if !is_deleted(&values) {
                    let id = self.integer(&values, 0)?;
                    f(Item::Node(id, self.place(&values)?))?;
                }
            }
            (1, "way") if pass != Pass::Nodes => {
                let values = self.attributes(element)?;
                if !is_deleted(&values) {
                    let id = self.integer(&values, 0)?;
                    if self.last_way == Some(id) {
                        let cure = "osmium time-filter FILE -o NEW.osm makes an extract of one time";
                        let found = format!("way {id} again, as in an extract with history");
                        return Err(self.wrong("every way once", found, cure));
                    }
                    (self.is_in_way, self.last_way) = (true, Some(id));
                    f(Item::Way(id))?;
                }
            }
            (2, "nd") if self.is_in_way => {
                let values = self.attributes(element)?;
                f(Item::WayNode(self.integer(&values, 1)?))?;
            }
            (2, "tag") if self.is_in_way => {
                let [_, _, _, _, key, value, ..] = self.attributes(element)?;
                f(Item::Tag(key.unwrap_or_default(), value.unwrap_or_default()))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Handles the end of an element, which is not open any more.
    fn end(&mut self, f: &mut impl FnMut(Item<'_>) -> Result<()>) -> Result<()> {
        if self.depth == 1 && self.is_in_way {
            self.is_in_way = false;
            f(Item::EndOfWay)?;
        }
        Ok(())
    }

    /// The values of the attributes that are read. Of several with one name, the first counts.
    fn attributes<'e>(&self, element: &'e BytesStart<'_>) -> Result<Values<'e>> {
        let mut values = Values::default();
        for attribute in element.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| self.broken(error.into()))?;
            let name = attribute.key.as_ref();
            if let Some(at) = ATTRIBUTES.iter().position(|&known| known == name)
                && values[at].is_none()
            {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                values[at] = Some(value.map_err(|error| self.broken(error))?);
            }
        }
        Ok(values)
    }

    /// The integer in an attribute.
    fn integer(&self, values: &Values<'_>, at: usize) -> Result<i64> {
        let expected = || format!("an integer `{}`", ATTRIBUTES[at]);
        let Some(value) = &values[at] else { return Err(self.wrong(expected(), "none", "")) };
        value.trim().parse().map_err(|_| self.wrong(expected(), quoted(value.as_bytes()), ""))
    }

    /// The place in the attributes of a node.
    fn place(&self, [_, _, latitude, longitude, ..]: &Values<'_>) -> Result<Option<Place>> {
        let number = |name: &str, value: &Option<Cow<'_, str>>| match value {
            None => Ok(None),
            Some(value) => value
                .trim()
                .parse::<f64>()
                .map(Some)
                .map_err(|_| self.wrong(format!("a number `{name}`"), quoted(value.as_bytes()), "")),
        };
        let place = number("lon", longitude)?.zip(number("lat", latitude)?);
        Ok(place.and_then(|(longitude, latitude)| place_of_degrees(longitude, latitude)))
    }

    fn wrong_root(&self, name: &str) -> Error {
        match name {
            "osmChange" => {
                let cure = "apply it to an extract first, as with osmium apply-changes";
                self.wrong("an extract", "a file of changes (osmChange)", cure)
            }
            other => self.wrong("an element `osm`", quoted(other.as_bytes()), ""),
        }
    }

    /// The error that the file ends inside of an element.
    fn cut(&self) -> Error {
        self.wrong("the end of an element", "the end of the file", "the file is cut short; download it again")
    }

    /// The error of the parser of XML.
    fn broken(&self, error: quick_xml::Error) -> Error {
        match error {
            quick_xml::Error::Io(source) => match Arc::try_unwrap(source) {
                Ok(source) if source.kind() == io::ErrorKind::FileTooLarge => {
                    let expected = format!("elements and texts of at most {MOST_BYTES} bytes");
                    self.wrong(expected, "a longer one", "")
                }
                Ok(source) => Content::unreadable(self.path, source),
                Err(source) => Content::unreadable(self.path, io::Error::other(source.to_string())),
            },
            other => {
                let found = boscage_core::on_one_line(other.to_string()).to_string();
                self.wrong("XML", found, "the file is damaged, or not XML")
            }
        }
    }

    fn wrong(&self, expected: impl Into<String>, found: impl Into<String>, cure: &'static str) -> Error {
        let place = ErrorPlace { path: self.path.to_owned(), at: At::Byte(self.at) };
        Error::Parse { place, expected: expected.into(), found: found.into(), cure }
    }
}

/// Returns `true` if a node or a way is not there any more.
fn is_deleted([.., visible, action]: &Values<'_>) -> bool {
    visible.as_deref() == Some("false") || action.as_deref() == Some("delete")
}

/// A stream that fails if more than some bytes are taken at once.
struct Bounded<R> {
    stream: BufReader<R>,
    /// Bytes that may be taken.
    left: usize,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.stream.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(bytes);
        self.stream.consume(bytes);
    }
}
