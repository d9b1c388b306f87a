//! An ONNX model behind names, run by `rten`.

use std::io;

use rten::{NodeId, Value, ValueOrView};

use crate::models;

/// A model that is ready to run.
#[derive(Debug)]
pub struct Onnx(rten::Model);

impl Onnx {
    /// Loads a model from the folder of models.
    ///
    /// # Errors
    ///
    /// If it is not there, which says how to get it, or is no model.
    pub fn load(name: &str) -> io::Result<Self> {
        rten::Model::load(models::read(name)?).map(Self).map_err(io::Error::other)
    }

    /// Runs the model on values by the names of its inputs, and gives its outputs in the order of the names asked for.
    ///
    /// # Errors
    ///
    /// If there is no such input or output, or the model fails.
    pub fn run<const N: usize>(
        &self,
        inputs: Vec<(&str, ValueOrView<'_>)>,
        outputs: [&str; N],
    ) -> io::Result<[Value; N]> {
        let node = |name| self.0.node_id(name).map_err(io::Error::other);
        let inputs = inputs.into_iter().map(|(name, value)| Ok((node(name)?, value)));
        let inputs: Vec<(NodeId, _)> = inputs.collect::<io::Result<_>>()?;
        let outputs = outputs.map(node).into_iter().collect::<io::Result<Vec<_>>>()?;
        let values = self.0.run(inputs, &outputs, None).map_err(io::Error::other)?;
        values.try_into().map_err(|_| io::Error::other("the model gave another number of outputs"))
    }
}
