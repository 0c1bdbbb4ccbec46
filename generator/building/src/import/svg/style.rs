//! The properties that decide where an element is drawn, and whether: from its `style`, the style sheets of the drawing, and its
//! attributes.

use std::borrow::Cow;

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState,
    QualifiedRuleParser, RuleBodyItemParser, RuleBodyParser, SourceLocation, StyleSheetParser,
    Token,
};
use roxmltree::Node;

use super::selector::{Selector, Specificity, parse_selectors};

/// The properties that are read. All have an attribute of the same name.
const PROPERTIES: [&str; 20] = [
    "cx",
    "cy",
    "d",
    "display",
    "height",
    "offset-path",
    "opacity",
    "r",
    "rotate",
    "rx",
    "ry",
    "scale",
    "transform",
    "transform-box",
    "transform-origin",
    "translate",
    "visibility",
    "width",
    "x",
    "y",
];
/// Rules with these words do not change how a drawing is drawn.
const HARMLESS_RULES: [&str; 5] = [
    "@charset",
    "@font-face",
    "@keyframes",
    "@namespace",
    "@page",
];

/// The value of a property.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Value<'a> {
    pub(super) text: &'a str,
    /// Whether a style says it. Attributes are written in another way.
    pub(super) is_css: bool,
}

/// A rule of a style sheet that is not applied.
pub(super) struct UnreadRule {
    /// What it begins with.
    pub(super) start: String,
    /// Its line in the style sheet, from 0.
    pub(super) line: usize,
}

#[derive(Clone, Debug, PartialEq)]
struct Declaration {
    property: &'static str,
    value: String,
    is_important: bool,
}

/// All style sheets of a drawing.
#[derive(Default)]
pub(super) struct Styles {
    rules: Vec<(Selector, Vec<Declaration>)>,
}

impl Styles {
    /// Adds a style sheet, and returns the rules of it that may matter and cannot be applied.
    pub(super) fn add(&mut self, text: &str) -> Vec<UnreadRule> {
        let mut unread = Vec::new();
        let mut input = Parser::new(text);
        for rule in StyleSheetParser::new(&mut input, &mut RuleReader) {
            match rule {
                Ok(Ok((_, declarations))) if declarations.is_empty() => {}
                Ok(Ok((selectors, declarations))) => {
                    let rules = selectors.into_iter();
                    self.rules
                        .extend(rules.map(|selector| (selector, declarations.clone())));
                }
                Ok(Err(rule)) => unread.push(rule),
                Err((_, rule, SourceLocation { line, .. })) => {
                    let start = rule.split(['{', ';']).next().unwrap_or_default().trim();
                    let first_word = start.split_whitespace().next().unwrap_or_default();
                    let word = first_word.to_ascii_lowercase();
                    // What is neither is a mistake, which browsers leave out.
                    if start.starts_with('@') && !HARMLESS_RULES.contains(&&*word) {
                        let (start, line) = (start.to_owned(), line as usize);
                        unread.push(UnreadRule { start, line });
                    }
                }
            }
        }
        unread
    }

    /// What the styles of an element say.
    pub(super) fn declared<'s, 'a, 'input>(
        &'s self,
        node: Node<'a, 'input>,
    ) -> Declared<'s, 'a, 'input> {
        let mut found: Vec<(Rank, Cow<'s, Declaration>)> = Vec::new();
        for (selector, declarations) in &self.rules {
            if selector.matches(node) {
                found.extend(declarations.iter().map(|declaration| {
                    let rank = Rank {
                        is_important: declaration.is_important,
                        is_own: false,
                        specificity: selector.specificity(),
                    };
                    (rank, Cow::Borrowed(declaration))
                }));
            }
        }
        if let Some(style) = node.attribute("style") {
            let own = read_declarations(&mut Parser::new(style));
            found.extend(own.into_iter().map(|declaration| {
                let rank = Rank {
                    is_important: declaration.is_important,
                    is_own: true,
                    specificity: Specificity::default(),
                };
                (rank, Cow::Owned(declaration))
            }));
        }
        // Of equal ones the last holds: the order is stable.
        found.sort_by_key(|(rank, _)| *rank);
        let css = found.into_iter().map(|(_, declaration)| declaration);
        Declared {
            node,
            css: css.collect(),
        }
    }
}

/// Which of several declarations of a property holds: the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_important: bool,
    /// Whether it is in the element's own `style`.
    is_own: bool,
    specificity: Specificity,
}

/// The properties of an element.
pub(super) struct Declared<'s, 'a, 'input> {
    node: Node<'a, 'input>,
    /// From the weakest to the strongest.
    css: Vec<Cow<'s, Declaration>>,
}

impl Declared<'_, '_, '_> {
    /// The name of the element.
    pub(super) fn tag(&self) -> &str {
        self.node.tag_name().name()
    }

    /// The value of an attribute that no style replaces.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.node.attribute(name)
    }

    /// The value of a property.
    pub(super) fn get(&self, property: &str) -> Option<Value<'_>> {
        let mut strongest_first = self.css.iter().rev();
        let strongest = strongest_first.find(|declaration| declaration.property == property);
        let css = strongest.map(|declaration| Value {
            text: &declaration.value,
            is_css: true,
        });
        let attribute = || {
            let text = self.node.attribute(property)?;
            Some(Value {
                text,
                is_css: false,
            })
        };
        css.or_else(attribute)
    }

    /// Whether a property has this keyword as its value.
    pub(super) fn is(&self, property: &str, keyword: &str) -> bool {
        let value = self.get(property);
        value.is_some_and(|value| value.text.trim().eq_ignore_ascii_case(keyword))
    }

    /// Whether nothing of the element can be seen, whatever is in it.
    pub(super) fn is_removed(&self) -> bool {
        let is_zero = |value: Value<'_>| {
            let number = value.text.trim().trim_end_matches('%').parse::<f64>();
            number.is_ok_and(|number| number <= 0.0)
        };
        self.is("display", "none") || self.get("opacity").is_some_and(is_zero)
    }

    /// A property whose value is computed in the browser, such as from a variable.
    pub(super) fn computed(&self) -> Option<(&'static str, &str)> {
        let is_computed = |value: &str| value.contains("var(") || value.contains("env(");
        let mut declarations = self.css.iter();
        let found = declarations.find(|declaration| is_computed(&declaration.value))?;
        Some((found.property, &found.value))
    }
}

fn read_declarations(input: &mut Parser<'_>) -> Vec<Declaration> {
    // What is wrong is left out, as browsers do.
    let mut reader = DeclarationReader;
    let all = RuleBodyParser::new(input, &mut reader).flatten();
    all.flatten().collect()
}

struct RuleReader;

/// A rule, or what an unread one begins with.
type Rule = Result<(Vec<Selector>, Vec<Declaration>), UnreadRule>;

impl<'i> QualifiedRuleParser<'i> for RuleReader {
    type Prelude = Result<Vec<Selector>, &'i str>;
    type QualifiedRule = Rule;
    type Error = ();

    fn parse_prelude(&mut self, input: &mut Parser<'i>) -> Result<Self::Prelude, ParseError<()>> {
        let start = input.position();
        let selectors = input.try_parse(parse_selectors);
        while input.next().is_ok() {}
        Ok(selectors.map_err(|_| input.slice_from(start)))
    }

    fn parse_block(
        &mut self,
        selectors: Self::Prelude,
        start: &ParserState,
        input: &mut Parser<'i>,
    ) -> Result<Rule, ParseError<()>> {
        let declarations = read_declarations(input);
        match selectors {
            Ok(selectors) => Ok(Ok((selectors, declarations))),
            // It would change nothing.
            Err(_) if declarations.is_empty() => Ok(Ok((Vec::new(), declarations))),
            Err(selectors) => Ok(Err(UnreadRule {
                start: selectors.trim().to_owned(),
                line: start.source_location().line as usize,
            })),
        }
    }
}

impl AtRuleParser<'_> for RuleReader {
    type Prelude = ();
    type AtRule = Rule;
    type Error = ();
}

struct DeclarationReader;

impl<'i> DeclarationParser<'i> for DeclarationReader {
    type Declaration = Option<Declaration>;
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _: &ParserState,
    ) -> Result<Option<Declaration>, ParseError<()>> {
        let mut names = PROPERTIES.iter();
        let property = names.find(|property| name.eq_ignore_ascii_case(property));
        input.skip_whitespace();
        let start = input.position();
        let mut before_important = None;
        while let Ok(token) = input.next() {
            if *token == Token::Delim('!') {
                before_important = input.slice_from(start).strip_suffix('!');
                input.expect_ident_matching("important")?;
                input.expect_exhausted()?;
            }
        }
        let value = before_important.unwrap_or_else(|| input.slice_from(start));
        Ok(property.map(|property| Declaration {
            property,
            value: value.trim().to_owned(),
            is_important: before_important.is_some(),
        }))
    }
}

impl AtRuleParser<'_> for DeclarationReader {
    type Prelude = ();
    type AtRule = Option<Declaration>;
    type Error = ();
}

impl QualifiedRuleParser<'_> for DeclarationReader {
    type Prelude = ();
    type QualifiedRule = Option<Declaration>;
    type Error = ();
}

impl RuleBodyItemParser<'_, Option<Declaration>, ()> for DeclarationReader {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a property of the element `e` of a drawing with a style sheet, and how many rules of that are not applied.
    fn value(sheet: &str, element: &str, property: &str) -> (Option<String>, usize) {
        let mut styles = Styles::default();
        let unread = styles.add(sheet).len();
        let text = format!("<svg><g class=\"layer\">{element}</g></svg>");
        let document = roxmltree::Document::parse(&text).expect("XML");
        let is_meant = |node: &Node<'_, '_>| node.attribute("id") == Some("e");
        let node = document.descendants().find(is_meant).expect("the element");
        let declared = styles.declared(node);
        let value = declared.get(property).map(|value| value.text.to_owned());
        (value, unread)
    }

    #[test]
    fn the_strongest_declaration_holds() {
        let element = r#"<rect id="e" class="a b" display="attribute"/>"#;
        for (sheet, expected) in [
            ("", "attribute"),
            ("rect{display:tag}", "tag"),
            (".a{display:class} rect{display:tag}", "class"),
            (".a{display:first}.b{display:second}", "second"),
            ("#e{display:id}.a{display:class}", "id"),
            ("rect{display:tag!important}#e{display:id}", "tag"),
            (".layer .a{DISPLAY : inside }.a{display:class}", "inside"),
            ("g>rect{display:child}", "child"),
            ("svg>rect{display:child}", "attribute"),
            (".x,.b{display:listed}", "listed"),
            ("/* .a{display:none} */ .a{fill:red;display:real}", "real"),
            (".a{--c:1;font:12px/1 Arial;display:real}", "real"),
            ("<!-- .a{display:real} -->", "real"),
        ] {
            let found = value(sheet, element, "display");
            assert_eq!(found, (Some(expected.to_owned()), 0), "{sheet}");
        }
        let styled = r#"<rect id="e" class="a" style="display: own; x: 1px"/>"#;
        for (sheet, expected) in [
            ("#e{display:id}", "own"),
            (".a{display:class !important}", "class"),
        ] {
            assert_eq!(value(sheet, styled, "display").0.as_deref(), Some(expected));
        }
    }

    #[test]
    fn rules_that_are_not_applied_are_told_when_they_matter() {
        for (sheet, unread) in [
            ("@import url(a.css);", 1),
            ("@media print{.a{display:none}}", 1),
            (".a:nth-child(2){display:none}", 1),
            (".a:nth-child(2){fill:red}", 0),
            (".a:hover{display:none}", 0),
            ("@font-face{font-family:x}@charset \"utf-8\";", 0),
            (".a ~ .b{opacity:0}", 1),
        ] {
            let found = value(sheet, r#"<rect id="e" class="a"/>"#, "display");
            assert_eq!(found, (None, unread), "{sheet}");
        }
    }
}
