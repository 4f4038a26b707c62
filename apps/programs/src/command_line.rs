//! Command lines of all programs: help, mistyped words, completions, manual pages.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use boscage::io::Output;
use boscage::{Error, Result, on_one_line};
use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::failure::{FAILED, TROUBLE, report};
use crate::show::{print, write_whole};

/// Subcommands that print texts about the program itself.
#[derive(Clone, Debug, Subcommand)]
pub enum About {
    /// Prints a script that completes command lines in a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Prints the manual page, or writes it to a folder with those of the subcommands
    Man {
        /// Folder, which is created if necessary; without one, or with `-`, the page goes to the standard
        /// output
        #[arg(value_hint = ValueHint::DirPath)]
        folder: Option<PathBuf>,
    },
}

impl About {
    /// Prints the text, or writes it.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn run(&self, mut command: Command) -> Result<()> {
        let source = format!("{} {}", command.get_name(), command.get_version().unwrap_or_default());
        match self {
            Self::Completions { shell } => {
                let (name, mut script) = (command.get_name().to_owned(), Vec::new());
                clap_complete::generate(*shell, &mut command, name, &mut script);
                print(script)
            }
            Self::Man { folder: Some(folder) } if !Output::is_stdout(folder) => {
                let failed = |source| Error::Io { path: folder.clone(), action: "write", source };
                std::fs::create_dir_all(folder).map_err(failed)?;
                let mut command = command.disable_help_subcommand(true);
                command.build();
                write_pages(command, &source, folder)
            }
            Self::Man { .. } => print(page(command, &source).1),
        }
    }
}

/// Returns the name of a manual page, and its text; `source` is the program with its version.
fn page(command: Command, source: &str) -> (String, Vec<u8>) {
    let (man, mut page) = (Man::new(command).source(source), Vec::new());
    man.render(&mut page).expect("a vector takes all that is written");
    (man.get_filename(), page)
}

fn write_pages(command: Command, source: &str, folder: &Path) -> Result<()> {
    for subcommand in command.get_subcommands() {
        write_pages(subcommand.clone(), source, folder)?;
    }
    let (name, page) = page(command, source);
    write_whole(Output::create(&folder.join(name), None)?, &page)
}

/// Returns the arguments of a command and all its subcommands that their manual pages in a folder do not
/// describe, each with the page; for the tests of programs.
///
/// # Errors
/// [`Error::Io`] if a page is missing.
#[doc(hidden)]
pub fn undocumented(mut command: Command, folder: &Path) -> Result<Vec<String>> {
    fn collect(command: &Command, folder: &Path, lacking: &mut Vec<String>) -> Result<()> {
        let path = folder.join(Man::new(command.clone()).get_filename());
        let failed = |source| Error::Io { path: path.clone(), action: "read", source };
        let page = std::fs::read_to_string(&path).map_err(failed)?;
        let page = ["\\fB", "\\fI", "\\fR"].into_iter().fold(page, |page, font| page.replace(font, ""));
        let page = page.replace("\\-", "-");
        let described = described(&page);
        for argument in command.get_arguments() {
            let names = argument.get_value_names().unwrap_or_default();
            let word = argument.get_long().map_or_else(|| names.concat(), |long| format!("--{long}"));
            if !described.contains(&&*word) {
                lacking.push(format!("{}: {word}", path.display()));
            }
        }
        command.get_subcommands().try_for_each(|subcommand| collect(subcommand, folder, lacking))
    }
    let mut lacking = Vec::new();
    command = command.disable_help_subcommand(true);
    command.build();
    collect(&command, folder, &mut lacking)?;
    Ok(lacking)
}

/// Returns the words of the lines under which a manual page describes arguments; `--out` is not a word of
/// `--output`.
fn described(page: &str) -> Vec<&str> {
    let is_of_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    let heads = page.lines().zip(page.lines().skip(1)).filter(|(line, _)| *line == ".TP");
    heads.flat_map(|(_, head)| head.split(move |letter| !is_of_word(letter))).collect()
}

/// Resolves a parsed command line with `resolve`, which returns the task or an error that the types of the
/// arguments cannot express.
///
/// # Errors
/// If there is nothing to run: prints the help, version or error, and returns the exit code. It is 0 after
/// `--help` and the like, 2 for a wrong command line, and 1 if the help cannot be printed.
pub fn accept<C: Parser, T>(
    program: &str,
    parsed: Result<C, clap::Error>,
    resolve: impl FnOnce(C) -> Result<T, String>,
) -> Result<T, ExitCode> {
    let refuse = |message| asked_for(C::command()).error(ErrorKind::ArgumentConflict, message);
    parsed.and_then(|options| resolve(options).map_err(refuse)).map_err(|error| {
        if error.use_stderr() {
            // If stderr is lost, the exit code remains.
            let _ = hinting(escaped(error), &C::command()).print();
            return TROUBLE.into();
        }
        match print_help(&error) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => report(program, &error, FAILED),
        }
    })
}

/// Returns the long help of an option with many values, which its short help does not list.
#[must_use]
pub fn with_values(help: &str, values: impl Iterator<Item = PossibleValue>) -> String {
    let values: Vec<_> = values.collect();
    let width = values.iter().map(|value| value.get_name().len()).max().unwrap_or_default();
    let value = |value: &PossibleValue| {
        let name = value.get_name();
        let help = value.get_help().map(|help| format!("{:width$} {help}", "", width = width - name.len()));
        format!("\n- {name}{}", help.map_or_else(String::new, |help| format!(":{help}")))
    };
    let values: String = values.iter().map(value).collect();
    format!("{help}\n\nPossible values:{values}")
}

/// Returns the long help of an option whose values are those of a type; its short help does not list them.
#[must_use]
pub fn with_values_of<T: ValueEnum>(help: &str) -> String {
    with_values(help, T::value_variants().iter().filter_map(ValueEnum::to_possible_value))
}

/// Returns the subcommand of the command line, or the command itself.
fn asked_for(mut command: Command) -> Command {
    let matches = command.clone().ignore_errors(true).try_get_matches().ok();
    command.build();
    let mut matches = matches.as_ref();
    while let Some((name, inner)) = matches.and_then(ArgMatches::subcommand) {
        let Some(subcommand) = command.find_subcommand(name).cloned() else { break };
        (command, matches) = (subcommand, Some(inner));
    }
    command
}

fn print_help(help: &clap::Error) -> Result<()> {
    let output = Output::create(Path::new("-"), None)?; // which fails if it is closed
    help.print().and_then(|()| io::stdout().flush()).map_err(|error| output.error(error))
}

/// Returns the same error with escaped arguments, which stay on one line.
fn escaped(mut error: clap::Error) -> clap::Error {
    let is_strange = |text: &str| on_one_line(text) != text;
    let strange = |(kind, value): (ContextKind, &ContextValue)| match value {
        ContextValue::String(text) if is_strange(text) => {
            Some((kind, ContextValue::String(on_one_line(text))))
        }
        // A hint that repeats the argument.
        ContextValue::StyledStrs(tips) if tips.iter().any(|tip| is_strange(&tip.to_string())) => {
            Some((kind, ContextValue::None))
        }
        _ => None,
    };
    let strange: Vec<_> = error.context().filter_map(strange).collect();
    for (kind, value) in strange {
        error.insert(kind, value);
    }
    error
}

/// Returns the same error; a subcommand in capitals gets a hint.
fn hinting(mut error: clap::Error, command: &Command) -> clap::Error {
    if let (Some(ContextValue::String(word)), None) =
        (error.get(ContextKind::InvalidSubcommand), error.get(ContextKind::SuggestedSubcommand))
        && let Some(name) = similar(word, command)
    {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![name]));
    }
    error
}

/// Returns a hint about a word that was taken for a file, if there is no such file but a subcommand with a
/// similar name.
#[must_use]
pub fn mistyped(word: &Path, command: &Command) -> Option<String> {
    let name = word.to_str()?;
    let similar = similar(name, command).filter(|similar| similar != name)?;
    let there = word.try_exists().unwrap_or(true);
    (!there).then(|| {
        format!(
            "expected a file or a subcommand, found '{name}', which is neither; did you mean '{similar}'?"
        )
    })
}

/// Returns the subcommand with a similar name, in capitals or not.
fn similar(word: &str, command: &Command) -> Option<String> {
    if !word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-') {
        return None;
    }
    let subcommands = Command::new("").subcommands(command.get_subcommands().cloned());
    let word = word.to_ascii_lowercase();
    if subcommands.find_subcommand(&word).is_some() {
        return Some(word);
    }
    let error = subcommands.try_get_matches_from(["", &word]).err()?;
    match error.get(ContextKind::SuggestedSubcommand)? {
        ContextValue::Strings(names) => names.first().cloned(),
        ContextValue::String(name) => Some(name.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use clap::Arg;

    use super::*;

    #[test]
    fn options_whose_names_are_parts_of_others_are_documented_by_their_own_names() {
        let command = |options: &[&'static str]| {
            Command::new("program")
                .args(options.iter().map(|name| Arg::new(name).long(name).help("see --out")))
        };
        let folder = tempfile::tempdir().unwrap();
        About::Man { folder: Some(folder.path().to_owned()) }.run(command(&["output", "time-out"])).unwrap();
        let lacking = undocumented(command(&["out", "output", "time-out"]), folder.path()).unwrap();
        assert_eq!(lacking, [format!("{}: --out", folder.path().join("program.1").display())]);
    }
}
