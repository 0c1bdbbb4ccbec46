//! One QuickJS engine with the prerender bundle in it: (island, props) to HTML.
//!
//! Each thread has one engine and reuses it. Time and memory are limited, so that a component that never returns
//! stops the build with an error instead of hanging it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use model::lang::plural_form;
use rquickjs::context::EvalOptions;
use rquickjs::function::Rest;
use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Function, Object, Runtime};

/// Longest time for one call. Measured: a table of 5,000 rows takes two seconds.
const TIME_LIMIT: Duration = Duration::from_secs(20);
/// Memory limit of one engine, in bytes. Measured: a table of 5,000 rows needs about 60 MB.
const MEMORY_LIMIT: usize = 512 << 20;
/// The memory of one engine, in bytes, above which it searches for garbage in cycles. Components leave hardly any, and
/// counted references free the rest.
const COLLECTION_THRESHOLD: usize = 64 << 20;
/// Stack limit of one engine, in bytes: a part of its thread's (`STACK_BYTES`).
const STACK_LIMIT: usize = 1 << 20;

struct Engine {
    bundle: String,
    context: Context,
    deadline: Rc<Cell<Option<Instant>>>,
}

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Calls `site.<function>(arguments...)` of the bundle in this thread's engine. The function returns a string.
///
/// # Errors
/// That of the component or of the engine: message and stack.
pub(super) fn call(
    bundle: &str,
    source: &Arc<str>,
    function: &str,
    arguments: &[&str],
) -> Result<String, String> {
    ENGINE.with_borrow_mut(|slot| {
        if slot.as_ref().is_none_or(|engine| engine.bundle != bundle) {
            // Drop the old engine first, so that two never exist at once.
            *slot = None;
            *slot = Some(Engine::start(bundle, source)?);
        }
        let Some(engine) = slot else {
            return Err("cannot start the JavaScript engine".to_owned());
        };
        let result = engine.call(function, arguments);
        if result.is_err() {
            // After a timeout or an out-of-memory error the engine's state is unknown.
            *slot = None;
        }
        result
    })
}

impl Engine {
    fn start(bundle: &str, source: &str) -> Result<Engine, String> {
        let failed = |error: rquickjs::Error| format!("cannot start the JavaScript engine: {error}");
        let runtime = Runtime::new().map_err(failed)?;
        runtime.set_memory_limit(MEMORY_LIMIT);
        runtime.set_max_stack_size(STACK_LIMIT);
        runtime.set_gc_threshold(COLLECTION_THRESHOLD);
        let deadline: Rc<Cell<Option<Instant>>> = Rc::default();
        let limit = Rc::clone(&deadline);
        runtime.set_interrupt_handler(Some(Box::new(move || {
            limit.get().is_some_and(|limit| Instant::now() > limit)
        })));
        let context = Context::full(&runtime).map_err(failed)?;
        let engine = Engine {
            bundle: bundle.to_owned(),
            context,
            deadline,
        };
        engine.with_time_limit(|ctx| {
            let form = Function::new(ctx.clone(), plural_form_in_script);
            let form = form.and_then(|form| ctx.globals().set("pluralForm", form));
            form.map_err(failed)?;
            let mut options = EvalOptions::default();
            options.filename = Some("prerender.js".to_owned());
            ctx.eval_with_options::<(), _>(source, options)
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

    fn with_time_limit<T>(&self, work: impl FnOnce(&Ctx<'_>) -> Result<T, String>) -> Result<T, String> {
        self.deadline.set(Some(Instant::now() + TIME_LIMIT));
        let result = self.context.with(|ctx| work(&ctx));
        let is_over = self
            .deadline
            .replace(None)
            .is_some_and(|limit| Instant::now() > limit);
        match result {
            Err(_) if is_over => Err(format!("took longer than {} seconds", TIME_LIMIT.as_secs())),
            result => result,
        }
    }
}

/// The plural form of a whole number in a language, for the `Intl.PluralRules` of `islands/src/prerender/shims.ts`. A number
/// with decimals has the form of its whole part.
#[expect(clippy::needless_pass_by_value, reason = "the engine gives owned values")]
fn plural_form_in_script(lang: String, count: f64) -> &'static str {
    plural_form(&lang, count as i64)
}

/// The error's message, and its stack when it has one.
fn with_stack(error: &CaughtError<'_>) -> String {
    let CaughtError::Exception(exception) = error else {
        return error.to_string();
    };
    let message = exception.message().unwrap_or_default();
    match exception.stack().filter(|stack| !stack.trim().is_empty()) {
        Some(stack) => format!("{message}\n{}", stack.trim_end()),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(body: &str) -> Arc<str> {
        format!("globalThis.site = {{ render(name, props) {{ {body} }} }};").into()
    }

    #[test]
    fn an_error_has_its_message_and_stack() {
        let source = site("function Table() { throw new Error('no rows') } return Table()");
        let error = call("errors", &source, "render", &["a", "{}"]).unwrap_err();
        assert!(error.starts_with("no rows\n"), "{error}");
        assert!(error.contains("Table"), "{error}");
    }

    #[test]
    fn another_bundle_gets_a_new_engine() {
        assert_eq!(
            call("one", &site("return name"), "render", &["a", ""]).unwrap(),
            "a"
        );
        assert_eq!(
            call("two", &site("return name + '!'"), "render", &["a", ""]).unwrap(),
            "a!"
        );
    }

    #[test]
    fn text_is_passed_unchanged() {
        let text = "m² ñ \u{2028} 🏢 \0";
        assert_eq!(
            call("text", &site("return props"), "render", &["a", text]).unwrap(),
            text
        );
    }

    #[test]
    fn scripts_have_the_plural_forms_of_every_language() {
        let source = site("return [0, 1, 2].map((count) => pluralForm(name, count)).join()");
        let forms = |lang| call("plurals", &source, "render", &[lang, ""]).unwrap();
        assert_eq!(forms("es"), "other,one,other");
        assert_eq!(forms("fr"), "one,one,other");
        assert_eq!(forms("cs"), "other,one,few");
    }

    #[test]
    fn endless_recursion_is_an_error() {
        let source = site("function f() { return f() + 1 } return f()");
        assert!(call("deep", &source, "render", &["a", ""]).is_err());
        assert!(call("deep2", &site("return 'ok'"), "render", &["a", ""]).is_ok());
    }
}
