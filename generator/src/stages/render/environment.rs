//! The template engine of each language: strict (an unknown variable is an error), escaping, with
//! every template in memory.

use std::sync::Arc;

use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior, Value};

use super::shared::Shared;
use super::variables::Variables;
use super::{escape, filters, functions, progress_value, template_problem};
use crate::outputs::markdown_alternate;
use model::lang::{Lang, PerLang};
use model::problem::Problem;
use model::source::MARKDOWN_FOLDER;

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
        environment.set_auto_escape_callback(|name| match name.starts_with(MARKDOWN_FOLDER) {
            true => AutoEscape::None,
            false => AutoEscape::Html,
        });
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

impl Renderer {
    /// Renders the Markdown twin of the page of that index, when it has one.
    pub(super) fn render_twin(&self, index: usize) -> Result<Option<String>, Error> {
        let site = &self.shared.site;
        let page = &site.pages[index];
        if !markdown_alternate::exists(site, page) {
            return Ok(None);
        }
        let template = self
            .environment
            .get_template(&markdown_alternate::template(page))?;
        let text = template.render(Value::from_object(Variables::new(&self.shared, index)))?;
        Ok(Some(tidy(&text)))
    }
}

/// No space that only typesetting needs, no blank line beside another, one line break at the end.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.trim_end();
        if line.is_empty() && (out.is_empty() || out.ends_with("\n\n")) {
            continue;
        }
        out.extend(line.chars().map(|character| match character {
            '\u{a0}' => ' ',
            other => other,
        }));
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
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
