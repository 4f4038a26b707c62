//! The bytes of a text that separate tokens and lines.

/// The bytes that separate tokens of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separators {
    /// Blanks, tabs, carriage returns.
    Blanks = BLANK as isize,
    /// The same in a table, in which each tab ends a column.
    Table = (BLANK | TAB) as isize,
    /// One comma between two tokens, with or without blanks around it.
    Commas = (BLANK | COMMA) as isize,
    /// The same with semicolons.
    Semicolons = (BLANK | SEMICOLON) as isize,
    /// The same with vertical bars.
    Bars = (BLANK | BAR) as isize,
    /// Blanks and line ends: the text has no lines.
    AllBlanks = (BLANK | LINE_END) as isize,
}

impl Separators {
    /// Classes of the bytes that end a token.
    pub(crate) const fn ends(self) -> u8 {
        self as u8
    }

    /// Classes of the bytes that may precede a token.
    pub(crate) const fn blanks(self) -> u8 {
        match self {
            Self::Commas | Self::Semicolons | Self::Bars => BLANK,
            _ => self as u8,
        }
    }

    /// Classes of a byte that separates two tokens by itself.
    pub(crate) const fn single(self) -> u8 {
        match self {
            Self::Commas => COMMA,
            Self::Semicolons => SEMICOLON,
            Self::Bars => BAR,
            _ => self as u8,
        }
    }

    /// Returns `true` if a text may be cut after a byte: after a line end, or after any blank if the text
    /// has no lines.
    fn breaks(self, byte: u8) -> bool {
        byte == b'\n' || (self == Self::AllBlanks && CLASS[usize::from(byte)] & BLANK != 0)
    }

    /// The first place where a text may be cut.
    pub(crate) fn first_break(self, text: &[u8]) -> Option<usize> {
        text.iter().position(|&byte| self.breaks(byte))
    }

    /// The last place where a text may be cut.
    pub(crate) fn last_break(self, text: &[u8]) -> Option<usize> {
        text.iter().rposition(|&byte| self.breaks(byte))
    }

    /// Number of tokens in the lines that begin with a number, so without comments.
    pub(crate) fn numbers(self, text: &[u8]) -> usize {
        let tokens = |line: &[u8]| {
            let separates = |byte: &u8| CLASS[usize::from(*byte)] & self as u8 != 0;
            let mut tokens = line.split(separates).filter(|token| !token.is_empty()).peekable();
            let is_number = |token: &&[u8]| matches!(token[0], b'0'..=b'9' | b'.' | b'+' | b'-');
            if tokens.peek().is_some_and(is_number) { tokens.count() } else { 0 }
        };
        text.split(|&byte| byte == b'\n').map(tokens).sum()
    }
}

/// Classes of bytes, as bits.
const BLANK: u8 = 1;
const COMMA: u8 = 2;
pub(crate) const LINE_END: u8 = 4;
pub(crate) const TAB: u8 = 8;
const SEMICOLON: u8 = 16;
const BAR: u8 = 32;

/// The classes of each byte.
pub(crate) static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    class[b' ' as usize] = BLANK;
    class[b'\t' as usize] = BLANK | TAB;
    class[b'\r' as usize] = BLANK;
    class[b',' as usize] = COMMA;
    class[b';' as usize] = SEMICOLON;
    class[b'|' as usize] = BAR;
    class[b'\n' as usize] = LINE_END;
    class
};
