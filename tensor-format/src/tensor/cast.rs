//! Checked casts.
