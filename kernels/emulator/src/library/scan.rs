//! Finds the kernels of a `.cu` file in its text.

use std::path::Path;

/// A kernel as its source declares it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Kernel {
    pub(super) name: String,
    /// Argument of `__launch_bounds__(...)`, an expression for the compiler; empty if there is none.
    pub(super) bounds: String,
}

/// Returns all kernels of the text: functions declared `extern "C" __global__ void`, with or without
/// `__launch_bounds__`.
///
/// # Panics
///
/// If a kernel is declared in another way.
pub(super) fn kernels(path: &Path, text: &str) -> Vec<Kernel> {
    let text = without_comments(text);
    let mut kernels = Vec::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("__global__") {
        let before = rest[..at].trim_end();
        assert!(
            before.ends_with("\"C\"") && before[..before.len() - 3].trim_end().ends_with("extern"),
            "{}: expected a kernel declared extern \"C\", so that its name can be found",
            path.display()
        );
        rest = &rest[at + "__global__".len()..];
        let (mut name, mut bounds) = (String::new(), String::new());
        loop {
            rest = rest.trim_start();
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let word = &rest[..end];
            assert!(!word.is_empty(), "{}: expected a name after `__global__ void`", path.display());
            rest = rest[end..].trim_start();
            if word == "__launch_bounds__" {
                let inside = parenthesised(rest);
                bounds = inside.trim().to_owned();
                rest = &rest[inside.len() + 2..];
            } else if rest.starts_with('(') {
                name.push_str(word);
                break;
            }
        }
        kernels.push(Kernel { name, bounds });
    }
    kernels
}

/// Returns the text between the first parenthesis and its partner.
fn parenthesised(text: &str) -> &str {
    let mut depth = 0;
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[1..i];
        }
    }
    panic!("expected a closing parenthesis")
}

fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            kept.push('/');
            1
        };
        rest = &rest[skipped..];
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, String)> {
        kernels(Path::new("x.cu"), text).into_iter().map(|k| (k.name, k.bounds)).collect()
    }

    #[test]
    fn kernels_are_found_in_all_their_forms() {
        let text = r#"
            // extern "C" __global__ void not_this(int x)
            extern "C" __global__ void plain(int* a) { a[0] = 1 / 2; }
            extern "C" __global__ void __launch_bounds__(256) bounded(int* a) {}
            extern "C" __global__ __launch_bounds__(max(BLOCK, 32), 2) void before(int* a) {}
            /* extern "C" __global__ void nor_this() */
            extern "C"
            __global__ void
            broken_over_lines(
                int* a) {}
        "#;
        let expected =
            [("plain", ""), ("bounded", "256"), ("before", "max(BLOCK, 32), 2"), ("broken_over_lines", "")];
        assert_eq!(found(text), expected.map(|(name, bounds)| (name.to_owned(), bounds.to_owned())));
    }

    #[test]
    #[should_panic(expected = "declared extern \"C\"")]
    fn a_kernel_with_a_mangled_name_is_refused() {
        found("__global__ void mangled() {}");
    }
}
