pub mod millis {
    pub struct Duration(pub u64);

    pub(super) fn to_wire(duration: &Duration) -> u64 {
        duration.0
    }

    pub(super) fn from_wire(millis: u64) -> Result<Duration, std::convert::Infallible> {
        Ok(Duration(millis))
    }
}

#[derive(Tensor)]
pub struct Timed {
    #[tensor(with = millis)]
    pub elapsed: millis::Duration,
    #[tensor(with = self::millis, range = 1..)]
    pub timeout: Option<millis::Duration>,
}
