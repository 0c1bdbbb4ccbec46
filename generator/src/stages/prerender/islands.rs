//! The islands of a bundle: their names, the strings that each needs, and their HTML. Rendering is pure and may be called from every
//! thread; each takes an engine of its own. The time and memory of an engine are limited, so that a component that never returns stops
//! the build with an error.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rquickjs::context::EvalOptions;
use rquickjs::function::Rest;
use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Function, Object, Runtime};
use serde::Deserialize;

use super::bundle::Bundle;
use crate::cache::{Key, Kind, executable_time};
use crate::node::Tools;
use formats::problem::did_you_mean;
use model::lang::plural_form;

/// How many results of one build are stored at most: HTML of its own for each page would fill the disk.
const MOST_STORED: usize = 500;

const HTML: Kind = Kind {
    name: "islands",
    unused_kept: 1000,
};

/// The registry of `islands/src/registry.ts`, ready to render.
pub struct Islands {
    bundle: Arc<Bundle>,
    /// What decides the HTML beside the name of an island and its props.
    renderer: Key,
    engines: Engines,
    tools: Arc<Tools>,
    /// How many results of this build are in the store.
    stored: AtomicUsize,
    sets: Mutex<BTreeSet<BTreeSet<String>>>,
}

#[derive(Deserialize)]
pub(super) struct RegistryEntry {
    pub name: String,
    pub strings: Vec<String>,
}

/// The registry of a prerender script, in its own order.
pub(super) fn registry(script: &Arc<str>) -> Result<Vec<RegistryEntry>, String> {
    let json = Engines::new(script).call("islands", &[]);
    let parsed =
        json.and_then(|json| serde_json::from_str(&json).map_err(|error| error.to_string()));
    parsed.map_err(|error| format!("cannot start the islands: {error}"))
}

impl Islands {
    /// The islands of a bundle. An empty bundle has none.
    pub fn open(bundle: &Arc<Bundle>, tools: &Arc<Tools>) -> Islands {
        Islands {
            bundle: Arc::clone(bundle),
            renderer: Key::default()
                .with("script", &*bundle.prerender)
                // Plural forms are those of this program.
                .with("program", executable_time().to_le_bytes()),
            engines: Engines::new(&bundle.prerender),
            tools: Arc::clone(tools),
            stored: AtomicUsize::new(0),
            sets: Mutex::default(),
        }
    }

    /// The groups of strings that an island needs, as the registry names them; an error names the nearest island.
    pub fn string_groups(&self, name: &str) -> Result<&[String], String> {
        let strings = &self.bundle.strings;
        strings.get(name).map(Vec::as_slice).ok_or_else(|| {
            let hint = did_you_mean(name, strings.keys().map(String::as_str))
                .unwrap_or_else(|| "correct the name".to_owned());
            format!("there is no island `{name}` in islands/src/registry.ts: {hint}")
        })
    }

    /// The HTML of an island for its props as JSON text, from the store or else from an engine. Its component may throw an error or
    /// exceed the time or memory limit.
    pub fn render(&self, name: &str, props: &str) -> Result<String, String> {
        self.string_groups(name)?;
        let key = self.renderer.clone().with_value("call", &(name, props));
        if let Some(stored) = self
            .tools
            .store
            .get(HTML, &format!("islands/src/{name}"), &key)
        {
            return Ok(stored);
        }
        let made = self
            .engines
            .call("render", &[name, props])
            .map_err(|message| format!("the island `{name}` failed: {message}"))?;
        if self.stored.fetch_add(1, Ordering::Relaxed) < MOST_STORED {
            self.tools.store.put(HTML, &key, &made);
        }
        Ok(made)
    }

    /// Records that one page has these islands, for [`Islands::sets_on_pages`].
    pub fn record_set(&self, names: &BTreeSet<String>) {
        let mut sets = self.sets.lock();
        if !sets.contains(names) {
            sets.insert(names.clone());
        }
    }

    /// The sets of islands on the pages rendered so far, without duplicates.
    pub fn sets_on_pages(&self) -> BTreeSet<BTreeSet<String>> {
        self.sets.lock().clone()
    }
}

/// Longest time for one call. Measured: a table of 5,000 rows takes two seconds.
const TIME_LIMIT: Duration = Duration::from_secs(20);
/// Memory limit of one engine, in bytes. Measured: a table of 5,000 rows needs about 60 MB.
const MEMORY_LIMIT: usize = 512 << 20;
/// The memory of one engine, in bytes, above which it searches for garbage in cycles, of which components leave hardly any.
const COLLECTION_THRESHOLD: usize = 64 << 20;
/// Stack limit of one engine, in bytes: a part of its thread's (`STACK_BYTES`).
const STACK_LIMIT: usize = 1 << 20;

pub(super) struct Engines {
    script: Arc<str>,
    idle: Mutex<Vec<Engine>>,
}

struct Engine {
    context: Context,
    deadline: Arc<Mutex<Option<Instant>>>,
}

impl Engines {
    /// The engines of this script. The first call starts one.
    pub(super) fn new(script: &Arc<str>) -> Engines {
        Engines {
            script: Arc::clone(script),
            idle: Mutex::default(),
        }
    }

    /// Calls `site.<function>(arguments...)` of the bundle, which returns a string. An error has its message and stack.
    pub(super) fn call(&self, function: &str, arguments: &[&str]) -> Result<String, String> {
        let idle = self.idle.lock().pop();
        let engine = idle.map_or_else(|| Engine::start(&self.script), Ok)?;
        let result = engine.call(function, arguments);
        // After a timeout or an out-of-memory error the engine's state is unknown.
        if result.is_ok() {
            self.idle.lock().push(engine);
        }
        result
    }
}

impl Engine {
    fn start(script: &str) -> Result<Engine, String> {
        let failed =
            |error: rquickjs::Error| format!("cannot start the JavaScript engine: {error}");
        let runtime = Runtime::new().map_err(failed)?;
        runtime.set_memory_limit(MEMORY_LIMIT);
        runtime.set_max_stack_size(STACK_LIMIT);
        runtime.set_gc_threshold(COLLECTION_THRESHOLD);
        let deadline: Arc<Mutex<Option<Instant>>> = Arc::default();
        let limit = Arc::clone(&deadline);
        runtime.set_interrupt_handler(Some(Box::new(move || {
            limit.lock().is_some_and(|limit| Instant::now() > limit)
        })));
        let context = Context::full(&runtime).map_err(failed)?;
        let engine = Engine { context, deadline };
        engine.with_time_limit(|ctx| {
            // For the `Intl.PluralRules` of `islands/src/prerender/shims.ts`. A number with decimals has the form of its whole part.
            let plural = |lang: String, count: f64| plural_form(&lang, count as i64);
            let form = Function::new(ctx.clone(), plural).map_err(failed)?;
            ctx.globals().set("pluralForm", form).map_err(failed)?;
            let mut options = EvalOptions::default();
            options.filename = Some("prerender.js".to_owned());
            ctx.eval_with_options::<(), _>(script, options)
                .catch(ctx)
                .map_err(|error| with_stack(&error))
        })?;
        // The registry's imports are promises: this runs them.
        while runtime
            .execute_pending_job()
            .map_err(|_| "an import of the registry failed")?
        {}
        Ok(engine)
    }

    fn call(&self, function: &str, arguments: &[&str]) -> Result<String, String> {
        self.with_time_limit(|ctx| {
            let result = || -> rquickjs::Result<String> {
                let site: Object = ctx.globals().get("site")?;
                let function: Function = site.get(function)?;
                function.call((Rest(arguments.to_vec()),))
            };
            result().catch(ctx).map_err(|error| with_stack(&error))
        })
    }

    fn with_time_limit<T>(
        &self,
        work: impl FnOnce(&Ctx<'_>) -> Result<T, String>,
    ) -> Result<T, String> {
        *self.deadline.lock() = Some(Instant::now() + TIME_LIMIT);
        let result = self.context.with(|ctx| work(&ctx));
        let limit = self.deadline.lock().take();
        let is_over = limit.is_some_and(|limit| Instant::now() > limit);
        match result {
            Err(_) if is_over => Err(format!("took longer than {} seconds", TIME_LIMIT.as_secs())),
            result => result,
        }
    }
}

fn with_stack(error: &CaughtError<'_>) -> String {
    let CaughtError::Exception(exception) = error else {
        return error.to_string();
    };
    let (message, stack) = (exception.message(), exception.stack());
    format!(
        "{}\n{}",
        message.unwrap_or_default(),
        stack.unwrap_or_default()
    )
    .trim_end()
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of a call of a script with this function.
    fn call(body: &str, arguments: [&str; 2]) -> Result<String, String> {
        let script = format!("globalThis.site = {{ render(name, props) {{ {body} }} }};");
        Engines::new(&script.into()).call("render", &arguments)
    }

    #[test]
    fn text_is_passed_unchanged() {
        let text = "m² ñ \u{2028} 🏢 \0";
        assert_eq!(call("return props", ["a", text]).unwrap(), text);
    }

    #[test]
    fn scripts_have_the_plural_forms_of_every_language() {
        let body = "return [0, 1, 2].map((count) => pluralForm(name, count)).join()";
        for (lang, forms) in [
            ("es", "other,one,other"),
            ("fr", "one,one,other"),
            ("cs", "other,one,few"),
        ] {
            assert_eq!(call(body, [lang, ""]).unwrap(), forms);
        }
    }

    #[test]
    fn endless_recursion_is_an_error_after_which_another_engine_starts() {
        let script =
            "globalThis.site = { deep() { return site.deep() + 1 }, flat() { return 'ok' } };";
        let engines = Engines::new(&script.into());
        assert!(engines.call("deep", &[]).is_err());
        let threads = [0, 1].map(|_| engines.call("flat", &[]).unwrap());
        assert_eq!(threads, ["ok", "ok"]);
        let elsewhere =
            std::thread::scope(|scope| scope.spawn(|| engines.call("deep", &[])).join());
        assert!(
            elsewhere.unwrap().is_err(),
            "the stack of another thread is limited too"
        );
        assert_eq!(engines.call("flat", &[]).unwrap(), "ok");
    }
}
