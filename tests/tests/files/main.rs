//! Files of numpy and safetensors, and archives made to harm.

mod archives;
mod chosen;
mod formats;
mod opened;
