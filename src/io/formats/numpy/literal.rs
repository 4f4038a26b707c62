//! Literals of Python, as far as headers of arrays have them.

/// A literal.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Literal {
    Text(String),
    Number(u64),
    Bool(bool),
    /// A list or a tuple.
    List(Vec<Literal>),
    /// A dictionary whose keys are texts.
    Dictionary(Vec<(String, Literal)>),
}

impl Literal {
    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Dictionary(all) => all.iter().find(|(known, _)| known == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value of a number.
    pub(super) fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }
}

/// Parses a whole text.
pub(super) fn parse(text: &str) -> Option<Literal> {
    let mut parser = Parser { rest: text };
    let literal = parser.literal(0)?;
    parser.rest.trim().is_empty().then_some(literal)
}

struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    /// Largest number of brackets around a literal.
    const DEEPEST: usize = 6;

    /// Takes a character, if it is the next one.
    fn takes(&mut self, char: char) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(char);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn literal(&mut self, depth: usize) -> Option<Literal> {
        if depth > Self::DEEPEST {
            return None;
        }
        if self.takes('{') {
            let item = |parser: &mut Self| {
                let key = parser.text()?;
                parser.takes(':').then_some(())?;
                Some((key, parser.literal(depth + 1)?))
            };
            return self.items('}', item).map(Literal::Dictionary);
        }
        for (open, close) in [('[', ']'), ('(', ')')] {
            if self.takes(open) {
                return self.items(close, |parser| parser.literal(depth + 1)).map(Literal::List);
            }
        }
        for (word, value) in [("True", true), ("False", false)] {
            if let Some(rest) = self.rest.strip_prefix(word) {
                self.rest = rest;
                return Some(Literal::Bool(value));
            }
        }
        if self.rest.starts_with(|first: char| first.is_ascii_digit()) {
            let end = self.rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(self.rest.len());
            let (digits, rest) = self.rest.split_at(end);
            self.rest = rest.strip_prefix('L').unwrap_or(rest); // of Python 2
            return digits.parse().ok().map(Literal::Number);
        }
        self.text().map(Literal::Text)
    }

    /// Items between commas, up to a bracket.
    fn items<T>(&mut self, close: char, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = Vec::new();
        loop {
            if self.takes(close) {
                return Some(items);
            }
            items.push(item(self)?);
            if !self.takes(',') {
                return self.takes(close).then_some(items);
            }
        }
    }

    /// A text in quotes. The only escapes are those of quotes and backslashes.
    fn text(&mut self) -> Option<String> {
        self.takes('u'); // of Python 2
        let quote = if self.takes('"') { '"' } else { self.takes('\'').then_some('\'')? };
        let (mut text, mut chars) = (String::new(), self.rest.chars());
        loop {
            match chars.next()? {
                char if char == quote => break,
                '\\' => match chars.next()? {
                    char @ ('\\' | '\'' | '"') => text.push(char),
                    _ => return None,
                },
                char => text.push(char),
            }
        }
        self.rest = chars.as_str();
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_parsed() {
        let list = |all: &[u64]| Literal::List(all.iter().map(|&number| Literal::Number(number)).collect());
        assert_eq!(parse("(3, 2)"), Some(list(&[3, 2])));
        assert_eq!(parse(" [ 3 ,] "), Some(list(&[3])));
        assert_eq!(parse("()"), Some(list(&[])));
        assert_eq!(parse(r"'a\'b'"), Some(Literal::Text("a'b".into())));
        assert_eq!(parse("{'a': True}").unwrap().get("a"), Some(&Literal::Bool(true)));
        let deep = "[".repeat(60_000);
        for wrong in
            ["", "(", "(3", "(3 2)", "'a", r"'\x'", "{3: 4}", "{'a' 4}", "3 4", "-1", "1e9", "None", &deep]
        {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
        assert_eq!(parse("99999999999999999999"), None);
    }
}
