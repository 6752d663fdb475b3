use inetsum::{Sum, const_sum};

/// The sum that folds to `word` and covers `len` bytes.
pub(crate) fn sum(word: u16, len: usize) -> Sum {
    Sum::from_word(word).append(const_sum(&[0][..len % 2]))
}
