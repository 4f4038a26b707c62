//! OpenStreetMap extracts, which [`crate::osm`] reads.

use crate::Format;
use crate::formats::{ContentReader, FormatSpec, Reader};
use crate::osm::{self, pbf, xml};

pub(super) const PBF: FormatSpec = FormatSpec {
    format: Format::OsmPbf,
    name: "OpenStreetMap PBF",
    word: "osm-pbf",
    suffixes: &["osm.pbf", "pbf"],
    has_signature: true,
    reader: Reader::Content(ContentReader {
        sniff: pbf::sniff,
        read: |content, options| osm::input::read(content, options, Format::OsmPbf, pbf::read),
    }),
    writer: None,
    loses: &[],
};

pub(super) const XML: FormatSpec = FormatSpec {
    format: Format::OsmXml,
    name: "OpenStreetMap XML",
    word: "osm-xml",
    suffixes: &["osm"],
    has_signature: true,
    reader: Reader::Content(ContentReader {
        sniff: xml::sniff,
        read: |content, options| osm::input::read(content, options, Format::OsmXml, xml::read),
    }),
    writer: None,
    loses: &[],
};
