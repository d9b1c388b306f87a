//! Vectors with large payloads, made here instead of stored.

use serde_json::{Value as Json, json};

/// The lines of `positive-large.jsonl`: payloads of about 64 KiB, whose lengths need varints of five bytes.
#[must_use]
pub fn large_vectors() -> Vec<String> {
    const LEN: usize = 65_536;
    let numbers: Vec<u8> = (0..LEN).map(|index| (index * 17 % 256) as u8).collect();
    let text = "x".repeat(LEN);
    let counting: Vec<u8> = (0..LEN).map(|index| (index % 256) as u8).collect();
    let sound = vec![0x5a; LEN - 3];

    let vector = |dialect: &str, dtype: &str, shape: &[usize], values: Json, header: &str, payload: &[u8]| {
        let id = format!("{dtype}-r{}-large@{dialect}", shape.len());
        let hex = header.to_owned() + &hex::encode(payload);
        json!({ "id": id, "dialect": dialect, "dtype": dtype, "shape": shape, "values": values, "hex": hex })
            .to_string()
    };
    let mut lines = vec![vector("all", "u8", &[LEN], json!(numbers), "0701fe00010000", &numbers)];
    // The header, the length of the section where there is one, and the length and format of the element.
    for (dialect, section) in [("doc", ""), ("wire1", "fe00010005"), ("wire2", "fe00010005")] {
        let header = format!("0b00{section}fe00010000");
        lines.push(vector(dialect, "string", &[], json!([text]), &header, text.as_bytes()));
        let header = format!("0c0101{section}fe00010000");
        lines.push(vector(dialect, "binary", &[1], json!([hex::encode(&counting)]), &header, &counting));
    }
    let values = json!([{ "format": "mp3", "data": hex::encode(&sound) }]);
    for (dialect, lengths) in
        [("doc", "fe00010000"), ("wire1", "fe00010005fe00010000"), ("wire2", "fe00010006fe0001000103")]
    {
        let header = format!("0f00{lengths}{}", hex::encode("mp3"));
        lines.push(vector(dialect, "audio", &[], values.clone(), &header, &sound));
    }
    lines
}
