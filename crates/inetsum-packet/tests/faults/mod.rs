//! Packets that others judged or fixed wrongly: `faults.jsonl`, one JSON object a line.

use std::fs;

use serde_json::{Map, Value};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/vectors/faults.jsonl");

/// One case from a fault that somebody shipped.
pub(crate) struct Vector {
    pub(crate) id: String,
    pub(crate) op: String,
    pub(crate) packet: Vec<u8>,
    pub(crate) params: Fields,
    pub(crate) expect: Fields,
}

/// The keys of a JSON object that nobody has honoured yet.
pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    pub(crate) fn take(&mut self, key: &str) -> Option<Value> {
        self.0.remove(key)
    }

    pub(crate) fn take_text(&mut self, key: &str) -> Option<String> {
        self.take(key).map(|value| text(&value).to_owned())
    }

    /// A word written as `0x01ab`.
    pub(crate) fn take_word(&mut self, key: &str) -> Option<u16> {
        let digits = self.take_text(key)?;
        let digits = digits.strip_prefix("0x").expect("0x");
        Some(u16::from_str_radix(digits, 16).expect("16 bits in hex digits"))
    }

    pub(crate) fn take_number(&mut self, key: &str) -> Option<usize> {
        self.take(key).map(|value| number(&value))
    }

    pub(crate) fn take_object(&mut self, key: &str) -> Option<Fields> {
        self.take(key).map(object)
    }

    pub(crate) fn assert_all_taken(&self, id: &str) {
        assert!(self.0.is_empty(), "{id}: {:?} not honoured", self.0);
    }
}

/// The vectors about packets, or `None` where the file doesn't lie beside the repository.
pub(crate) fn read() -> Option<Vec<Vector>> {
    let Ok(text) = fs::read_to_string(PATH) else {
        println!("skipped: {PATH} is missing");
        return None;
    };
    let is_ours = |vector: &Vector| ["verify_packet", "fix_packet"].contains(&&*vector.op);
    Some(text.lines().map(parse).filter(is_ours).collect())
}

fn parse(line: &str) -> Vector {
    let value: Value = serde_json::from_str(line).expect("one JSON object a line");
    let packet = value["input_hex"].as_str().map_or(Vec::new(), hex);
    let (id, op) = (text(&value["id"]).to_owned(), text(&value["op"]).to_owned());
    let (params, expect) = (object(value["params"].clone()), object(value["expect"].clone()));
    Vector { id, op, packet, params, expect }
}

fn object(value: Value) -> Fields {
    match value {
        Value::Object(map) => Fields(map),
        other => panic!("{other} is no object"),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn number(value: &Value) -> usize {
    value.as_u64().and_then(|number| number.try_into().ok()).expect("a number")
}

/// Bytes written as `0123ab`.
pub(crate) fn hex(digits: &str) -> Vec<u8> {
    let byte = |pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).expect("hex digits");
    digits.as_bytes().chunks(2).map(byte).collect()
}
