//! The ways that a means of transport can use, by their tags, and in which direction.
//!
//! The tables follow the network types of osmnx and the profiles of OSRM. They are lists of the values that
//! are passable, so an unknown value is not.

use std::fmt;
use std::str::FromStr;

use super::options::{of_word, word_of};
use super::tags::{Key, Tags};
use boscage_core::{Error, Result};

/// The ways that are read from an extract, by their tags.
///
/// Values of `highway`:
/// - `all`: any value.
/// - `car`: `motorway`, `trunk`, `primary`, `secondary`, `tertiary` and their `_link`s, `unclassified`,
///   `residential`, `living_street`, `service`, `road`.
/// - `bicycle`: those of `car` without `motorway` and `motorway_link`; `cycleway`, `path`, `track`,
///   `pedestrian`, `bridleway`.
/// - `foot`: those of `bicycle`; `footway`, `steps`, `corridor`.
///
/// | profile | access tags, the most specific first | also excluded |
/// |---|---|---|
/// | `all` | none | |
/// | `car` | `motorcar`, `motor_vehicle`, `vehicle`, `access` | `area=yes`, `service=emergency_access` |
/// | `bicycle` | `bicycle`, `vehicle`, `access` | `area=yes` |
/// | `foot` | `foot`, `access` | `area=yes` |
///
/// The most specific access tag of a way decides. A way is closed if its value is `no`, `private`,
/// `agricultural`, `forestry`, `emergency`, `psv`, `bus`, `military` or `use_sidepath`. With `bicycle` or
/// `foot` equal to `yes`, `designated`, `permissive` or `official`, that profile uses any `highway`, except
/// those that are no ways yet or no more: `abandoned`, `construction`, `no`, `planned`, `platform`,
/// `proposed`, `razed`, `rest_area`, `services`.
///
/// # One-way streets
/// The first of these rules that fits decides, in the profiles `all`, `car` and `bicycle`. In the profile
/// `foot`, all ways lead in both directions.
///
/// 1. Only `bicycle`: `oneway:bicycle` with a value of the next rule; `cycleway`, `cycleway:left`,
///    `cycleway:right` or `cycleway:both` of `opposite`, `opposite_lane` or `opposite_track`: both
///    directions.
/// 2. `oneway`: `yes`, `true`, `1`: in the direction of the way; `-1`, `reverse`: against it; `no`, `false`,
///    `0`: both directions; so do `reversible` and `alternating`, whose direction changes with the hour.
/// 3. `junction` of `roundabout` or `circular`, `highway` of `motorway` or `motorway_link`: in the direction
///    of the way.
/// 4. Otherwise both directions.
///
/// The tables do not change within a version of this crate. Parsed and displayed as in the first column.
///
/// # Examples
/// ```
/// use boscage::io::osm::Profile;
///
/// assert_eq!("bicycle".parse::<Profile>()?, Profile::Bicycle);
/// assert_eq!(Profile::default().to_string(), "all");
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// Every way that has a `highway` tag.
    #[default]
    All,
    /// Ways for cars.
    Car,
    /// Ways for bicycles.
    Bicycle,
    /// Ways for people on foot.
    Foot,
}

/// The directions in which a way can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Both.
    Both,
    /// That of its nodes.
    Forward,
    /// Against its nodes.
    Backward,
}

const ROADS: [&str; 13] = [
    "trunk",
    "trunk_link",
    "primary",
    "primary_link",
    "secondary",
    "secondary_link",
    "tertiary",
    "tertiary_link",
    "unclassified",
    "residential",
    "living_street",
    "service",
    "road",
];
const MOTORWAYS: [&str; 2] = ["motorway", "motorway_link"];
const TRACKS: [&str; 5] = ["cycleway", "path", "track", "pedestrian", "bridleway"];
const FOOTWAYS: [&str; 3] = ["footway", "steps", "corridor"];
/// Values of `highway` that are no ways.
const NO_WAYS: [&str; 9] =
    ["abandoned", "construction", "no", "planned", "platform", "proposed", "razed", "rest_area", "services"];
const CLOSED: [&str; 9] =
    ["no", "private", "agricultural", "forestry", "emergency", "psv", "bus", "military", "use_sidepath"];
const INVITED: [&str; 4] = ["yes", "designated", "permissive", "official"];
const OPPOSITE: [&str; 3] = ["opposite", "opposite_lane", "opposite_track"];

impl Profile {
    /// All profiles, with their words.
    pub const WORDS: [(&'static str, Self); 4] =
        [("all", Self::All), ("car", Self::Car), ("bicycle", Self::Bicycle), ("foot", Self::Foot)];

    /// The directions in which a way with these tags can be used; `None` if it cannot be used.
    pub(super) fn directions(self, tags: &Tags<'_>) -> Option<Way> {
        let highway = tags.get(Key::Highway)?;
        let is_open = |keys: &[Key]| {
            let access = keys.iter().find_map(|&key| tags.get(key));
            tags.get(Key::Area) != Some("yes") && !access.is_some_and(|value| CLOSED.contains(&value))
        };
        let is_invited =
            |key| tags.get(key).is_some_and(|value| INVITED.contains(&value)) && !NO_WAYS.contains(&highway);
        let (is_road, is_track) = (ROADS.contains(&highway), TRACKS.contains(&highway));
        let is_usable = match self {
            Self::All => true,
            Self::Car => {
                (is_road || MOTORWAYS.contains(&highway))
                    && tags.get(Key::Service) != Some("emergency_access")
                    && is_open(&[Key::Motorcar, Key::MotorVehicle, Key::Vehicle, Key::Access])
            }
            Self::Bicycle => {
                (is_road || is_track || is_invited(Key::Bicycle))
                    && is_open(&[Key::Bicycle, Key::Vehicle, Key::Access])
            }
            Self::Foot => {
                (is_road || is_track || FOOTWAYS.contains(&highway) || is_invited(Key::Foot))
                    && is_open(&[Key::Foot, Key::Access])
            }
        };
        is_usable.then(|| self.way(highway, tags))
    }

    /// The directions in which a usable way leads.
    fn way(self, highway: &str, tags: &Tags<'_>) -> Way {
        if self == Self::Foot {
            return Way::Both;
        }
        if self == Self::Bicycle {
            if let Some(way) = tags.get(Key::OnewayBicycle).and_then(one_way) {
                return way;
            }
            let lanes = [Key::Cycleway, Key::CyclewayLeft, Key::CyclewayRight, Key::CyclewayBoth];
            if lanes.iter().filter_map(|&lane| tags.get(lane)).any(|lane| OPPOSITE.contains(&lane)) {
                return Way::Both;
            }
        }
        if let Some(way) = tags.get(Key::Oneway).and_then(one_way) {
            return way;
        }
        let is_round = matches!(tags.get(Key::Junction), Some("roundabout" | "circular"));
        if is_round || MOTORWAYS.contains(&highway) { Way::Forward } else { Way::Both }
    }
}

/// The meaning of a value of `oneway`, if it has one.
fn one_way(value: &str) -> Option<Way> {
    match value {
        "yes" | "true" | "1" => Some(Way::Forward),
        "-1" | "reverse" => Some(Way::Backward),
        "no" | "false" | "0" | "reversible" | "alternating" => Some(Way::Both),
        _ => None,
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(word_of(&Self::WORDS, self))
    }
}

impl FromStr for Profile {
    type Err = Error;

    /// `all`, `car`, `bicycle` or `foot`.
    fn from_str(word: &str) -> Result<Self> {
        of_word("profile", &Self::WORDS, word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directions(profile: Profile, tags: &[(&str, &str)]) -> Option<Way> {
        let mut all = Tags::default();
        tags.iter().for_each(|&(key, value)| all.set(Key::of(key.as_bytes()), value));
        profile.directions(&all)
    }

    #[test]
    fn tags_decide_who_may_use_a_way() {
        for (tags, all, car, bicycle, foot) in [
            (&[("highway", "residential")][..], true, true, true, true),
            (&[("highway", "motorway")], true, true, false, false),
            (&[("highway", "footway")], true, false, false, true),
            (&[("highway", "footway"), ("bicycle", "yes")], true, false, true, true),
            (&[("highway", "construction"), ("bicycle", "yes")], true, false, false, false),
            (&[("highway", "service"), ("access", "private")], true, false, false, false),
            (&[("highway", "service"), ("access", "no"), ("foot", "yes")], true, false, false, true),
            (&[("highway", "service"), ("vehicle", "no"), ("motorcar", "yes")], true, true, false, true),
            (&[("highway", "service"), ("service", "emergency_access")], true, false, true, true),
            (&[("highway", "pedestrian"), ("area", "yes")], true, false, false, false),
            (&[("highway", "primary"), ("bicycle", "use_sidepath")], true, true, false, true),
            (&[("building", "yes")], false, false, false, false),
        ] {
            let usable = [Profile::All, Profile::Car, Profile::Bicycle, Profile::Foot]
                .map(|profile| directions(profile, tags).is_some());
            assert_eq!(usable, [all, car, bicycle, foot], "{tags:?}");
        }
    }

    #[test]
    fn one_way_streets_are_recognised_by_value_and_by_kind() {
        use Way::{Backward, Both, Forward};
        for (key, value, car, bicycle) in [
            ("oneway", "yes", Forward, Forward),
            ("oneway", "1", Forward, Forward),
            ("oneway", "-1", Backward, Backward),
            ("oneway", "reverse", Backward, Backward),
            ("oneway", "reversible", Both, Both),
            ("oneway", "alternating", Both, Both),
            ("oneway", "no", Both, Both),
            ("junction", "roundabout", Forward, Forward),
            ("junction", "circular", Forward, Forward),
            ("junction", "jughandle", Both, Both),
            ("oneway:bicycle", "yes", Both, Forward),
        ] {
            let tags = [("highway", "primary"), (key, value)];
            let [drive, ride, walk] = [Profile::Car, Profile::Bicycle, Profile::Foot]
                .map(|profile| directions(profile, &tags).unwrap());
            assert_eq!((drive, ride, walk), (car, bicycle, Both), "{tags:?}");
        }
        let car = |tags: &[_]| directions(Profile::Car, tags).unwrap();
        assert_eq!(car(&[("highway", "motorway_link")]), Forward);
        assert_eq!(car(&[("highway", "motorway"), ("oneway", "no")]), Both);
        let ride = |tags: &[_]| directions(Profile::Bicycle, tags).unwrap();
        assert_eq!(ride(&[("highway", "road"), ("oneway", "yes"), ("oneway:bicycle", "no")]), Both);
        assert_eq!(ride(&[("highway", "road"), ("oneway", "yes"), ("cycleway", "opposite")]), Both);
    }

    #[test]
    fn profiles_are_parsed_as_displayed() {
        for (word, profile) in Profile::WORDS {
            assert_eq!((word.parse::<Profile>().unwrap(), profile.to_string()), (profile, word.to_owned()));
        }
        let error = "tram".parse::<Profile>().unwrap_err().to_string();
        assert_eq!(error, "profile: expected one of all, car, bicycle, foot, found \"tram\"");
    }
}
