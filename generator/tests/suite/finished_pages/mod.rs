//! `site check` on finished pages: a small site is built in memory, a test changes one of its pages, and the check must
//! report exactly that change.

pub(crate) mod legal;
mod legal_media;
mod structured_data;
