import Kernel

/// Text, emphasis, links, pictures: what runs along a line.
extension MarkdownConversion {
    mutating func inline(_ index: MarkupTree.Index, _ run: inout [InlinePiece]) {
        guard let tag = tree.tag(index) else {
            if case .text(let text) = tree.nodes[index].content { run += InlinePiece.pieces(of: text) }
            return
        }
        switch tag.name {
        case "br": run.append(.lineBreak)
        case "img", "en-media", "embed": picture(tag, &run)
        case "en-todo": run.append(.box(isChecked: tag["checked"] == "true"))
        case "input":
            if tag["type"]?.lowercased() == "checkbox" { run.append(.box(isChecked: tag["checked"] != nil)) }
        case "a": link(index, tag, &run)
        case "area": area(tag, &run)
        case "code", "tt", "samp", "kbd": codeSpan(index, &run)
        case "script": formula(index, tag, &run)
        case "style", "head", "template", "title": break
        case "svg", "canvas": lose(.drawing)
        case "object":
            let address = trimmed(tag["data"] ?? "")
            if address.isEmpty || Self.isScript(address) { lose(.drawing) }
            player(index, tag, &run)
        case "math":
            if let source = tree.first(in: index, where: { $0["encoding"] == "application/x-tex" }) {
                run.append(.raw("$" + trimmedFormula(tree.text(source)) + "$"))
            } else {
                children(index, &run)
            }
        case "iframe", "video", "audio": player(index, tag, &run)
        case "picture" where tree.first(in: index, where: { $0.name == "img" && $0["src"] != nil }) == nil:
            // The first of its sizes, where it has no picture of its own.
            let sizes = tree.first("source", in: index).flatMap { tree.tag($0)?["srcset"] } ?? ""
            let first = sizes.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
            picture(MarkupTag(name: "img", attributes: [.init("src", first)]), &run)
        default:
            if tag.hasClass("MathJax") || tag.hasClass("MathJax_Preview") || tag.hasClass("katex-html") { return }
            if tag.hasClass("joplin-editable"), let source = joplinInline(index) { return run.append(.raw(source)) }
            marked(index, tag, &run)
        }
    }

    private mutating func children(_ index: MarkupTree.Index, _ run: inout [InlinePiece]) {
        for child in tree.children(index) { inline(child, &run) }
    }

    private mutating func marked(_ index: MarkupTree.Index, _ tag: MarkupTag, _ run: inout [InlinePiece]) {
        if ["abbr", "acronym", "dfn"].contains(tag.name), tag["title"].map(trimmed)?.isEmpty == false { lose(.title) }
        let style = MarkupStyle(tag)
        if tag.name == "u" || tag.name == "ins" || style.isUnderlined { lose(.underline) }
        if style.isColoured || tag["color"] != nil { lose(.colour) }
        let marks = Self.marks(of: tag)
        for mark in marks { run.append(.open(mark)) }
        children(index, &run)
        for mark in marks.reversed() { run.append(.close(mark)) }
    }

    /// The marks that an element puts on the text in it.
    static func marks(of tag: MarkupTag) -> [InlineMark] {
        let style = MarkupStyle(tag)
        var found: [InlineMark] = []
        let isBold = tag.name == "b" || tag.name == "strong"
        if style.isBold ?? isBold { found.append(.bold) }
        if tag.name == "i" || tag.name == "em" || style["font-style"] == "italic" { found.append(.italic) }
        if ["s", "strike", "del"].contains(tag.name) || style.isStruck { found.append(.struck) }
        if tag.name == "mark" || style.isHighlighted { found.append(.highlighted) }
        if tag.name == "sup" { found.append(.raised) }
        if tag.name == "sub" { found.append(.lowered) }
        return found
    }

    private func codeSpan(_ index: MarkupTree.Index, _ run: inout [InlinePiece]) {
        let text = InlineText(InlinePiece.pieces(of: tree.text(index))).plain
        if !text.isEmpty { run.append(.raw(Importers.codeSpan(text))) }
    }
}

// MARK: - Links and pictures

extension MarkdownConversion {
    private mutating func link(_ index: MarkupTree.Index, _ tag: MarkupTag, _ run: inout [InlinePiece]) {
        let href = trimmed(tag["href"] ?? "")
        // What is in it is written once: twice for each of many within each other would be without end.
        if href.isEmpty, !tree.nodes[index].holdsBlock { return children(index, &run) }
        var text = line(of: index, isInLink: true)
        // Brackets in the words of a link are escaped: this is a check box, which a task has at its beginning.
        if !href.isEmpty, text.hasPrefix("[ ] ") || text.hasPrefix("[x] ") {
            run.append(.box(isChecked: text.hasPrefix("[x]")))
            text.removeFirst(4)
        }
        guard !href.isEmpty else { return run.append(.raw(text)) }
        guard !Self.isScript(href) else {
            lose(.script)
            return run.append(.raw(text))
        }
        let title = trimmed(tag["title"] ?? "")
        if !title.isEmpty, title != href, title != plainText(of: index) { lose(.title) }
        let key = MarkdownAddress.linkKey(href, named: plainText(of: index))
        if let target = target(of: key) {
            return run.append(
                .raw("[\(text.isEmpty ? target.name : text)](\(MarkdownAddress.encoded(target.address)))"))
        }
        if MarkdownAddress.isEvernote(href) { lose(.link) }
        guard !text.isEmpty else {
            // A link without words is its address. A jump within the page would be words that nobody wrote.
            if !href.hasPrefix("#") { run.append(.raw(Self.addressAlone(href))) }
            return
        }
        let first: [InlinePiece] = startsWithSpace(index) ? [.space] : []
        let last: [InlinePiece] = endsWithSpace(index) ? [.space] : []
        let isBare = href.hasPrefix("http") && plainText(of: index) == href && !href.contains { $0 == "<" || $0 == ">" }
        run += first + [.raw(isBare ? "<\(href)>" : "[\(text)](\(MarkdownAddress.encoded(href)))")] + last
    }

    /// A part of a picture that leads somewhere becomes a link of its own.
    private mutating func area(_ tag: MarkupTag, _ run: inout [InlinePiece]) {
        let href = trimmed(tag["href"] ?? "")
        guard !href.isEmpty else { return }
        guard !Self.isScript(href) else { return lose(.script) }
        let target = target(of: href)
        let name = [tag["alt"], tag["title"], target?.name].compactMap { $0.map(trimmed) }.first { !$0.isEmpty }
        guard let name else { return run += [.space, .raw(Self.addressAlone(href)), .space] }
        let shown = InlineText(InlinePiece.pieces(of: name)).lines(isInLink: true).joined(separator: " ")
        run += [.space, .raw("[\(shown)](\(MarkdownAddress.encoded(target?.address ?? href)))"), .space]
    }

    /// An address that is its own words: between angle brackets where it is absolute.
    private static func addressAlone(_ href: String) -> String {
        let isAbsolute = href.utf8.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
            .contains(UInt8(ascii: ":"))
        let isPlain = href.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "<" && $0 != ">" && $0.value != 0x7F }
        if isAbsolute && isPlain { return "<\(href)>" }
        let shown = InlineText(InlinePiece.pieces(of: href)).lines(isInLink: true).joined(separator: " ")
        return "[\(shown)](\(MarkdownAddress.encoded(href)))"
    }

    private func plainText(of index: MarkupTree.Index) -> String {
        InlineText(InlinePiece.pieces(of: tree.text(index))).plain
    }

    private func startsWithSpace(_ index: MarkupTree.Index) -> Bool { tree.text(index).first?.isWhitespace == true }
    private func endsWithSpace(_ index: MarkupTree.Index) -> Bool { tree.text(index).last?.isWhitespace == true }

    private mutating func picture(_ tag: MarkupTag, _ run: inout [InlinePiece]) {
        let key = tag["hash"].map { "hash:" + $0.lowercased() } ?? tag["src"].map(trimmed) ?? ""
        let alternative = tag["alt"].map { InlineText(InlinePiece.pieces(of: $0)) }
        guard !key.isEmpty else {
            run += tag["alt"].map(InlinePiece.pieces) ?? []
            return
        }
        if let target = target(of: key) {
            let name = alternative.flatMap { $0.isEmpty ? nil : $0 } ?? InlineText(InlinePiece.pieces(of: target.name))
            let shown = name.lines(isInLink: true).joined(separator: " ")
            return run.append(
                .raw((target.isImage ? "!" : "") + "[\(shown)](\(MarkdownAddress.encoded(target.address)))"))
        }
        guard !key.hasPrefix("hash:") else { return lose(.missingFile) }
        let shown = alternative?.lines(isInLink: true).joined(separator: " ") ?? ""
        let title = tag["title"].map { InlineText(InlinePiece.pieces(of: $0)).plain } ?? ""
        let quoted = title.isEmpty ? "" : " \"" + escapedQuotes(title) + "\""
        run.append(.raw("![\(shown)](\(MarkdownAddress.encoded(key))\(quoted))"))
    }

    private func escapedQuotes(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { out.append("\\") }
            out.append(scalar)
        }
        return String(out)
    }

    /// A film or a page within the page becomes a link to it.
    private mutating func player(_ index: MarkupTree.Index, _ tag: MarkupTag, _ run: inout [InlinePiece]) {
        let inner = tree.first("source", in: index).flatMap { tree.tag($0)?["src"] }
        guard let source = tag["src"] ?? tag["data"] ?? inner, !source.isEmpty, !Self.isScript(source) else {
            return children(index, &run)
        }
        let target = target(of: source)
        let name = tag["title"] ?? target?.name ?? source
        let shown = InlineText(InlinePiece.pieces(of: name)).lines(isInLink: true).joined(separator: " ")
        run.append(.raw("[\(shown)](\(MarkdownAddress.encoded(target?.address ?? source)))"))
    }

    private static func isScript(_ address: String) -> Bool {
        let bare = address.unicodeScalars.filter { $0.value > 0x20 }.prefix(12).map(String.init).joined().lowercased()
        return bare.hasPrefix("javascript:") || bare.hasPrefix("vbscript:")
    }
}

// MARK: - Formulas

extension MarkdownConversion {
    /// TeX that MathJax keeps beside what it draws.
    private func formula(_ index: MarkupTree.Index, _ tag: MarkupTag, _ run: inout [InlinePiece]) {
        guard let type = tag["type"], type.hasPrefix("math/tex") else { return }
        let fence = type.contains("display") ? "$$" : "$"
        run.append(.raw(fence + trimmedFormula(tree.text(index)) + fence))
    }

    private func trimmedFormula(_ text: String) -> String {
        trimmed(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    }

    private func joplinInline(_ index: MarkupTree.Index) -> String? {
        guard let source = tree.first(in: index, where: { $0.hasClass("joplin-source") }), let tag = tree.tag(source)
        else { return nil }
        return (tag["data-joplin-source-open"] ?? "") + tree.text(source) + (tag["data-joplin-source-close"] ?? "")
    }

    /// The source from which Joplin's editor rendered a block, as a code block.
    func joplinSource(_ index: MarkupTree.Index) -> [MarkdownBlock]? {
        joplinInline(index).map { source in
            let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return [MarkdownBlock(kind: .code, lines: lines)]
        }
    }
}
