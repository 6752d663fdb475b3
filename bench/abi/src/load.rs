//! Loading a shared object.

use std::path::Path;

use libloading::{Error, Library};

use crate::{Entry, TABLE_SYMBOL, TableFn};

/// Loads an object for good and reads its table.
///
/// # Safety
///
/// The object must be one of this workspace: its table is taken for what it says it is.
///
/// # Errors
///
/// If it can't be loaded, or has no table.
pub unsafe fn load(object: &Path) -> Result<&'static [Entry], Error> {
    // SAFETY: the objects of this workspace have no initialisers of note.
    let library = unsafe { Library::new(object) }?;
    let library: &'static Library = Box::leak(Box::new(library));
    // SAFETY: both sides take the type from this crate, or from its C header.
    let function = unsafe { library.get::<TableFn>(TABLE_SYMBOL) }?;
    let table = function();
    // SAFETY: the table's entries live as long as the object, which is never unloaded.
    Ok(unsafe { std::slice::from_raw_parts(table.entries, table.len) })
}
