//! Checks that each picture which `site.yaml` names is a file of `content/images/`.

use super::Pictures;
use formats::code::Code;
use formats::problem::{Problem, did_you_mean};
use model::config::{Config, FILE};

/// A problem for each name that no picture has.
pub(super) fn unknown(config: &Config, pictures: &Pictures) -> Vec<Problem> {
    let named = config.named_pictures().into_iter();
    let unknown = named.filter(|(_, name)| pictures.get(name).is_none());
    let problem = |(path, name): (String, &str)| {
        let message = format!("there is no picture `{name}` in content/images");
        let hint = did_you_mean(name, pictures.names());
        let hint = hint.unwrap_or_else(|| "add the picture, or remove the key".to_owned());
        Problem::at(Code::UnknownPicture, FILE, config.place_of(&path), message).hint(hint)
    };
    unknown.map(problem).collect()
}
