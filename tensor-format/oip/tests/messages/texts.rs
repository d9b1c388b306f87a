//! Texts in JSON: with escapes, borrowed and owned.

use std::{borrow::Cow, collections::BTreeSet};

use tensor_format_oip::{
    Fault, FaultKind, Request,
    http::{Body, Headers},
};

fn body(json: &str) -> Body<'_> {
    Body::new(&Headers::new(), json.as_bytes()).expect("a body")
}

fn texts(data: &str) -> String {
    format!(r#"{{"inputs":[{{"name":"x","shape":[3],"datatype":"BYTES","data":{data}}}]}}"#)
}

#[test]
fn texts_with_escapes_are_borrowed_from_what_is_kept() {
    let json = texts(r#"["plain", "a\nb", "\ud83d\ude00"]"#);
    let body = body(&json);
    let request = Request::from_http(&body).expect("read");
    let borrowed = request.decode::<Vec<&str>>().expect("decoded");
    assert_eq!(borrowed, ["plain", "a\nb", "\u{1F600}"]);
    assert_eq!(request.decode::<Vec<String>>().expect("decoded"), borrowed);
    assert_eq!(request.decode::<Vec<Cow<'_, str>>>().expect("decoded"), borrowed);
    // What owns its texts is read before any is kept too, and names those that are wrong all the same.
    let request = Request::from_http(&body).expect("read");
    assert_eq!(
        request.decode::<Vec<Box<str>>>().expect("decoded"),
        borrowed.iter().map(|text| Box::from(*text)).collect::<Vec<Box<str>>>()
    );
    assert_eq!(request.decode::<BTreeSet<String>>().expect("decoded").len(), 3);
    let json = texts(r#"["a\nb", "c", 4]"#);
    let body = self::body(&json);
    let request = Request::from_http(&body).expect("read");
    let error = request.decode::<Vec<String>>().expect_err("a number");
    assert_eq!(Fault::of(&error).expect("a fault").kind, FaultKind::ElementType);
    assert_eq!(error.to_string(), request.decode::<Vec<&str>>().expect_err("a number").to_string());
}
