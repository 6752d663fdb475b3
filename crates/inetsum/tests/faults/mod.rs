use std::fs;

use serde_json::{Map, Value};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/vectors/faults.jsonl");

/// One case from a fault that somebody shipped.
pub(crate) struct Vector {
    pub(crate) id: String,
    pub(crate) op: String,
    pub(crate) input: Vec<u8>,
    pub(crate) params: Fields,
    pub(crate) expect: Fields,
}

/// The keys of a JSON object that nobody has honoured yet.
pub(crate) struct Fields(pub(crate) Map<String, Value>);

impl Fields {
    pub(crate) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    pub(crate) fn take(&mut self, key: &str) -> Option<Value> {
        self.0.remove(key)
    }

    pub(crate) fn assert_all_taken(&self, id: &str) {
        assert!(self.0.is_empty(), "{id}: {:?} not honoured", self.0);
    }
}

/// All vectors, or `None` where the file doesn't lie beside the repository.
pub(crate) fn read() -> Option<Vec<Vector>> {
    let Ok(text) = fs::read_to_string(PATH) else {
        println!("skipped: {PATH} is missing");
        return None;
    };
    Some(text.lines().map(parse).collect())
}

fn parse(line: &str) -> Vector {
    let mut value: Value = serde_json::from_str(line).expect("one JSON object a line");
    let mut object = |key: &str| match value[key].take() {
        Value::Object(map) => Fields(map),
        other => panic!("{key} is {other}"),
    };
    let (params, expect) = (object("params"), object("expect"));
    let (id, op) = (text(&value["id"]).to_owned(), text(&value["op"]).to_owned());
    Vector { id, op, input: hex(&value["input_hex"]), params, expect }
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

pub(crate) fn number(value: &Value) -> usize {
    value.as_u64().and_then(|number| number.try_into().ok()).expect("a number")
}

pub(crate) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

/// Bytes written as `0123ab`.
pub(crate) fn hex(value: &Value) -> Vec<u8> {
    let digits = text(value).as_bytes().chunks(2);
    let byte = |pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).expect("hex digits");
    digits.map(byte).collect()
}

/// A number of 32 bits written as `0x012345ab`.
pub(crate) fn double_word(value: &Value) -> u32 {
    let digits = text(value).strip_prefix("0x").expect("0x");
    u32::from_str_radix(digits, 16).expect("hex digits")
}

/// A word written as `0x01ab`.
pub(crate) fn word(value: &Value) -> u16 {
    double_word(value).try_into().expect("16 bits")
}
