//! Typographic quotation marks of each language. The Markdown parser turns straight quotes into English ones, each as a
//! separate text event; Spanish uses «» outside and “” inside.

use pulldown_cmark::CowStr;

use crate::lang::Lang;

/// Replaces quotation marks in the consecutive text events of a text.
pub struct Quotes {
    lang: Lang,
    /// Number of open single quotes; a closing one while it is 0 is an apostrophe.
    open_singles: usize,
}

impl Quotes {
    /// A new replacer for the start of a text.
    pub fn of(lang: Lang) -> Quotes {
        Quotes {
            lang,
            open_singles: 0,
        }
    }

    /// A text event with the quotation marks of the language.
    pub fn piece<'a>(&mut self, piece: CowStr<'a>) -> CowStr<'a> {
        if self.lang == Lang::En {
            return piece;
        }
        match piece.as_ref() {
            "“" => "«".into(),
            "”" => "»".into(),
            "‘" => {
                self.open_singles += 1;
                "“".into()
            }
            "’" if self.open_singles > 0 => {
                self.open_singles -= 1;
                "”".into()
            }
            _ => piece,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::markdown::render_inline;
    use crate::lang::Lang;

    #[test]
    fn quotation_marks_depend_on_the_language() {
        let text = "Dijo \"el 'gran' día\"... y O'Farrill";
        assert_eq!(
            render_inline(text, Lang::Es, &str::to_owned),
            "Dijo «el “gran” día»… y O’Farrill"
        );
        assert_eq!(
            render_inline(text, Lang::En, &str::to_owned),
            "Dijo “el ‘gran’ día”… y O’Farrill"
        );
    }
}
