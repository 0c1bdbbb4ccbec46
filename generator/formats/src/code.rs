//! The stable codes of findings. `docs/checks.md` explains each one; `site explain CODE` prints its section.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The command fails.
    Error,
    /// The command reports it and succeeds.
    Warning,
}

impl Severity {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// Defines [`Code`]: every variant with its name in reports.
macro_rules! codes {
    ($($variant:ident => $name:literal,)*) => {
        /// What kind of finding a problem is. A name does not change once it was released, because reports, filters and
        /// suppressions of other tools refer to it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "docs/checks.md explains each one")]
        pub enum Code {
            $($variant,)*
        }

        impl Code {
            /// Every code, in the order of `docs/checks.md`.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The name in reports, in kebab case.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Code::$variant => $name,)*
                }
            }
        }
    };
}

codes! {
    // Files
    UnreadableFile => "unreadable-file",
    InvalidEncoding => "invalid-encoding",
    InvalidFileName => "invalid-file-name",
    InvalidSyntax => "invalid-syntax",
    InvalidValue => "invalid-value",
    UnknownKey => "unknown-key",
    ValueOutOfRange => "value-out-of-range",
    UnknownExample => "unknown-example",
    UnknownFact => "unknown-fact",
    FactContradiction => "fact-contradiction",
    InvalidPaymentPlan => "invalid-payment-plan",
    ExampleValue => "example-value",
    LowContrast => "low-contrast",
    // Strings
    InvalidString => "invalid-string",
    MissingString => "missing-string",
    MissingPluralForm => "missing-plural-form",
    MissingPlaceholder => "missing-placeholder",
    UnusedString => "unused-string",
    // Pages and months
    MissingFrontMatter => "missing-front-matter",
    MissingTitle => "missing-title",
    DescriptionLength => "description-length",
    MissingTranslation => "missing-translation",
    UnequalSettings => "unequal-settings",
    UnequalData => "unequal-data",
    MissingTemplate => "missing-template",
    UnknownMiddleware => "unknown-middleware",
    DuplicateAddress => "duplicate-address",
    MissingPage => "missing-page",
    IncompleteFeature => "incomplete-feature",
    UnknownStage => "unknown-stage",
    MonthOutOfRange => "month-out-of-range",
    InvalidSchedule => "invalid-schedule",
    InvalidAlias => "invalid-alias",
    PhaseContradiction => "phase-contradiction",
    // Texts
    HtmlInContent => "html-in-content",
    FirstLevelHeading => "first-level-heading",
    MissingAlt => "missing-alt",
    BrokenLink => "broken-link",
    BrokenAnchor => "broken-anchor",
    UnpublishedTarget => "unpublished-target",
    StraightQuote => "straight-quote",
    BreakingSpace => "breaking-space",
    Misspelling => "misspelling",
    Untranslated => "untranslated",
    // Templates, scripts and media
    TemplateError => "template-error",
    ScriptError => "script-error",
    DocumentError => "document-error",
    InvalidPicture => "invalid-picture",
    UnknownPicture => "unknown-picture",
    UnknownIcon => "unknown-icon",
    SmallPicture => "small-picture",
    InvalidDrawing => "invalid-drawing",
    InvalidGeometry => "invalid-geometry",
    UndrawnUnit => "undrawn-unit",
    UnequalGeometry => "unequal-geometry",
    InvalidFont => "invalid-font",
    MissingLicence => "missing-licence",
    OverBudget => "over-budget",
    PriceTooLarge => "price-too-large",
    // Finished pages
    HeadingStructure => "heading-structure",
    PictureWithoutSize => "picture-without-size",
    DuplicateId => "duplicate-id",
    MissingReference => "missing-reference",
    WrongLanguage => "wrong-language",
    MissingAlternate => "missing-alternate",
    BlockedByPolicy => "blocked-by-policy",
    MissingNoopener => "missing-noopener",
    MissingAsset => "missing-asset",
    ExternalAsset => "external-asset",
    DuplicateText => "duplicate-text",
    UnfilledPlaceholder => "unfilled-placeholder",
    UnequalPages => "unequal-pages",
    SharePicture => "share-picture",
    StructuredData => "structured-data",
    // The legal profile
    LegalTotalPrice => "legal-total-price",
    LegalMxnFirst => "legal-mxn-first",
    LegalOfferValidity => "legal-offer-validity",
    LegalCreditTotalNotice => "legal-credit-total-notice",
    LegalIllustrativeImage => "legal-illustrative-image",
    LegalSeller => "legal-seller",
    LegalComplaints => "legal-complaints",
    LegalProfecoContract => "legal-profeco-contract",
    LegalSimplifiedPrivacyNotice => "legal-simplified-privacy-notice",
}

impl Code {
    /// The code with a name.
    pub fn named(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.as_str() == name)
    }

    /// Whether a finding of this kind makes `site check` fail.
    pub fn level(self) -> Severity {
        match self {
            Code::IncompleteFeature
            | Code::SmallPicture
            | Code::UndrawnUnit
            | Code::UnequalGeometry
            | Code::UnusedString
            | Code::StraightQuote
            | Code::BreakingSpace
            | Code::Misspelling
            | Code::Untranslated => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Code::named(&name).ok_or_else(|| serde::de::Error::custom("no code has this name"))
    }
}
