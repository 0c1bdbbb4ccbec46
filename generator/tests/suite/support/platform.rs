//! A platform that a test can make fail, in a thread of its own.

use std::path::Path;

use platform::stub::{self, StubConfig, StubHandle};
use tokio::runtime::{Builder, Runtime};

pub const PROJECT_CODE: &str = "TEST";

/// A running platform stub; it ends with its runtime.
pub struct TestPlatform {
    pub url: String,
    pub stub: StubHandle,
    pub runtime: Runtime,
}

impl TestPlatform {
    /// Starts a stub that gives the inventory and the amenities of a `content` folder to who has the token.
    pub fn start(content: &Path, token: &str) -> Self {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let config = StubConfig {
            address: "127.0.0.1:0".parse().unwrap(),
            base_path: "/v2/api".to_owned(),
            token: token.to_owned(),
            project_code: PROJECT_CODE.to_owned(),
            inventory: content.join("inventory.json"),
            amenities: content.join("amenities.json"),
        };
        let (address, stub) = runtime.block_on(stub::serve(config)).unwrap();
        Self {
            url: format!("http://{address}"),
            stub,
            runtime,
        }
    }
}
