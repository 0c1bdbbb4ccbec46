//! The pages of the site to which the function leads, as paths without a language; `build.rs` finds them by their template.

/// The page where the brochure is requested.
pub(crate) const BROCHURE: &str = env!("PAGE_BROCHURE");
/// The list of units; the page of each is below it.
pub(crate) const INVENTORY: &str = env!("PAGE_INVENTORY");
/// The privacy notice.
pub(crate) const PRIVACY: &str = env!("PAGE_PRIVACY");
/// The page after a form was sent.
pub(crate) const THANKS: &str = env!("PAGE_THANKS");

#[cfg(test)]
mod tests {
    #[test]
    fn the_pages_of_this_site_are_found_by_their_template() {
        let found = [super::BROCHURE, super::INVENTORY, super::PRIVACY, super::THANKS];
        assert_eq!(
            found,
            ["/brochure", "/inventario", "/aviso-de-privacidad", "/gracias"]
        );
    }
}
