//! What `site check` says about finished pages: a small site is built in memory, one of its pages is changed, and
//! the check must find exactly that.

mod finished;
mod legal;
mod legal_documents;
mod legal_elsewhere;
mod own_pages;
mod structured_data;
