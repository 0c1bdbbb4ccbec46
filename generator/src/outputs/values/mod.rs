//! What all templates of a language see: pages, documents and share pictures each add variables and functions of their own.

mod calendar;
mod filters;
pub(crate) mod functions;
mod globals;
pub(crate) mod inventory_value;
mod payment_value;
mod price_value;
mod unit_value;

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, Value};

use crate::catalogue::Catalogue;
use formats::markdown;
use formats::problem::{self, Problem};
use formats::templating::template_problem;
use formats::templating::values::write_value;
use model::lang::{Lang, PerLang};
use model::localized::Localized;
use model::site::Site;
use model::strings::Strings;
pub(crate) use unit_value::UnitValue;

/// Counts the calls of functions and filters while a test asks for it (`PageRenderer::costs`). Otherwise a call costs a look at a
/// flag that nobody writes, which threads share without waiting.
#[derive(Debug, Default)]
pub(crate) struct CallCounter {
    is_on: AtomicBool,
    calls: AtomicUsize,
}

impl CallCounter {
    pub(crate) fn count(&self) {
        if self.is_on.load(Ordering::Relaxed) {
            self.calls.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Begins to count; the number of calls since the last time.
    pub(crate) fn restart(&self) -> usize {
        self.is_on.store(true, Ordering::Relaxed);
        self.calls.swap(0, Ordering::Relaxed)
    }
}

/// What functions of templates take their values from.
pub(crate) trait FunctionContext {
    /// Counts the calls, where somebody asks for their number.
    fn calls(&self) -> Option<&CallCounter>;
}

impl FunctionContext for SiteValues {
    fn calls(&self) -> Option<&CallCounter> {
        Some(&self.calls)
    }
}

/// Adds functions or filters to the engine: each by its name, its arguments and its value, in which `$context` is the context.
macro_rules! add_functions {
    ($environment:ident.$add:ident, $context:ident, $(fn $name:ident($($argument:ident: $kind:ty),*) => $value:expr;)*) => {
        $({
            let $context = std::sync::Arc::clone($context);
            $environment.$add(stringify!($name), move |$($argument: $kind),*| {
                if let Some(calls) = $crate::outputs::values::FunctionContext::calls(&*$context) {
                    calls.count();
                }
                $value
            });
        })*
    };
}
pub(crate) use add_functions;

/// Makes a type a value of templates: each name with its value, which may leave with `?` where the object lacks it. `$own` is the
/// object.
macro_rules! template_object {
    ($type:ty, |$own:ident| { $($name:literal => $value:expr,)* }) => {
        impl minijinja::value::Object for $type {
            fn get_value(self: &std::sync::Arc<Self>, key: &minijinja::Value) -> Option<minijinja::Value> {
                self.get_value_by_str(key.as_str()?)
            }

            // Otherwise the engine makes a value of each name that a template reads.
            fn get_value_by_str(self: &std::sync::Arc<Self>, name: &str) -> Option<minijinja::Value> {
                let $own = self;
                Some(match name {
                    $($name => minijinja::Value::from($value),)*
                    _ => return None,
                })
            }

            fn enumerate(self: &std::sync::Arc<Self>) -> minijinja::value::Enumerator {
                minijinja::value::Enumerator::Str(&[$($name),*])
            }
        }
    };
}
use template_object;

/// A site with its catalogue in each of its languages: the result of the stage `describe`.
#[derive(Clone, Debug)]
pub struct Described {
    /// The site.
    pub site: Arc<Site>,
    languages: PerLang<Arc<SiteValues>>,
}

/// Describes a site in each of its languages.
pub fn describe(site: &Arc<Site>) -> Described {
    Described {
        site: Arc::clone(site),
        languages: PerLang::from_fn(site.config.languages, |lang| {
            Arc::new(SiteValues::new(site, lang))
        }),
    }
}

impl Described {
    /// The site in one of its languages.
    pub(crate) fn get(&self, lang: Lang) -> &Arc<SiteValues> {
        self.languages.get(lang)
    }
}

/// A site in one language, for its templates.
pub struct SiteValues {
    pub(crate) lang: Lang,
    pub(crate) site: Arc<Site>,
    pub(crate) catalogue: Arc<Catalogue>,
    /// One value per unit, in inventory order.
    pub(crate) units: Vec<Value>,
    /// The date of the inventory, formatted for visitors.
    pub(crate) date_label: String,
    globals: OnceLock<Vec<(&'static str, Value)>>,
    pub(crate) calls: CallCounter,
}

impl SiteValues {
    fn new(site: &Arc<Site>, lang: Lang) -> SiteValues {
        let catalogue = Catalogue::describe(site, lang);
        let unit = |index| {
            let catalogue = Arc::clone(&catalogue);
            Value::from_object(UnitValue { catalogue, index })
        };
        SiteValues {
            lang,
            site: Arc::clone(site),
            units: (0..site.inventory.units.len()).map(unit).collect(),
            catalogue,
            // A site without date strings shows none; a template that asks for the label would show nothing.
            date_label: Localized::new(site, lang).date(site.inventory.date),
            globals: OnceLock::new(),
            calls: CallCounter::default(),
        }
    }

    /// A strict template engine, without templates: an unknown variable is an error.
    pub(crate) fn environment(self: &Arc<Self>) -> Environment<'static> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_formatter(write_value);
        // Errors then have the position and the text of the expression.
        environment.set_debug(true);
        environment.set_fuel(Some(template_problem::MOST_STEPS));
        for (name, value) in self.globals.get_or_init(|| globals::all(self)) {
            environment.add_global(*name, value.clone());
        }
        functions::add(&mut environment, self);
        filters::add(&mut environment, self);
        environment
    }

    pub(crate) fn html(&self, text: &str) -> Value {
        let link = |written: &str| self.localized().link(written);
        Value::from_safe_string(markdown::render(text, &link, &markdown::without_picture).html)
    }

    /// The text below a picture: its own, the string `images.<name>.caption`, if it has one; then, unless `site.yaml` calls it a
    /// photograph, that it is a rendering, in the words of `notice` if given.
    pub(crate) fn caption(
        &self,
        name: &str,
        notice: Option<&str>,
    ) -> Result<Option<String>, Error> {
        let own = self
            .localized()
            .text(&format!("images.{name}.caption"))
            .ok();
        let photographs = &self.site.config.legal.photographs;
        let is_photograph = photographs.iter().any(|one| one == name);
        let notice = match notice {
            _ if is_photograph => None,
            Some(notice) => Some(notice.to_owned()),
            None => Some(self.text("legal.illustrative", &[])?),
        };
        let parts: Vec<String> = own.into_iter().chain(notice).collect();
        Ok((!parts.is_empty()).then(|| parts.join(" ")))
    }

    /// The units that are most like a unit on sale.
    pub(crate) fn similar(&self, index: usize) -> Vec<Value> {
        let similar = self.catalogue.similar(index).into_iter();
        similar.map(|other| self.units[other].clone()).collect()
    }

    pub(crate) fn localized(&self) -> Localized<'_> {
        Localized::new(&self.site, self.lang)
    }

    pub(crate) fn strings(&self) -> &Strings {
        self.site.strings.get(self.lang)
    }

    pub(crate) fn text(&self, key: &str, values: &[(&str, &str)]) -> Result<String, Error> {
        let text = self.localized().filled(key, values);
        text.map_err(|error| invalid(&error, None).with_source(error))
    }
}

pub(crate) fn compile(
    environment: &mut Environment<'static>,
    site: &Site,
    is_own: impl Fn(&str) -> bool,
) -> Result<(), Vec<Problem>> {
    let templates = site.templates.iter().filter(|(name, _)| is_own(name));
    let compiled = templates.map(|(name, text)| {
        let added = environment.add_template_owned(name.clone(), text.clone());
        added.map_err(|error| template_problem::of_source(&error, &format!("templates/{name}")))
    });
    problem::collect(compiled.collect::<Vec<_>>()).map(drop)
}

impl std::fmt::Debug for SiteValues {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "SiteValues({})", self.lang)
    }
}

/// The error of a name that does not exist: suggests the nearest name, if there is one.
pub(crate) fn unknown(message: impl Display, nearest: Option<String>) -> Error {
    invalid(
        message,
        nearest.or_else(|| Some("correct the name".to_owned())),
    )
}

/// An error at the place of the call: what is wrong and, if known, what to do.
pub(crate) fn invalid(message: impl Display, hint: Option<String>) -> Error {
    let text = hint.map_or_else(|| message.to_string(), |hint| format!("{message}: {hint}"));
    Error::new(ErrorKind::InvalidOperation, text)
}

/// An error at the place of the call, which says what is wrong.
pub(crate) fn failed(message: impl Display) -> Error {
    invalid(message, None)
}
