//! The derive macro of tensor-format.
use proc_macro::TokenStream;
/// todo
#[proc_macro_derive(Tensor, attributes(tensor))]
pub fn derive(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
