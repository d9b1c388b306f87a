//! Traits whose messages say how to convert a type that is no tensor.

asked! {
    /// A type with 128-bit integers in it.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "holds what is no element of a tensor",
        note = "elements are `f32`, `f64`, `i8` to `i64`, `u8` to `u64`, `usize`, `isize`, `NonZero`, `bool`, `char` and strings: no format has integers of 128 bits",
        note = "to send it as text, add `#[tensor(with = tensor_format::with::DisplayFromStr)]` to a field of the type itself or of an `Option` of it",
        note = "to send it as numbers, a module converts it, `#[tensor(with = halves)]`; for an array, map or tuple of them, let it convert the whole; for `i128`, write `i128` in place of `u128`:\nmod halves {{\n    pub fn to_wire(number: &u128) -> [u64; 2] {{ [(*number >> 64) as u64, *number as u64] }}\n    pub fn from_wire(halves: [u64; 2]) -> Result<u128, String> {{ Ok(((halves[0] as u128) << 64) | halves[1] as u128) }}\n}}",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldElement
    /// A type with a `Duration` in it.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a time without a unit",
        note = "a module says how it travels, `#[tensor(with = nanos)]`; for an array, map or tuple of them, let it convert the whole:\nmod nanos {{\n    pub fn to_wire(time: &std::time::Duration) -> u64 {{ time.as_nanos().try_into().unwrap_or(u64::MAX) }}\n    pub fn from_wire(nanos: u64) -> Result<std::time::Duration, String> {{ Ok(std::time::Duration::from_nanos(nanos)) }}\n}}",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldDuration
    /// A type with an `Instant` in it.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a time that means nothing to another process",
        note = "hold the nanoseconds since a moment that you choose, a `u64`, as `at.duration_since(start).as_nanos() as u64`; or let a module send how long ago it was, `#[tensor(with = age)]`; for a list, an array or a map of them, let it convert the whole:\nmod age {{\n    use std::time::{{Duration, Instant}};\n    pub fn to_wire(at: &Instant) -> u64 {{ at.elapsed().as_nanos().try_into().unwrap_or(u64::MAX) }}\n    pub fn from_wire(nanos: u64) -> Result<Instant, String> {{ Instant::now().checked_sub(Duration::from_nanos(nanos)).ok_or(\"too long ago\".into()) }}\n}}",
        note = "to leave out one field of several, write `#[tensor(skip)]` before an `Option<Instant>`: an `Instant` has no `Default`"
    )]
    IsFieldInstant
    /// A type with a `SystemTime` in it.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a time without a unit",
        note = "a module says how it travels, `#[tensor(with = unix_nanos)]`; for an array, map or tuple of them, let it convert the whole:\nmod unix_nanos {{\n    pub fn to_wire(time: &std::time::SystemTime) -> u64 {{ time.duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64) }}\n    pub fn from_wire(nanos: u64) -> Result<std::time::SystemTime, String> {{ Ok(std::time::UNIX_EPOCH + std::time::Duration::from_nanos(nanos)) }}\n}}",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldSystemTime
    /// A type with a path in it.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "text on one system, bytes on another",
        note = "a module says how it travels, `#[tensor(with = path_text)]`, if the field is a `PathBuf`: hold one in place of a `&Path`; for an array, map or tuple of them, let it convert the whole:\nmod path_text {{\n    pub fn to_wire(path: &std::path::PathBuf) -> String {{ path.to_string_lossy().into_owned() }}\n    pub fn from_wire(text: String) -> Result<std::path::PathBuf, String> {{ Ok(text.into()) }}\n}}",
        note = "bytes that are not UTF-8 are replaced here; to keep them, let the module convert to `Binary`",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldPath
    /// A type with an `OsString` in it.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "text on one system, bytes on another",
        note = "a module says how it travels, `#[tensor(with = os_text)]`, if the field is an `OsString`: hold one in place of an `&OsStr`; for an array, map or tuple of them, let it convert the whole:\nmod os_text {{\n    pub fn to_wire(name: &std::ffi::OsString) -> String {{ name.to_string_lossy().into_owned() }}\n    pub fn from_wire(text: String) -> Result<std::ffi::OsString, String> {{ Ok(text.into()) }}\n}}",
        note = "bytes that are not UTF-8 are replaced here; to keep them, let the module convert to `Binary`",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldOsString
    /// A list of 128-bit integers.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "no element of a tensor",
        note = "no format has integers of 128 bits: to send them as texts, a module converts the whole list, `#[tensor(with = texts)]`:\nmod texts {{\n    pub fn to_wire<T: ToString>(list: &Vec<T>) -> Vec<String> {{ list.iter().map(T::to_string).collect() }}\n    pub fn from_wire<T: std::str::FromStr>(texts: Vec<String>) -> Result<Vec<T>, T::Err> {{ texts.iter().map(|text| text.parse()).collect() }}\n}}",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldElements
    /// A list of `Duration`s.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a time without a unit",
        note = "a module converts the whole list, `#[tensor(with = nanos_list)]`:\nmod nanos_list {{\n    pub fn to_wire(times: &Vec<std::time::Duration>) -> Vec<u64> {{ times.iter().map(|time| time.as_nanos().try_into().unwrap_or(u64::MAX)).collect() }}\n    pub fn from_wire(nanos: Vec<u64>) -> Result<Vec<std::time::Duration>, String> {{ Ok(nanos.into_iter().map(std::time::Duration::from_nanos).collect()) }}\n}}",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldDurations
    /// A list of `SystemTime`s.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "a time without a unit",
        note = "a module converts the whole list, `#[tensor(with = unix_nanos_list)]`:\nmod unix_nanos_list {{\n    pub fn to_wire(times: &Vec<std::time::SystemTime>) -> Vec<u64> {{ times.iter().map(|time| time.duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)).collect() }}\n    pub fn from_wire(nanos: Vec<u64>) -> Result<Vec<std::time::SystemTime>, String> {{ Ok(nanos.into_iter().map(|nanos| std::time::UNIX_EPOCH + std::time::Duration::from_nanos(nanos)).collect()) }}\n}}",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldSystemTimes
    /// A list of paths.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "text on one system, bytes on another",
        note = "a module converts the whole list, `#[tensor(with = path_texts)]`:\nmod path_texts {{\n    pub fn to_wire(paths: &Vec<std::path::PathBuf>) -> Vec<String> {{ paths.iter().map(|path| path.to_string_lossy().into_owned()).collect() }}\n    pub fn from_wire(texts: Vec<String>) -> Result<Vec<std::path::PathBuf>, String> {{ Ok(texts.into_iter().map(Into::into).collect()) }}\n}}",
        note = "bytes that are not UTF-8 are replaced here; to keep them, let the module convert to `Vec<tensor_format::Binary>`",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldPaths
    /// A list of `OsString`s.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "text on one system, bytes on another",
        note = "a module converts the whole list, `#[tensor(with = os_texts)]`:\nmod os_texts {{\n    pub fn to_wire(names: &Vec<std::ffi::OsString>) -> Vec<String> {{ names.iter().map(|name| name.to_string_lossy().into_owned()).collect() }}\n    pub fn from_wire(texts: Vec<String>) -> Result<Vec<std::ffi::OsString>, String> {{ Ok(texts.into_iter().map(Into::into).collect()) }}\n}}",
        note = "bytes that are not UTF-8 are replaced here; to keep them, let the module convert to `Vec<tensor_format::Binary>`",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldOsStrings
    /// A type whose name is that of an address or identifier that has a text.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "not a tensor, but it can be written as text",
        note = "to send it as its text, add `#[tensor(with = tensor_format::with::DisplayFromStr)]` to a field of the type itself or of an `Option` of it; for a type of your own with this name, add `#[derive(tensor_format::Tensor)]` to it",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldText
    /// A list of what has a text.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "not a tensor, but it can be written as text",
        note = "to send them as texts, a module converts the whole list, `#[tensor(with = texts)]`:\nmod texts {{\n    pub fn to_wire<T: ToString>(list: &Vec<T>) -> Vec<String> {{ list.iter().map(T::to_string).collect() }}\n    pub fn from_wire<T: std::str::FromStr>(texts: Vec<String>) -> Result<Vec<T>, T::Err> {{ texts.iter().map(|text| text.parse()).collect() }}\n}}",
        note = "for a type of your own with this name, add `#[derive(tensor_format::Tensor)]` to it",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldTexts
    /// A type whose name is `Bytes`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "not a tensor",
        note = "bytes are sent as `tensor_format::Binary`: hold one, or let a module convert to it, `#[tensor(with = binary)]`:\nmod binary {{\n    pub fn to_wire(bytes: &bytes::Bytes) -> tensor_format::Binary {{ tensor_format::Binary(bytes.to_vec()) }}\n    pub fn from_wire(binary: tensor_format::Binary) -> Result<bytes::Bytes, String> {{ Ok(binary.0.into()) }}\n}}",
        note = "for a type of your own with this name, add `#[derive(tensor_format::Tensor)]` to it",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldBytes
    /// A type whose name is `Value`, as that of serde_json.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be sent as a field",
        label = "not a tensor",
        note = "a value of serde_json, or any other type of serde, is sent as JSON beside the tensors: add `#[tensor(metadata)]`, which needs the feature `json` of tensor-format",
        note = "for a type of your own with this name, add `#[derive(tensor_format::Tensor)]` to it",
        note = "to leave out one field of several, add `#[tensor(skip)]`, which needs `Default`"
    )]
    IsFieldJson
}
