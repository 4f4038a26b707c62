//! The resources of a kernel, from its machine code.
//!
//! A cubin is an ELF file. Its section `.nv.info` is a list of attributes: a byte for the form, a byte for
//! the attribute, and, in the form used here, two bytes with the length of what follows: the index of a
//! function in the symbol table, and a number. NVIDIA documents none of this. The log of the assembler has
//! the same figures, and the report requires that both agree.

use std::collections::BTreeMap;

use object::Endianness;
use object::elf::{FileHeader64, SHT_SYMTAB};
use object::read::elf::{FileHeader, SectionHeader, Sym};

/// Resources of a kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resources {
    /// Registers per thread.
    pub(crate) registers: u32,
    /// Bytes of stack per thread: spilled registers, and arrays that are not in registers.
    pub(crate) stack: u32,
    /// Bytes of shared memory per block, without those that the launch adds.
    pub(crate) shared: u32,
}

/// The form of attributes with a length and a value.
const WITH_VALUE: u8 = 4;
/// The attribute that is the stack frame of a function: EIATTR_FRAME_SIZE.
const FRAME_SIZE: u8 = 0x11;
/// The attribute that is the number of registers of a kernel: EIATTR_REGCOUNT.
const REGISTERS: u8 = 0x2f;

/// Bytes of the shared memory of every block that the device reserves, from `sm_90` on. Sections include
/// them.
const RESERVED: u32 = 1024;

/// Returns the kernels in a cubin for a device of this compute capability (90 of `sm_90`), and their
/// resources.
pub(crate) fn kernels(cubin: &[u8], capability: u32) -> object::Result<BTreeMap<String, Resources>> {
    let header = FileHeader64::<Endianness>::parse(cubin)?;
    let endian = header.endian()?;
    let reserved = if capability >= 90 { RESERVED } else { 0 };
    let sections = header.sections(endian, cubin)?;
    let symbols = sections.symbols(endian, cubin, SHT_SYMTAB)?;
    let mut kernels: BTreeMap<String, Resources> = BTreeMap::new();
    let mut frames: BTreeMap<String, u32> = BTreeMap::new();
    let mut shared: BTreeMap<String, u32> = BTreeMap::new();
    for section in sections.iter() {
        let name = String::from_utf8_lossy(sections.section_name(endian, section)?);
        if let Some(kernel) = name.strip_prefix(".nv.shared.") {
            let size = section.sh_size(endian) as u32;
            shared.insert(kernel.to_owned(), size.saturating_sub(reserved));
        } else if name == ".nv.info" {
            for (attribute, function, value) in attributes(section.data(endian, cubin)?) {
                let symbol = symbols.symbol(object::SymbolIndex(function as usize))?;
                let function = symbol.name(endian, symbols.strings())?;
                let function = String::from_utf8_lossy(function).into_owned();
                match attribute {
                    REGISTERS => kernels.entry(function).or_default().registers = value,
                    FRAME_SIZE => drop(frames.insert(function, value)),
                    _ => {}
                }
            }
        }
    }
    for (name, kernel) in &mut kernels {
        kernel.stack = frames.get(name).copied().unwrap_or(0);
        kernel.shared = shared.get(name).copied().unwrap_or(0);
    }
    Ok(kernels)
}

/// Attributes of functions: attribute, function, value. Ends at the first incomplete one.
fn attributes(mut bytes: &[u8]) -> Vec<(u8, u32, u32)> {
    let mut attributes = Vec::new();
    while let Some((&[form, attribute, low, high], rest)) = bytes.split_first_chunk() {
        let length = if form == WITH_VALUE { u16::from_le_bytes([low, high]).into() } else { 0 };
        let Some((value, rest)) = rest.split_at_checked(length) else { break };
        if let Some((function, value)) = value.split_first_chunk()
            && let Some((value, _)) = value.split_first_chunk()
        {
            attributes.push((attribute, u32::from_le_bytes(*function), u32::from_le_bytes(*value)));
        }
        bytes = rest;
    }
    attributes
}
