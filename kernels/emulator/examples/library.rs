//! Builds the emulator with the given `.cu` files and prints the folder that has it, for LD_LIBRARY_PATH.

fn main() -> Result<(), boscage_emulator::Skip> {
    let sources: Vec<_> = std::env::args().skip(1).collect();
    println!("{}", boscage_emulator::install(&sources)?.library_folder().display());
    Ok(())
}
