//! The template engine of each language: strict (an unknown variable is an error), escaping, with
//! every template in memory.

use std::sync::Arc;

use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior, Value};

use super::shared::Shared;
use super::variables::Variables;
use super::{escape, filters, functions, progress_value, template_problem};
use crate::lang::{Lang, PerLang};
use crate::problem::Problem;

/// Renders pages of one language.
pub(super) struct Renderer {
    environment: Environment<'static>,
    shared: Arc<Shared>,
}

/// Compiles the templates for both languages.
///
/// # Errors
/// Every template that is not well formed, once.
pub(super) fn renderers(shared: &PerLang<Arc<Shared>>) -> Result<PerLang<Renderer>, Vec<Problem>> {
    let mut problems = Vec::new();
    let renderers = PerLang::from_fn(|lang| Renderer::new(shared.get(lang), &mut problems));
    if problems.is_empty() {
        Ok(renderers)
    } else {
        Err(template_problem::once_each(problems))
    }
}

impl Renderer {
    fn new(shared: &Arc<Shared>, problems: &mut Vec<Problem>) -> Renderer {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_formatter(escape::format);
        // Gives errors the exact place of the expression, and its name.
        environment.set_debug(true);
        for template in &shared.site.templates {
            if let Err(error) = environment.add_template_owned(template.name.clone(), template.source.clone())
            {
                problems.push(template_problem::of_source(&error, &template.file));
            }
        }
        add_globals(&mut environment, shared);
        functions::add(&mut environment, shared);
        filters::add(&mut environment, shared);
        Renderer {
            environment,
            shared: shared.clone(),
        }
    }

    /// Renders the page of that index.
    pub(super) fn render(&self, index: usize) -> Result<String, Error> {
        let page = &self.shared.site.pages[index];
        let template = self.environment.get_template(&page.template)?;
        template.render(Value::from_object(Variables::new(&self.shared, index)))
    }
}

fn add_globals(environment: &mut Environment<'static>, shared: &Shared) {
    let lang: Lang = shared.lang;
    environment.add_global("lang", lang.code());
    environment.add_global("locale", lang.locale());
    environment.add_global("site", shared.settings.clone());
    environment.add_global("inventory", shared.inventory.clone());
    environment.add_global("amenities", shared.amenities.clone());
    environment.add_global("progress", progress_value::progress(shared));
}
