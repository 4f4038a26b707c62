//! One sentence about the load of the machine.

use crate::figures::Load;
use crate::times::BUSY;
use boscage_measuring::figure::distinct;

use super::Section;

/// Returns the first sentence of the page: whether verdicts are withheld because the machine was busy.
pub(super) fn sentence(sections: &[Section]) -> String {
    let points = sections.iter().flat_map(|section| section.figures.points());
    // Points of the same turns have the same load.
    let loads: Vec<(u64, Load)> = distinct(points.map(|point| (point.turns, point.load)));
    let loads: Vec<Load> = loads.into_iter().map(|(_, load)| load).collect();
    let busy = loads.iter().filter(|load| load.is_busy()).count();
    let [least, most] = [f64::min, f64::max]
        .map(|of: fn(f64, f64) -> f64| loads.iter().filter_map(|load| load.during).reduce(of));
    let before = loads.iter().filter_map(|load| load.before).reduce(f64::max);
    let percent =
        |share: Option<f64>| share.map_or_else(|| "?".to_owned(), |share| format!("{:.1}%", share * 100.0));
    let (least, most, before) = (percent(least), percent(most), percent(before));
    if busy > 0 {
        let limit = BUSY * 100.0;
        return format!(
            "<p class=\"busy\"><b>The machine was busy</b>: on {busy} of {} graphs others used more than \
             {limit:.0}% of the processors' time (up to {most}), so there are no verdicts on times \
             there. On a quiet machine, --again measures these graphs again.</p>\n",
            loads.len()
        );
    }
    let unknown = loads.iter().filter(|load| load.during.is_none()).count();
    if unknown > 0 {
        return format!(
            "<p class=\"busy\">How busy the machine was is <b>not known</b> on {unknown} of {} graphs; \
             verdicts on times there may be wrong.</p>\n",
            loads.len()
        );
    }
    format!(
        "<p>The machine was quiet: others used {least} to {most} of the processors' time while a graph was \
         measured (a graph that took less than a quarter of a second: with the time before it), and up to \
         {before} in the quarter of a second before the first graph.</p>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{Figures, Point};
    use crate::papers;

    #[test]
    fn the_first_sentence_says_whether_verdicts_are_withheld() {
        let say = |during: &[Option<f64>]| {
            let point = |(&during, turns): (&Option<f64>, u64)| Point {
                load: Load { before: Some(0.125), during },
                turns,
                ..Point::default()
            };
            let planned = during.iter().zip(0..).map(point).collect();
            let figures = Figures { planned, cores: 2, gpu: false };
            let experiment = papers::all().next().expect("an experiment");
            sentence(&[Section { experiment, figures }])
        };
        let quiet = say(&[Some(0.01), Some(0.05)]);
        assert!(quiet.contains("others used 1.0% to 5.0% of the processors' time"), "{quiet}");
        assert!(quiet.contains("up to 12.5% in the quarter of a second before the first"), "{quiet}");
        let busy = say(&[Some(0.01), Some(0.4), Some(0.06)]);
        assert!(
            busy.contains("on 2 of 3 graphs others used more than 5% of the processors' time (up to 40.0%)"),
            "{busy}"
        );
        for (during, of) in [(&[None][..], "1 of 1"), (&[Some(0.01), None], "1 of 2")] {
            let unknown = say(during);
            assert!(unknown.contains(&format!("<b>not known</b> on {of} graphs")), "{unknown}");
            assert!(!unknown.contains("was quiet"), "{unknown}");
        }
    }
}
