//! Finds files at the target that may not be as the record says.

use crate::error::PublishError;
use crate::layout;
use crate::lease::Uncertain;
use crate::record::Record;
use crate::target::Target;

/// Adds the files whose content at the target is not certain: all text files when their compression changed; with
/// `verify`, those that differ from the record. Returns the public files that no publication wrote, before the first
/// publication and with `verify`.
pub(crate) async fn find(
    target: &dyn Target,
    verify: bool,
    last: Option<&Record>,
    uncertain: &mut Uncertain,
) -> Result<Vec<String>, PublishError> {
    let Some(last) = last else {
        let listed = target.list().await?.into_keys();
        let is_ours = |path: &str| {
            uncertain.writes.contains(path) || uncertain.assets.contains(path) || !layout::is_public(path)
        };
        return Ok(listed.filter(|path| !is_ours(path)).collect());
    };
    if last.precompressed != target.is_precompressed() {
        let texts = last.files.iter().filter(|(_, file)| file.is_compressible());
        uncertain.writes.extend(texts.map(|(path, _)| path.clone()));
    }
    if !verify {
        return Ok(Vec::new());
    }
    let listed = target.list().await?;
    for (path, file) in &last.files {
        let is_same = listed.get(path).is_some_and(|listed| {
            let (known, now) = (last.etags.get(path), &listed.etag);
            listed.length == file.length && (known.is_none() || known == now.as_ref())
        });
        if !is_same {
            uncertain.writes.insert(path.clone());
        }
    }
    let missing = last.kept.keys().filter(|path| !listed.contains_key(*path));
    uncertain.writes.extend(missing.cloned());
    let is_ours = |path: &str| {
        !layout::is_public(path) || last.held(path).is_some() || last.pending_deletes.contains(path)
    };
    let unknown = listed.into_keys().filter(|path| !is_ours(path));
    Ok(unknown.filter(|path| !uncertain.writes.contains(path)).collect())
}
