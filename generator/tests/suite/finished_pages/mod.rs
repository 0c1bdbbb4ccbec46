//! `site check` on finished pages: a test changes one page of a small site, and exactly that change is reported.

pub(crate) mod legal;
mod legal_media;
mod structured_data;
