//! The server: `do_get` gives the samples that it keeps, `do_put` takes others in their place.

use std::sync::{Mutex, PoisonError};

use arrow_flight::{
    Action, ActionType, Criteria, Empty, FlightData, FlightDescriptor, FlightInfo, HandshakeRequest, HandshakeResponse,
    PollInfo, PutResult, SchemaResult, Ticket,
    decode::FlightRecordBatchStream,
    error::FlightError,
    flight_service_server::{FlightService, FlightServiceServer},
};
use futures::{StreamExt, TryStreamExt, stream, stream::BoxStream};
use tensor_format_arrow::from_batch;
use tonic::{Request, Response, Status, Streaming};

use crate::{Sample, encoded};

/// Returns a server that keeps these samples.
pub(crate) fn server(samples: Vec<Sample>) -> FlightServiceServer<impl FlightService> {
    FlightServiceServer::new(Samples(Mutex::new(samples)))
}

struct Samples(Mutex<Vec<Sample>>);

type Results<T> = BoxStream<'static, Result<T, Status>>;

fn not_here<T>() -> Result<T, Status> {
    Err(Status::unimplemented("this server has do_get and do_put"))
}

#[tonic::async_trait]
impl FlightService for Samples {
    type DoGetStream = Results<FlightData>;
    type DoPutStream = Results<PutResult>;
    type HandshakeStream = Results<HandshakeResponse>;
    type ListFlightsStream = Results<FlightInfo>;
    type DoExchangeStream = Results<FlightData>;
    type DoActionStream = Results<arrow_flight::Result>;
    type ListActionsStream = Results<ActionType>;

    async fn do_get(&self, _: Request<Ticket>) -> Result<Response<Self::DoGetStream>, Status> {
        let samples = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let messages = encoded(&samples).map_err(|error| Status::internal(error.to_string()))?;
        Ok(Response::new(messages.map_err(Status::from).boxed()))
    }

    async fn do_put(&self, request: Request<Streaming<FlightData>>) -> Result<Response<Self::DoPutStream>, Status> {
        let messages = request.into_inner().map_err(|status| FlightError::Tonic(Box::new(status)));
        let mut batches = FlightRecordBatchStream::new_from_flight_data(messages);
        let mut samples: Vec<Sample> = Vec::new();
        while let Some(batch) = batches.next().await {
            // What breaks the rules of `Sample` is refused, with the parameter and the row.
            let read = from_batch(&batch?).map_err(|error| Status::invalid_argument(error.to_string()))?;
            samples.extend::<Vec<Sample>>(read);
        }
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = samples;
        Ok(Response::new(stream::iter([Ok(PutResult::default())]).boxed()))
    }

    async fn handshake(
        &self,
        _: Request<Streaming<HandshakeRequest>>,
    ) -> Result<Response<Self::HandshakeStream>, Status> {
        not_here()
    }

    async fn list_flights(&self, _: Request<Criteria>) -> Result<Response<Self::ListFlightsStream>, Status> {
        not_here()
    }

    async fn get_flight_info(&self, _: Request<FlightDescriptor>) -> Result<Response<FlightInfo>, Status> {
        not_here()
    }

    async fn poll_flight_info(&self, _: Request<FlightDescriptor>) -> Result<Response<PollInfo>, Status> {
        not_here()
    }

    async fn get_schema(&self, _: Request<FlightDescriptor>) -> Result<Response<SchemaResult>, Status> {
        not_here()
    }

    async fn do_exchange(&self, _: Request<Streaming<FlightData>>) -> Result<Response<Self::DoExchangeStream>, Status> {
        not_here()
    }

    async fn do_action(&self, _: Request<Action>) -> Result<Response<Self::DoActionStream>, Status> {
        not_here()
    }

    async fn list_actions(&self, _: Request<Empty>) -> Result<Response<Self::ListActionsStream>, Status> {
        not_here()
    }
}
