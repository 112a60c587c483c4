//! Marks inside a sentence: `**strong**`, `` `code` `` and `[text](target)`.

use crate::draw::escape_xml;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InlineElement<'a> {
    Text(&'a str),
    Strong(&'a str),
    Code(&'a str),
    Link(&'a str, &'a str),
}

/// Splits a text that begins with `open` into the part up to `close` and the rest.
fn split_delimited<'a>(text: &'a str, open: &str, close: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(open)?.split_once(close)
}

fn parse_link(text: &str) -> Option<(InlineElement<'_>, &str)> {
    let (label, rest) = split_delimited(text, "[", "](")?;
    let (target, rest) = rest.split_once(')')?;
    let plain = !label.contains(['[', ']']) && !target.contains([' ', '(']);
    plain.then_some((InlineElement::Link(label, target), rest))
}

/// Splits a sentence into pieces. Marks without an end are plain text.
fn parse_inline(mut text: &str) -> Vec<InlineElement<'_>> {
    let (mut found, mut plain, mut at) = (Vec::new(), text, 0);
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let strong = || {
            split_delimited(rest, "**", "**")
                .map(|(inner, after)| (InlineElement::Strong(inner), after))
        };
        let code = || {
            split_delimited(rest, "`", "`")
                .map(|(inner, after)| (InlineElement::Code(inner), after))
        };
        match strong().or_else(code).or_else(|| parse_link(rest)) {
            Some((piece, after)) => {
                found.extend((at > 0).then(|| InlineElement::Text(&plain[..at])));
                found.push(piece);
                (text, plain, at) = (after, after, 0);
            }
            None => at += letter.len_utf8(),
        }
    }
    found.extend((!plain.is_empty()).then_some(InlineElement::Text(plain)));
    found
}

/// Replaces the spaces before French tall punctuation by no-break spaces, so that no line begins with it.
fn with_no_break_spaces(text: &str) -> String {
    const NARROW: &str = "\u{202f}";
    let colon = text
        .replace(" :", "\u{a0}:")
        .replace("« ", "«\u{a0}")
        .replace(" »", "\u{a0}»");
    [";", "?", "!"].iter().fold(colon, |text, sign| {
        text.replace(&format!(" {sign}"), &format!("{NARROW}{sign}"))
    })
}

pub(super) fn html(text: &str) -> String {
    let tagged = |piece: InlineElement<'_>| match piece {
        InlineElement::Text(text) => escape_xml(&with_no_break_spaces(text)),
        InlineElement::Strong(text) => format!("<strong>{}</strong>", html(text)),
        InlineElement::Code(text) => format!("<code>{}</code>", escape_xml(text)),
        InlineElement::Link(label, target) => {
            format!("<a href=\"{}\">{}</a>", escape_xml(target), html(label))
        }
    };
    parse_inline(text).into_iter().map(tagged).collect()
}

pub(super) fn plain_text(text: &str) -> String {
    let letters = |piece: InlineElement<'_>| match piece {
        InlineElement::Text(text) | InlineElement::Code(text) => text.to_owned(),
        InlineElement::Strong(text) | InlineElement::Link(text, _) => plain_text(text),
    };
    parse_inline(text).into_iter().map(letters).collect()
}
