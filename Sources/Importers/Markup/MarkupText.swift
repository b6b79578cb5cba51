/// Single texts of HTML and of Evernote's markup as CommonMark.
package enum MarkupText {
    /// A page, or a part of one. Nil when it is larger than any page is.
    package static func markdown(html: String) -> String? {
        MarkupTree(Array(html.utf8)[...]).map { tree in
            var conversion = MarkdownConversion(tree, .paragraphs)
            return conversion.markdown()
        }
    }

    /// The content of Evernote's `en-note` as Markdown: every block a line.
    package static func markdown(enml: String) -> String? {
        MarkupTree(Array(enml.utf8)[...]).map { tree in
            var conversion = MarkdownConversion(tree, .lines)
            return conversion.markdown()
        }
    }
}
