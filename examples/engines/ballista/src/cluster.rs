//! The parts of a cluster: a scheduler, executors, and a client.

use std::{error::Error, net::SocketAddr, sync::Arc};

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::{cluster::BallistaCluster, config::SchedulerConfig, scheduler_process::start_server};
use datafusion::{
    execution::{SessionState, SessionStateBuilder},
    logical_expr::ScalarUDF,
    prelude::{ParquetReadOptions, SessionConfig, SessionContext},
};
use engine_datafusion::{PixelMean, SHORT, batch_size, row_function};
use engine_samples::Sample;

use crate::functions::SlowMean;

/// The seconds after which an executor that says nothing is taken for dead.
const SILENCE: u64 = 5;

/// The functions, which all three have to know.
fn functions() -> [ScalarUDF; 2] {
    [row_function::<PixelMean>(), row_function::<SlowMean>()]
}

/// The configuration that all three have: what `session_config` sets, and more parts of a query than executors, so that
/// each gets several.
fn config() -> SessionConfig {
    SessionConfig::new_with_ballista()
        .with_batch_size(batch_size::<Sample>(None, SHORT))
        .with_target_partitions(8)
        .set_bool("datafusion.execution.parquet.skip_metadata", false)
}

fn state(config: SessionConfig) -> SessionState {
    let mut builder = SessionStateBuilder::new().with_config(config).with_default_features();
    builder.scalar_functions().get_or_insert_default().extend(functions().map(Arc::new));
    builder.build()
}

/// Runs a scheduler.
pub async fn scheduler(address: SocketAddr) -> Result<(), Box<dyn Error>> {
    let config = SchedulerConfig {
        bind_host: address.ip().to_string(),
        bind_port: address.port(),
        external_host: address.ip().to_string(),
        executor_timeout_seconds: SILENCE,
        expire_dead_executor_interval_seconds: 1,
        // `/readyz` says so when there are as many.
        min_ready_executors: 2,
        override_config_producer: Some(Arc::new(config)),
        override_session_builder: Some(Arc::new(|config| Ok(state(config)))),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await?;
    Ok(start_server(cluster, address, Arc::new(config)).await?)
}

/// Runs an executor: parts of queries are fetched from its address, and given to it at the other port. What it has
/// computed is in a folder.
pub async fn executor(
    address: SocketAddr,
    grpc_port: u16,
    scheduler: SocketAddr,
    folder: &str,
) -> Result<(), Box<dyn Error>> {
    let mut registry = BallistaFunctionRegistry::default();
    registry.scalar_functions.extend(functions().map(|function| (function.name().to_owned(), Arc::new(function))));
    let config = ExecutorProcessConfig {
        executor_id: format!("executor-{}", address.port()),
        bind_host: address.ip().to_string(),
        external_host: Some(address.ip().to_string()),
        port: address.port(),
        grpc_port,
        scheduler_host: scheduler.ip().to_string(),
        scheduler_port: scheduler.port(),
        scheduler_connect_timeout_seconds: 60,
        vcores: 1,
        work_dir: Some(folder.to_owned()),
        executor_heartbeat_interval_seconds: 1,
        override_function_registry: Some(Arc::new(registry)),
        override_config_producer: Some(Arc::new(config)),
        ..ExecutorProcessConfig::default()
    };
    Ok(start_executor_process(Arc::new(config)).await?)
}

/// Returns a session whose queries run on the executors of a scheduler.
pub async fn client(scheduler: SocketAddr, file: &str) -> Result<SessionContext, Box<dyn Error>> {
    let session = SessionContext::remote_with_state(&format!("df://{scheduler}"), state(config())).await?;
    // Ballista has put its own functions in the place of those of the state.
    for function in functions() {
        session.register_udf(function);
    }
    session.register_parquet("samples", file, ParquetReadOptions::default()).await?;
    Ok(session)
}
