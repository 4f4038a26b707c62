use super::*;
use crate::text::fault::Cause;

fn message(fault: Fault) -> String {
    match fault.into_cause() {
        Cause::Text { at, expected, found, cure } => format!("{at}: {expected}|{found}|{cure}"),
        Cause::Other(error) => error.to_string(),
    }
}

#[test]
fn tokens_of_crlf_lines_with_tabs_and_trailing_blanks() {
    let mut scan = Scanner::new(b"a\t1  2 -7 \r\n\r\n  4.5", Separators::Blanks);
    assert_eq!(scan.token(), b"a");
    assert_eq!(scan.natural("x").unwrap(), 1);
    assert_eq!(scan.node(1, 2).unwrap(), Node::new(1));
    assert_eq!(scan.number().unwrap(), Number::Negative(-7));
    scan.end_of_line("").unwrap();
    assert!(scan.next_line());
    assert_eq!(scan.peek(), None);
    assert!(scan.next_line());
    assert_eq!(scan.number().unwrap(), Number::Real(4.5));
    assert_eq!(scan.peek(), None);
    assert!(!scan.next_line());
}

#[test]
fn unusual_lines_are_not_consumed() {
    let usual = |text: &str| {
        let separators = if text.contains(',') { Separators::Commas } else { Separators::Blanks };
        let mut scan = Scanner::new(text.as_bytes(), separators);
        let numbers = scan.naturals::<2>();
        assert_eq!(numbers.is_some(), scan.at() > 0);
        numbers.inspect(|_| assert_eq!(text.as_bytes()[scan.at()], b'\n'))
    };
    for text in ["1 2\n", "1\t2\n", "1,2\n", "1 2\r\n", "00000001 00000002\n"] {
        assert_eq!(usual(&format!("{text}123456")), Some([1, 2]), "{text}");
    }
    let others = [
        "1 2",
        "1 2\n",
        "1  2\n",
        " 1 2\n",
        "1 2 \n",
        "1 2 3\n",
        "1 -2\n",
        "1 2.\n",
        "1\n2\n",
        "1 2x\n",
        "\n1 2\n",
        "000000001 2\n",
        "1 000000002\n",
        "1 2\r",
        "1 2\r\r\n",
        "1 /\n",
        "1 :\n",
        "1\u{b2}2\n",
        "1, 2\n",
        "1,2,\n",
        "1,,2\n",
    ];
    for text in others {
        let more = if text == "1 2\n" { "12345" } else { "123456789" };
        assert_eq!(usual(&format!("{text}{more}")), None, "{text}");
    }
}

#[test]
fn tokens_end_where_columns_or_lines_do() {
    let mut scan = Scanner::new(b"1,2", Separators::Blanks);
    assert_eq!(message(scan.natural("a count").unwrap_err()), "0: a count|`1,2`|");
    let mut scan = Scanner::new(b"1\n2 3", Separators::AllBlanks);
    assert_eq!([(); 3].map(|()| scan.natural("x").unwrap()), [1, 2, 3]);
}

#[test]
fn one_comma_or_tab_separates_two_columns() {
    let columns = |text: &str, separators| {
        let mut scan = Scanner::new(text.as_bytes(), separators);
        let mut columns = vec![scan.natural("a node").map_err(message)?];
        while scan.next_column().map_err(message)? {
            columns.push(scan.natural("a node").map_err(message)?);
        }
        Ok::<_, String>(columns)
    };
    const EMPTY: &str = "a value in every column|an empty column|one separator stands between two columns";
    for text in ["1,2,3", " 1 , 2,\t3 \r\n9", "1,2 ,3\n"] {
        assert_eq!(columns(text, Separators::Commas), Ok(vec![1, 2, 3]), "{text}");
    }
    for text in ["1 2  3", "1\t2 \t 3\t\t", " 1\t2   3\r\n4"] {
        assert_eq!(columns(text, Separators::Table), Ok(vec![1, 2, 3]), "{text}");
    }
    assert_eq!(columns("1\t\t2 \t 3", Separators::Blanks), Ok(vec![1, 2, 3]));
    for (text, at) in [("1,,2", 1), ("1, ,2", 1), ("1,2,", 3), ("1,2,\n3", 3), ("1,", 1)] {
        assert_eq!(columns(text, Separators::Commas), Err(format!("{at}: {EMPTY}")), "{text}");
    }
    assert_eq!(columns("1\t\t2", Separators::Table), Err(format!("1: {EMPTY}")));
    assert_eq!(columns(",1", Separators::Commas), Err("0: a node|an empty column|".to_owned()));
    assert_eq!(columns("1,2 3", Separators::Commas), Err(format!("4: a comma|`3`|{COMMAS}")));
}

#[test]
fn faults_have_place_expected_and_found() {
    let fault = |text: &str, read: fn(&mut Scanner<'_>) -> Result<(), Fault>| {
        message(read(&mut Scanner::new(text.as_bytes(), Separators::Blanks)).unwrap_err())
    };
    let node = |scan: &mut Scanner<'_>| scan.node(1, 6).map(drop);
    assert_eq!(fault(" 7", node), "1: a node in 1..=6|`7`|");
    assert_eq!(fault("0", node), "0: a node in 1..=6|`0`|nodes count from 1 here");
    assert_eq!(fault("-1", node), "0: a node in 1..=6|`-1`|");
    assert_eq!(fault("99999999999999999999", node), "0: a node in 1..=6|`99999999999999999999`|");
    assert_eq!(fault("  \n", node), "2: a node in 1..=6|the end of the line|");
    assert_eq!(fault("1", |s| s.node(1, 0).map(drop)), "0: no edges, because the graph has no nodes|`1`|");
    let number = |scan: &mut Scanner<'_>| scan.number().map(drop);
    assert_eq!(fault("nan", number), "0: a weight|`nan`|NaN has no place in the order of weights");
    assert_eq!(fault("1x\u{1}", number), "0: a weight|`1x\\u{1}`|");
    assert!(fault("99999999999999999999", number).contains("scale the weights"));
    let count = |scan: &mut Scanner<'_>| scan.count("arcs", 9).map(drop);
    assert_eq!(fault(" 10", count), "1: at most 9 arcs|`10`|more than this build can address");
    assert!(fault("99999999999999999999", count).contains("at most 9 arcs"));
    assert_eq!(fault("1.5", count), "0: the number of arcs|`1.5`|");
    assert_eq!(fault(" \n9", count), "1: the number of arcs|the end of the line|");
    assert_eq!(fault("x 1", |s| s.end_of_line("hm")), "0: the end of the line|`x`|hm");
}
