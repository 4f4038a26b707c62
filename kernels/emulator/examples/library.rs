//! Builds the emulator with the given `.cu` files and prints the library's folder, for LD_LIBRARY_PATH.

fn main() -> Result<(), emulated_cuda::Skip> {
    let sources: Vec<_> = std::env::args().skip(1).collect();
    println!("{}", emulated_cuda::install(&sources)?.library_folder().display());
    Ok(())
}
