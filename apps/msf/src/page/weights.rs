//! Weights as text for people: in their unit, digits in groups.

use boscage::{Error, Result};
use boscage_programs::report::Total;
use boscage_programs::show::grouped;

use crate::edges::Shown;

/// Length of a weight above which its exponent is written.
const MOST_DIGITS: usize = 30;

/// The unit of weights on a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct WeightUnit {
    /// The name of the unit; empty if it is unknown.
    pub(super) name: String,
    /// Number of decimals that whole weights have in this unit.
    pub(super) decimals: usize,
}

impl WeightUnit {
    /// Returns the given unit. Weights in millimetres are shown in metres, kilometres or millimetres.
    ///
    /// # Errors
    /// [`Error::Argument`] if weights in millimetres cannot be shown in the given unit.
    pub(crate) fn new(given: Option<&str>, are_millimetres: bool) -> Result<Self> {
        let name = given.unwrap_or(if are_millimetres { "m" } else { "" }).to_owned();
        let decimals = match &*name {
            _ if !are_millimetres => 0,
            "mm" => 0,
            "m" => 3,
            "km" => 6,
            _ => {
                let expected = "mm, m or km for an OpenStreetMap extract, whose weights are lengths";
                return Err(Error::argument("--unit", expected, name));
            }
        };
        Ok(Self { name, decimals })
    }

    /// Returns the weight of an edge, without the unit.
    pub(super) fn weight(&self, weight: Shown<'_>) -> String {
        let digits = weight.to_string();
        self.text(if digits.len() > MOST_DIGITS { format!("{weight:?}") } else { digits })
    }

    /// Returns a total, without the unit.
    pub(super) fn total(&self, total: Total) -> String {
        self.text(total.to_string().replace(',', ""))
    }

    fn text(&self, number: String) -> String {
        if self.decimals == 0 {
            return grouped(number);
        }
        let digits = format!("{number:0>width$}", width = self.decimals + 1);
        let (whole, decimals) = digits.split_at(digits.len() - self.decimals);
        grouped(format!("{whole}.{decimals}"))
    }

    /// Returns a weight in this unit.
    pub(super) fn number(&self, weight: f64) -> f64 {
        weight / 10_f64.powi(self.decimals as i32)
    }

    /// Returns a text with the unit behind it.
    pub(super) fn behind(&self, text: &str) -> String {
        format!("{text} {}", self.name).trim_end().to_owned()
    }

    /// Returns the name of a column, or an axis, of weights.
    pub(super) fn label(&self) -> String {
        self.label_of("weight")
    }

    /// Returns the name of a column of quantities that have the unit of weights.
    pub(super) fn label_of(&self, what: &str) -> String {
        if self.name.is_empty() { what.to_owned() } else { format!("{what} in {}", self.name) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_millimetres_are_shown_in_metres_or_kilometres() {
        let shown = |unit: Option<&str>, total: i128| {
            let unit = WeightUnit::new(unit, true).unwrap();
            unit.behind(&unit.total(total.into()))
        };
        assert_eq!(shown(None, 47_102_012), "47,102.012 m");
        assert_eq!(shown(None, 7), "0.007 m");
        assert_eq!(shown(Some("km"), 1_234_567_890), "1,234.567890 km");
        assert_eq!(shown(Some("mm"), 1000), "1,000 mm");
        assert!(WeightUnit::new(Some("min"), true).is_err());
    }

    #[test]
    fn other_weights_stay_as_they_are() {
        let minutes = WeightUnit::new(Some("min"), false).unwrap();
        assert_eq!(
            (minutes.total(1234.5.into()), minutes.label()),
            ("1,234.5".into(), "weight in min".into())
        );
        let none = WeightUnit::new(None, false).unwrap();
        assert_eq!((none.behind("7"), none.label(), none.number(7.0)), ("7".into(), "weight".into(), 7.0));
        assert_eq!(none.total(1e300.into()), "1e300");
    }
}
