//! The selectors of style sheets that drawing programs write: elements, classes, ids, attributes, within each other.

use cssparser::{ParseError, Parser, Token};
use roxmltree::Node;

/// Pseudo-classes of what a person does, which a drawing on paper never has.
const NEVER: [&str; 6] = ["active", "focus", "hover", "link", "target", "visited"];

/// A selector: an element of the last compound, within elements of those before.
#[derive(Clone, Debug)]
pub(super) struct Selector {
    compounds: Vec<Compound>,
}

/// What one element has, and how far it is from the one before.
#[derive(Clone, Debug)]
struct Compound {
    /// Whether it is directly in the one before.
    is_child: bool,
    tests: Vec<Test>,
}

#[derive(Clone, Debug)]
enum Test {
    Any,
    Tag(String),
    Id(String),
    Class(String),
    Attribute(String, Option<String>),
    Root,
    Never,
}

/// How many ids, classes and elements a selector names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Specificity([usize; 3]);

impl Selector {
    /// How particular it is.
    pub(super) fn specificity(&self) -> Specificity {
        let mut counts = [0; 3];
        for test in self.compounds.iter().flat_map(|compound| &compound.tests) {
            match test {
                Test::Any => {}
                Test::Id(_) => counts[0] += 1,
                Test::Class(_) | Test::Attribute(..) | Test::Root | Test::Never => counts[1] += 1,
                Test::Tag(_) => counts[2] += 1,
            }
        }
        Specificity(counts)
    }

    /// Whether it selects an element.
    pub(super) fn matches(&self, node: Node<'_, '_>) -> bool {
        let Some((last, before)) = self.compounds.split_last() else {
            return false;
        };
        if !last.matches(node) {
            return false;
        }
        if before.is_empty() {
            return true;
        }
        // From the root inwards: how many compounds end at any element so far, and at the last one.
        let mut elements: Vec<Node<'_, '_>> = node.ancestors().filter(Node::is_element).collect();
        elements.reverse();
        let count = self.compounds.len();
        let (mut above, mut at_parent) = (vec![false; count], vec![false; count]);
        for element in elements {
            let ends_here = |index: usize| {
                let compound = &self.compounds[index];
                let follows = match index.checked_sub(1) {
                    None => true,
                    Some(before) if compound.is_child => at_parent[before],
                    Some(before) => above[before],
                };
                follows && compound.matches(element)
            };
            let here: Vec<bool> = (0..count).map(ends_here).collect();
            for (above, here) in above.iter_mut().zip(&here) {
                *above |= here;
            }
            at_parent = here;
        }
        at_parent[count - 1]
    }
}

impl Compound {
    fn matches(&self, node: Node<'_, '_>) -> bool {
        let is_class = |class: &String| {
            let classes = node.attribute("class").unwrap_or_default();
            classes.split_whitespace().any(|one| one == class)
        };
        self.tests.iter().all(|test| match test {
            Test::Any => true,
            Test::Never => false,
            Test::Tag(name) => node.tag_name().name() == name,
            Test::Id(id) => node.attribute("id") == Some(id),
            Test::Class(class) => is_class(class),
            Test::Attribute(name, None) => node.has_attribute(&**name),
            Test::Attribute(name, Some(value)) => node.attribute(&**name) == Some(value),
            Test::Root => node.parent_element().is_none(),
        })
    }
}

/// Reads a list of selectors; an error when one of them is of a kind that is not applied.
pub(super) fn parse_selectors(input: &mut Parser<'_>) -> Result<Vec<Selector>, ParseError<()>> {
    input.parse_comma_separated(parse_selector)
}

fn parse_selector(input: &mut Parser<'_>) -> Result<Selector, ParseError<()>> {
    input.skip_whitespace();
    let mut compounds: Vec<Compound> = Vec::new();
    // Whether a compound begins, and whether it is directly in the one before.
    let (mut begins, mut is_child) = (true, false);
    while let Ok(token) = input.next_including_whitespace().cloned() {
        let test = match token {
            Token::WhiteSpace(_) => {
                begins = true;
                continue;
            }
            Token::Delim('>') if !is_child && !compounds.is_empty() => {
                (begins, is_child) = (true, true);
                continue;
            }
            Token::Ident(tag) if begins => Test::Tag(tag.to_string()),
            Token::Delim('*') if begins => Test::Any,
            Token::IDHash(id) => Test::Id(id.to_string()),
            Token::Delim('.') => Test::Class(input.expect_ident()?.to_string()),
            Token::Colon => {
                let name = input.expect_ident()?.to_ascii_lowercase();
                match &*name {
                    "root" => Test::Root,
                    name if NEVER.contains(&name) => Test::Never,
                    _ => return Err(ParseError::unexpected_token()),
                }
            }
            Token::SquareBracketBlock => input.parse_nested_block(parse_attribute)?,
            _ => return Err(ParseError::unexpected_token()),
        };
        match compounds.last_mut() {
            Some(compound) if !begins => compound.tests.push(test),
            _ => compounds.push(Compound {
                is_child,
                tests: vec![test],
            }),
        }
        (begins, is_child) = (false, false);
    }
    if compounds.is_empty() || is_child {
        return Err(ParseError::unexpected_token());
    }
    Ok(Selector { compounds })
}

/// Reads what is in the brackets of an attribute.
fn parse_attribute(input: &mut Parser<'_>) -> Result<Test, ParseError<()>> {
    let name = input.expect_ident()?.to_string();
    if input.is_exhausted() {
        return Ok(Test::Attribute(name, None));
    }
    input.expect_delim('=')?;
    let value = input.expect_ident_or_string()?.to_string();
    Ok(Test::Attribute(name, Some(value)))
}
