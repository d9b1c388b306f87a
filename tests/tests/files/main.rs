//! Files of numpy and safetensors, and archives made to harm.

mod archives;
mod formats;
mod opened;
