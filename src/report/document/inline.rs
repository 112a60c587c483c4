//! Marks inside a sentence: `**strong**`, `` `class_code` `` and `[text](target)`.

use crate::draw::escape_xml;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    Strong(&'a str),
    Code(&'a str),
    Link(&'a str, &'a str),
}

/// Splits a text that begins with `open` into the part up to `close` and the rest.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(open)?.split_once(close)
}

fn link(text: &str) -> Option<(Piece<'_>, &str)> {
    let (label, rest) = between(text, "[", "](")?;
    let (target, rest) = rest.split_once(')')?;
    let plain = !label.contains(['[', ']']) && !target.contains([' ', '(']);
    plain.then_some((Piece::Link(label, target), rest))
}

/// Splits a sentence into pieces. Marks without an end are plain text.
fn pieces(mut text: &str) -> Vec<Piece<'_>> {
    let (mut found, mut plain, mut at) = (Vec::new(), text, 0);
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let strong = || between(rest, "**", "**").map(|(inner, after)| (Piece::Strong(inner), after));
        let code = || between(rest, "`", "`").map(|(inner, after)| (Piece::Code(inner), after));
        match strong().or_else(code).or_else(|| link(rest)) {
            Some((piece, after)) => {
                found.extend((at > 0).then(|| Piece::Text(&plain[..at])));
                found.push(piece);
                (text, plain, at) = (after, after, 0);
            }
            None => at += letter.len_utf8(),
        }
    }
    found.extend((!plain.is_empty()).then_some(Piece::Text(plain)));
    found
}

/// Replaces the spaces before French tall punctuation by no-break spaces, so that no line begins with it.
fn no_break_spaces(text: &str) -> String {
    const NARROW: &str = "\u{202f}";
    let colon = text.replace(" :", "\u{a0}:").replace("« ", "«\u{a0}").replace(" »", "\u{a0}»");
    [";", "?", "!"].iter().fold(colon, |text, sign| text.replace(&format!(" {sign}"), &format!("{NARROW}{sign}")))
}

pub(super) fn html(text: &str) -> String {
    let tagged = |piece: Piece<'_>| match piece {
        Piece::Text(text) => escape_xml(&no_break_spaces(text)),
        Piece::Strong(text) => format!("<strong>{}</strong>", html(text)),
        Piece::Code(text) => format!("<code>{}</code>", escape_xml(text)),
        Piece::Link(label, target) => format!("<a href=\"{}\">{}</a>", escape_xml(target), html(label)),
    };
    pieces(text).into_iter().map(tagged).collect()
}

pub(super) fn plain(text: &str) -> String {
    let letters = |piece: Piece<'_>| match piece {
        Piece::Text(text) | Piece::Code(text) => text.to_owned(),
        Piece::Strong(text) | Piece::Link(text, _) => plain(text),
    };
    pieces(text).into_iter().map(letters).collect()
}
