//! Texts that units have in common, such as levels, areas and types of plans: each is in memory once.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;

use super::Text;

/// The texts so far. They are forgotten once all views are made; the views keep what they show.
#[derive(Default)]
pub(super) struct CommonTexts(Mutex<HashSet<Text>>);

impl CommonTexts {
    /// A text, shared with all units that have the same.
    pub(super) fn shared(&self, text: String) -> Text {
        let mut known = self.0.lock();
        if let Some(shared) = known.get(text.as_str()) {
            return Arc::clone(shared);
        }
        let shared = Text::from(text);
        known.insert(Arc::clone(&shared));
        shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_in_memory_once() {
        let common = CommonTexts::default();
        let [one, other] = [(); 2].map(|()| common.shared("62.50 m²".to_owned()));
        assert!(Arc::ptr_eq(&one, &other));
        assert_eq!(&*common.shared("8.00 m²".to_owned()), "8.00 m²");
    }
}
