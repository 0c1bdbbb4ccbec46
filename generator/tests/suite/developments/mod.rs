//! Several developments with one engine: templates that a project overrides, `site new`, and the examples.

mod overrides;
