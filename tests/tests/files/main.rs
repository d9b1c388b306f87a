//! Files of numpy and safetensors, and archives made to harm.

mod archives;
mod chosen;
mod damaged;
mod formats;
mod headers;
mod opened;
