package import Kernel

/// Every attached file with what it hangs on, in all domains. Requirements B-04, B-35.
package struct AttachmentsView: CanonicalView, Sendable, Equatable {
    /// By the path of the holder, then by the file's name.
    package var files: [Line]
    /// All attached files, also where `files` is a page.
    package let count: Int
    /// The bytes that all of them hold together; the same bytes are kept once. A size is the client's word, so the sum
    /// stops at the largest number instead of overflowing.
    package let bytesKept: Int

    package struct Line: Sendable, Equatable {
        package var id: AttachmentID
        package var file: FileFacts
        package var holder: LinksView.Line
    }

    init(files: [Line]) {
        self.files = files
        count = files.count
        var seen: Set<Bytes> = []
        var total = 0
        for line in files where seen.insert(Bytes(line.file.digest)).inserted {
            let (sum, isTooLarge) = total.addingReportingOverflow(line.file.sizeBytes)
            total = isTooLarge ? .max : sum
        }
        bytesKept = total
    }

    package var text: String {
        var lines = Lines()
        lines.add(0, counted(count, "file"), sizeWords(bytesKept) + " kept")
        for line in files {
            lines.add(
                1, line.file.name.text, line.file.mediaType, sizeWords(line.file.sizeBytes),
                "on " + line.holder.referent.kind.word + " " + line.holder.path)
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.array(files) { json, line in
            json.object { json in
                json.field("id", line.id.text)
                json.field("name", line.file.name.text)
                json.field("mediaType", line.file.mediaType)
                json.field("sizeBytes", line.file.sizeBytes)
                json.field("sha256", hexText(line.file.digest))
                json.key("holder")
                json.object { line.holder.write(to: &$0) }
            }
        }
    }
}

extension WorkspaceView {
    /// The files on everything that is to be seen.
    package func attachments() -> AttachmentsView {
        var lines: [AttachmentsView.Line] = []
        for held in heldFiles() where presence(of: held.holder) == .present {
            lines.append(.init(id: held.id, file: held.file, holder: line(of: held.holder)))
        }
        lines.sort { a, b in
            if !a.holder.path.utf8.elementsEqual(b.holder.path.utf8) { return precedes(a.holder.path, b.holder.path) }
            return inOrder((a.file.name.text, a.id), (b.file.name.text, b.id))
        }
        return AttachmentsView(files: lines)
    }

    /// The file of this identifier and what it hangs on; nil when it was detached or never was.
    package func heldFile(_ id: AttachmentID) -> HeldFile? { heldFiles().first { $0.id == id } }
}
