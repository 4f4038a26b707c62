//! Small extracts, written as XML and as PBF.

use crate::osm::pbf::write::encode::{blob, bytes, data, number, varint, zigzag};
use boscage_core::random::Random;

/// The nodes and the ways of an extract.
#[derive(Default)]
pub(super) struct Model {
    /// Ids, longitudes and latitudes in ten-millionths of a degree.
    pub(super) nodes: Vec<(i64, [i32; 2])>,
    pub(super) ways: Vec<Way>,
}

/// The id, the tags and the nodes of a way.
pub(super) type Way = (i64, Vec<(&'static str, &'static str)>, Vec<i64>);

/// Forms of PBF.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Dense,
    Plain,
    /// Dense nodes and ways in one block.
    Mixed,
    /// Not compressed.
    Raw,
    /// Granularity and offsets other than the usual ones.
    Shifted,
}

impl Model {
    /// A random extract: ways that share nodes, use them repeatedly, and use nodes that are missing.
    pub(super) fn random(seed: u64) -> Self {
        let random = Random::new(seed, 1);
        let mut next = (0..).map(|item| random.item(item).next_u64() as usize);
        let mut number = |most: usize| next.next().unwrap() % most;
        let first = if number(3) == 0 { -20 } else { 1 };
        let nodes = (0..5 + number(40)).map(|i| {
            let place = [number(1000) as i32 - 500, 600_000_000 + number(1000) as i32];
            (first + (i * i) as i64, place)
        });
        let nodes: Vec<_> = nodes.collect();
        let ways = (0..number(20)).map(|id| {
            let tags = match number(4) {
                0 => vec![("highway", "residential"), ("name", "Rue \"A\" & <B>")],
                1 => vec![("oneway", "-1"), ("highway", "primary")],
                2 => vec![("building", "yes")],
                _ => vec![("highway", "motorway"), ("name", "Köln")],
            };
            let refs = (0..number(9)).map(|_| first + number(45).pow(2) as i64).collect();
            (5 * id as i64, tags, refs)
        });
        // Some nodes of ways are there.
        let last = (1000, vec![("highway", "road")], vec![nodes[0].0, nodes[1].0]);
        let ways = ways.chain([last]).collect();
        Self { nodes, ways }
    }

    pub(super) fn xml(&self) -> Vec<u8> {
        let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\">\n".to_owned();
        for (id, [x, y]) in &self.nodes {
            let [lon, lat] = [x, y].map(|units| f64::from(*units) / 1e7);
            xml += &format!(
                " <node id=\"{id}\" lat=\"{lat}\" lon='{lon}' version=\"1\"><tag k=\"a\" v=\"b\"/></node>\n"
            );
        }
        for (id, tags, refs) in &self.ways {
            xml += &format!(" <way id=\"{id}\">\n");
            refs.iter().for_each(|id| xml += &format!("  <nd ref=\"{id}\"/>\n"));
            for (key, value) in tags {
                let value = value.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
                xml += &format!("  <tag k=\"{key}\" v=\"{value}\"/>\n");
            }
            xml += " </way>\n";
        }
        (xml + " <relation id=\"1\"><member type=\"way\" ref=\"5\" role=\"\"/></relation>\n</osm>\n")
            .into_bytes()
    }

    pub(super) fn pbf(&self, form: Form) -> Vec<u8> {
        let mut file = header(&["OsmSchema-V0.6", "DenseNodes"]);
        let mut strings: Vec<&[u8]> = vec![b""];
        let mut index = |text: &'static str| {
            let known = strings.iter().position(|&known| known == text.as_bytes());
            known.unwrap_or_else(|| {
                strings.push(text.as_bytes());
                strings.len() - 1
            }) as u64
        };
        let mut ways = Vec::new();
        for (id, tags, refs) in &self.ways {
            let [mut way, mut keys, mut values, mut packed] = [(); 4].map(|()| Vec::new());
            for (key, value) in tags {
                varint(&mut keys, index(key));
                varint(&mut values, index(value));
            }
            let mut last = 0;
            for &node in refs {
                zigzag(&mut packed, node - last);
                last = node;
            }
            number(&mut way, 1, *id as u64);
            bytes(&mut way, 2, &keys);
            bytes(&mut way, 3, &values);
            bytes(&mut way, 8, &packed);
            bytes(&mut ways, 3, &way);
        }
        let nodes = if form == Form::Plain { self.plain_nodes() } else { self.dense_nodes(form) };
        match form {
            Form::Mixed => {
                let mut block = strings_of(&strings);
                bytes(&mut block, 2, &nodes);
                bytes(&mut block, 2, &ways);
                file.extend(blob(b"OSMData", &block).unwrap());
            }
            Form::Raw => {
                file.extend(raw(&[]));
                let mut block = strings_of(&[b""]);
                bytes(&mut block, 2, &nodes);
                file.extend(raw(&block));
                file.extend(data(&strings, &ways).unwrap());
            }
            Form::Shifted => {
                let mut block = strings_of(&[b""]);
                bytes(&mut block, 2, &nodes);
                number(&mut block, 17, 10);
                number(&mut block, 19, 600_000_000 * 100);
                number(&mut block, 20, -70_i64 as u64);
                file.extend(blob(b"OSMData", &block).unwrap());
                file.extend(data(&strings, &ways).unwrap());
            }
            _ => {
                file.extend(data(&[b""], &nodes).unwrap());
                file.extend(blob(b"Other", b"skipped").unwrap());
                file.extend(data(&strings, &ways).unwrap());
            }
        }
        file
    }

    fn dense_nodes(&self, form: Form) -> Vec<u8> {
        let [mut ids, mut latitudes, mut longitudes] = [(); 3].map(|()| Vec::new());
        let mut last = [0; 3];
        for &(id, [x, y]) in &self.nodes {
            let [x, y] = [x, y].map(i64::from);
            let [x, y] = if form == Form::Shifted { [10 * x + 7, 10 * (y - 600_000_000)] } else { [x, y] };
            zigzag(&mut ids, id - last[0]);
            zigzag(&mut latitudes, y - last[1]);
            zigzag(&mut longitudes, x - last[2]);
            last = [id, y, x];
        }
        let (mut dense, mut group) = (Vec::new(), Vec::new());
        bytes(&mut dense, 1, &ids);
        bytes(&mut dense, 8, &latitudes);
        bytes(&mut dense, 9, &longitudes);
        bytes(&mut group, 2, &dense);
        group
    }

    fn plain_nodes(&self) -> Vec<u8> {
        let mut group = Vec::new();
        for &(id, [x, y]) in &self.nodes {
            let mut node = Vec::new();
            for (field, value) in [(1, id), (8, y.into()), (9, x.into())] {
                varint(&mut node, field << 3);
                zigzag(&mut node, value);
            }
            bytes(&mut group, 1, &node);
        }
        group
    }
}

/// A header that demands these features.
pub(super) fn header(features: &[&str]) -> Vec<u8> {
    let mut block = Vec::new();
    features.iter().for_each(|feature| bytes(&mut block, 4, feature.as_bytes()));
    blob(b"OSMHeader", &block).unwrap()
}

fn strings_of(strings: &[&[u8]]) -> Vec<u8> {
    let (mut table, mut block) = (Vec::new(), Vec::new());
    strings.iter().for_each(|string| bytes(&mut table, 1, string));
    bytes(&mut block, 1, &table);
    block
}

/// A blob that is not compressed.
pub(super) fn raw(block: &[u8]) -> Vec<u8> {
    let mut blob = Vec::new();
    bytes(&mut blob, 1, block);
    frame(b"OSMData", &blob)
}

/// A blob with its header.
pub(super) fn frame(kind: &[u8], blob: &[u8]) -> Vec<u8> {
    let mut header = Vec::new();
    bytes(&mut header, 1, kind);
    number(&mut header, 3, blob.len() as u64);
    [&(header.len() as u32).to_be_bytes(), &header[..], blob].concat()
}
