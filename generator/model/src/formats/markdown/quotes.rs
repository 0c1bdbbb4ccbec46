//! Typographic quotes of each language. The reader turns straight quotes into English curly ones,
//! each as a piece of its own; Spanish wants «» outside and “” inside.

use pulldown_cmark::CowStr;

use crate::lang::Lang;

/// Replaces quotes while it reads a text piece by piece.
pub struct Quotes {
    lang: Lang,
    /// Single quotes that were opened: a closing one without them is an apostrophe.
    open_singles: usize,
}

impl Quotes {
    /// A replacer at the start of a text.
    pub fn of(lang: Lang) -> Quotes {
        Quotes {
            lang,
            open_singles: 0,
        }
    }

    /// A piece of text with the quotes of the language.
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
    fn each_language_has_its_quotes() {
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
