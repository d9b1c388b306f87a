//! Runnable programs, each one thing a user wants to do.
