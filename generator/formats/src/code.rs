//! The stable codes of findings, which `generator/src/check/findings.md` explains and `site explain CODE` prints.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Severity {
    /// The command fails.
    Error,
    /// The command reports it and succeeds.
    Warning,
}

/// What kind of finding a problem is. A name does not change once it was released, because reports, filters and
/// suppressions of other tools refer to it.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(
    missing_docs,
    reason = "generator/src/check/findings.md explains each one"
)]
pub enum Code {
    // Files
    UnreadableFile,
    InvalidEncoding,
    InvalidFileName,
    InvalidSyntax,
    InvalidValue,
    UnknownKey,
    ValueOutOfRange,
    UnknownExample,
    UnknownFact,
    UnusedBody,
    UnusedFact,
    FactContradiction,
    InvalidPaymentPlan,
    ExampleValue,
    MissingFact,
    StaleRate,
    LowContrast,
    UnignoredLeads,
    // Strings
    InvalidString,
    MissingString,
    MissingPluralForm,
    MissingPlaceholder,
    UnusedString,
    // Pages and months
    MissingFrontMatter,
    MissingTitle,
    DescriptionLength,
    MissingTranslation,
    UnequalSettings,
    UnequalData,
    MissingTemplate,
    UnknownMiddleware,
    DuplicateAddress,
    MissingPage,
    IncompleteFeature,
    UnknownStage,
    MonthOutOfRange,
    InvalidSchedule,
    InvalidAlias,
    PhaseContradiction,
    // Texts
    HtmlInContent,
    FirstLevelHeading,
    MissingAlt,
    BrokenLink,
    BrokenAnchor,
    UnpublishedTarget,
    StraightQuote,
    BreakingSpace,
    Misspelling,
    Untranslated,
    // Templates, scripts and media
    TemplateError,
    ScriptError,
    DocumentError,
    InvalidPicture,
    UnknownPicture,
    MisplacedPicture,
    UnknownIcon,
    SmallPicture,
    InvalidDrawing,
    InvalidGeometry,
    UndrawnUnit,
    UnequalGeometry,
    InvalidFont,
    MissingGlyph,
    MissingLicence,
    OverBudget,
    // Finished pages
    HeadingStructure,
    PictureWithoutSize,
    DuplicateId,
    MissingReference,
    WrongLanguage,
    MissingAlternate,
    BlockedByPolicy,
    MissingNoopener,
    MissingAsset,
    ExternalAsset,
    OfflineAsset,
    DuplicateText,
    UnfilledPlaceholder,
    UnequalPages,
    SharePicture,
    StructuredData,
    // The legal profile
    LegalTotalPrice,
    LegalMxnFirst,
    LegalOfferValidity,
    LegalCreditTotalNotice,
    LegalIllustrativeImage,
    LegalSeller,
    LegalComplaints,
    LegalProfecoContract,
    LegalSimplifiedPrivacyNotice,
    LegalCountsNotice,
}

impl Code {
    /// Every code, in the order of `generator/src/check/findings.md`.
    pub const ALL: &[Code] = Code::VARIANTS;

    /// The name in reports, in kebab case.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether a finding of this kind makes `site check` fail.
    pub fn level(self) -> Severity {
        use Code::*;
        match self {
            IncompleteFeature | MissingFact | MissingGlyph | SmallPicture | StaleRate
            | UndrawnUnit | UnequalGeometry | UnignoredLeads | UnusedBody | UnusedFact
            | UnusedString | StraightQuote | BreakingSpace | Misspelling | Untranslated => {
                Severity::Warning
            }
            _ => Severity::Error,
        }
    }
}
