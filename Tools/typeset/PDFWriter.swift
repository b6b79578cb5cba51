import CTypesetting

/// The pages as PDF 1.4, each font in it as far as it is used.
struct PDFWriter {
    private final class Output {
        var bytes: [UInt8] = []
    }

    static func bytes(of description: Description) throws(Fault) -> [UInt8] {
        let output = Output()
        let context = Unmanaged.passUnretained(output).toOpaque()
        let geometry = PageSetter.Geometry.a4
        let surface = cairo_pdf_surface_create_for_stream(
            { context, bytes, count in
                guard let context, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
                Unmanaged<Output>.fromOpaque(context).takeUnretainedValue().bytes += UnsafeBufferPointer(
                    start: bytes, count: Int(count))
                return CAIRO_STATUS_SUCCESS
            }, context, geometry.width, geometry.height)
        guard let surface, let drawing = cairo_create(surface) else { throw Fault("memory for a page is exhausted") }
        defer { cairo_surface_destroy(surface) }
        cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, description.title)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, description.author)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Daybook")
        if !description.created.isEmpty {
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, description.created)
        }
        let setter = PageSetter(description, on: drawing, geometry) { () throws(Fault) in
            cairo_show_page(drawing)
            guard cairo_status(drawing) == CAIRO_STATUS_SUCCESS else { throw Self.fault(cairo_status(drawing)) }
        }
        try setter.set()
        for (words, page) in setter.outline {
            cairo_pdf_surface_add_outline(
                surface, CAIRO_PDF_OUTLINE_ROOT, words, "page=\(page)", CAIRO_PDF_OUTLINE_FLAG_BOLD)
        }
        cairo_destroy(drawing)
        cairo_surface_finish(surface)
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { throw fault(cairo_surface_status(surface)) }
        return try PDFCatalogue(output.bytes).updated(
            language: description.language, pageCount: setter.pageCount, missing: setter.typography.missing)
    }

    private static func fault(_ status: cairo_status_t) -> Fault {
        Fault("a page cannot be written: " + (cairo_status_to_string(status).map { String(cString: $0) } ?? ""))
    }
}

/// Adds to a PDF what cairo leaves out: the language of its texts, and that a window is called as its title. An incremental
/// update (PDF 32000-1, 7.5.6): nothing that was written is touched.
struct PDFCatalogue {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func updated(language: String, pageCount: Int, missing: Set<UInt32>) throws(Fault) -> [UInt8] {
        guard let start = last("startxref"), let table = number(after: start + 9),
            let trailer = last("trailer"), let size = number(after: "/Size", from: trailer),
            let root = number(after: "/Root", from: trailer),
            let catalogue = first("\n\(root) 0 obj", from: 0), let open = first("<<", from: catalogue),
            let close = first("endobj", from: open)
        else { throw Fault("the PDF has no catalogue to be added to") }
        let info = number(after: "/Info", from: trailer).map { " /Info \($0) 0 R" } ?? ""
        // Letters, digits and hyphens alone: nothing that could end the string.
        let language = language.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        var out = bytes
        if out.last != UInt8(ascii: "\n") { out.append(UInt8(ascii: "\n")) }
        let place = out.count
        out += "\(root) 0 obj\n<< /Lang (\(language)) /ViewerPreferences << /DisplayDocTitle true >>".utf8
        out += bytes[(open + 2)..<close]
        out += "endobj\n".utf8
        let reference = out.count
        out += "xref\n\(root) 1\n".utf8
        let digits = String(place)
        out += (String(repeating: "0", count: max(0, 10 - digits.utf8.count)) + digits + " 00000 n \n").utf8
        out += "trailer\n<< /Size \(size) /Root \(root) 0 R\(info) /Prev \(table) >>\n".utf8
        // What only this run knows, for the program that started it.
        let scalars = missing.sorted().prefix(40).map { String($0, radix: 16) }.joined(separator: ",")
        out += "%daybook pages=\(pageCount) missing=\(scalars)\n".utf8
        out += "startxref\n\(reference)\n%%EOF\n".utf8
        return out
    }

    private func first(_ word: String, from: Int) -> Int? {
        let word = Array(word.utf8)
        guard from >= 0, bytes.count - from >= word.count else { return nil }
        return (from...(bytes.count - word.count)).first {
            bytes[$0] == word[0] && bytes[$0..<$0 + word.count].elementsEqual(word)
        }
    }

    private func last(_ word: String) -> Int? {
        let word = Array(word.utf8)
        guard bytes.count >= word.count else { return nil }
        return (0...(bytes.count - word.count)).last {
            bytes[$0] == word[0] && bytes[$0..<$0 + word.count].elementsEqual(word)
        }
    }

    private func number(after word: String, from: Int) -> Int? {
        first(word, from: from).flatMap { number(after: $0 + word.utf8.count) }
    }

    private func number(after place: Int) -> Int? {
        let digits = bytes[place...].drop { $0 <= 0x20 }.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
