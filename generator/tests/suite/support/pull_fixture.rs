//! A project in a temporary folder with the tower's inventory, and a platform stub; time limits are short where it is slow.

use super::platform::{PROJECT_CODE, TestPlatform};
use super::torre;
use generator::stages::load;
use generator::stages::pull::{self, Origin, Project, PullRequest, PullResult, Reason, Source};
use jiff::Timestamp;
use model::build_error::BuildError;
use model::config::{Config, Floor, Gates};
use model::dates::TimeZone;
use platform::client::bearer;
use platform::config::{Limits, PlatformConfig};
use platform::stub::{Behaviour, Mode, RecordedRequest};
use platform::unit::Level;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::TempDir;

pub const TOKEN: &str = "bearer-of-the-tests-7f3a";
pub const SHIPPED_DAY: &str = "2026-01-02";
pub const YESTERDAY: &str = "2026-11-19";
pub const TODAY: &str = "2026-11-20";

pub fn noon(day: &str) -> Timestamp {
    format!("{day}T12:00:00Z").parse().unwrap()
}

/// Limits that a busy machine keeps.
const PATIENT: Limits = Limits {
    connect_ms: 25_000,
    attempt_ms: 25_000,
    // Less than the minute that the stub asks clients to wait: they give up at once.
    deadline_ms: 50_000,
    attempts: 2,
    backoff_ms: 5,
    answer_bytes: 1 << 20,
};
/// Limits for a platform that does not answer in time.
const IMPATIENT: Limits = Limits {
    connect_ms: 500,
    attempt_ms: 500,
    deadline_ms: 1_200,
    ..PATIENT
};

pub struct PullFixture {
    pub folder: TempDir,
    pub platform: PlatformConfig,
    pub gates: Gates,
    pub time_zone: TimeZone,
    /// The tower's site.yaml.
    pub own: Config,
    pub url: String,
    /// Whether the platform makes a pull wait until it gives up.
    is_slow: AtomicBool,
    server: TestPlatform,
}

impl PullFixture {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let content = folder.path().join("content");
        fs::create_dir(&content).unwrap();
        let mut shipped = torre::STATED.clone();
        shipped["date"] = json!(SHIPPED_DAY);
        fs::write(content.join("inventory.json"), shipped.to_string()).unwrap();
        fs::copy(
            torre::root().join("content/amenities.json"),
            content.join("amenities.json"),
        )
        .unwrap();
        let server = TestPlatform::start(&content, TOKEN);
        Self {
            folder,
            platform: PlatformConfig {
                project_code: PROJECT_CODE.to_owned(),
                limits: PATIENT,
                ..PlatformConfig::default()
            },
            gates: Gates::default(),
            time_zone: "America/Panama".parse().unwrap(),
            own: Config::parse(&torre::source("site.yaml")).unwrap(),
            url: server.url.clone(),
            is_slow: AtomicBool::new(false),
            server,
        }
    }

    /// Starts the platform again, with the shipped inventory as it is now.
    pub fn restart(&mut self) {
        self.server = TestPlatform::start(&self.root().join("content"), TOKEN);
        self.url = self.server.url.clone();
    }

    /// A project with a good snapshot of yesterday.
    pub fn with_snapshot() -> Self {
        let fixture = Self::start();
        let pulled = fixture
            .pull(&PullRequest {
                now: noon(YESTERDAY),
                ..fixture.request()
            })
            .unwrap();
        assert!(pulled.warnings.is_empty(), "{:?}", pulled.warnings);
        fixture
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    pub fn snapshot(&self) -> PathBuf {
        self.root().join(".site/snapshot/inventory.json")
    }

    pub fn snapshot_bytes(&self) -> Option<Vec<u8>> {
        fs::read(self.snapshot()).ok()
    }

    /// A pull from the stub, today.
    pub fn request(&self) -> PullRequest {
        PullRequest {
            origin: Origin::Platform {
                url: Some(self.url.clone()),
            },
            strict: false,
            accept: false,
            runs_commands: true,
            token: bearer(TOKEN),
            now: noon(TODAY),
        }
    }

    pub fn strict(&self) -> PullRequest {
        PullRequest {
            strict: true,
            ..self.request()
        }
    }

    pub fn accepting(&self) -> PullRequest {
        PullRequest {
            accept: true,
            ..self.request()
        }
    }

    pub fn offline(&self) -> PullRequest {
        PullRequest {
            origin: Origin::Offline,
            ..self.request()
        }
    }

    pub fn file(&self, text: &str) -> PullRequest {
        let path = self.root().join("units.json");
        fs::write(&path, text).unwrap();
        PullRequest {
            origin: Origin::File(path),
            ..self.request()
        }
    }

    pub fn pull(&self, request: &PullRequest) -> Result<PullResult, BuildError> {
        let mut platform = self.platform.clone();
        if self.is_slow.load(Ordering::Relaxed) {
            platform.limits = IMPATIENT;
        }
        let geometry = load::geometry(self.root(), "").unwrap();
        let levels = geometry.into_iter().flat_map(|geometry| geometry.levels);
        let mut config = self.own.clone();
        config.levels = BTreeMap::new();
        (config.platform, config.gates, config.time_zone) =
            (platform, self.gates, self.time_zone.clone());
        let drawn_floors = levels
            .map(|drawn| Floor {
                building: 0,
                level: Level(drawn.level),
            })
            .collect();
        let project = Project {
            root: self.root(),
            config: &config,
            drawn_floors,
        };
        pull::pull(&project, request)
    }

    #[track_caller]
    pub fn pulled(&self) -> PullResult {
        self.pull(&self.request()).unwrap()
    }

    /// The reasons why a strict pull is refused.
    #[track_caller]
    pub fn refused(&self) -> Vec<Reason> {
        refusal(self.pull(&self.strict()))
    }

    /// Sets how every call is answered from now on.
    pub fn mode(&self, mode: Mode) {
        self.tell(&Behaviour {
            delay_ms: 5_000,
            retry_after: 60,
            ..Behaviour::new("*", mode)
        });
    }

    pub fn tell(&self, behaviour: &Behaviour) {
        let waits = matches!(
            behaviour.mode,
            Mode::Hang | Mode::Slow | Mode::Stall | Mode::Trickle
        );
        self.is_slow.store(waits, Ordering::Relaxed);
        self.server.stub.set_behaviour(behaviour.clone());
    }

    /// Changes what the platform says of a unit.
    pub fn put(&self, code: &str, values: &Value) {
        assert!(
            self.server
                .stub
                .change_unit(code, values.as_object().unwrap().clone()),
            "{code}"
        );
    }

    pub fn requests(&self) -> Vec<RecordedRequest> {
        self.server.stub.requests(None)
    }
}

/// The source of an inventory with the kinds of its warnings.
pub fn outcome(pulled: &PullResult) -> (Source, Vec<&'static str>) {
    (pulled.source, kinds(&pulled.warnings))
}

pub fn kinds(reasons: &[Reason]) -> Vec<&'static str> {
    reasons.iter().map(|reason| reason.kind).collect()
}

#[track_caller]
pub fn refusal(outcome: Result<PullResult, BuildError>) -> Vec<Reason> {
    match outcome {
        Err(BuildError::InventoryRefused(_, reasons)) => reasons,
        other => panic!("a refusal was expected: {other:?}"),
    }
}

#[track_caller]
pub fn no_inventory(outcome: Result<PullResult, BuildError>) -> Vec<Reason> {
    match outcome {
        Err(BuildError::NoInventory(_, reasons)) => reasons,
        other => panic!("no inventory was expected: {other:?}"),
    }
}
