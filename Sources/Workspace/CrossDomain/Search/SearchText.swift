import Capture
package import Kernel
import Notes

/// Everything of one thing that can be searched: what an index is fed.
///
/// It does not say whether the thing is in the trash, was undone, or may be seen by the asker: that changes with what holds
/// it, and the views say it when it is asked.
package struct SearchText: Sendable {
    package var referent: EntityRef
    package var title: Name
    /// Besides the title.
    package var pieces: [Piece]

    /// One text of the thing.
    package struct Piece: Sendable, Equatable {
        package var field: TextField
        package var text: String
    }
}

/// Reads search texts from one state of the views.
package struct SearchTexts: Sendable {
    package let view: WorkspaceView
    let files: [EntityID: [HeldFile]]

    /// - Complexity: O(attached files).
    package init(of view: WorkspaceView) {
        self.view = view
        files = view.filesOfThings(ofUndone: true)
    }

    /// Everything that has ever been there, kind by kind, in the order in which it came.
    ///
    /// - Complexity: O(things).
    package var referents: [EntityRef] {
        var referents: [EntityRef] = []
        view.forEachReferent { referents.append($0) }
        return referents
    }

    /// Calls `body` with the text of each of them.
    package func forEach<Failure: Error>(_ body: (SearchText) throws(Failure) -> Void) throws(Failure) {
        for referent in referents { if let text = text(of: referent) { try body(text) } }
    }

    /// The thing whose text an event about `subject` may have changed: itself, or what a file hangs on. Nil when it is
    /// neither.
    package func changed(by subject: EntityID) -> EntityRef? {
        if let referent = view.anyReferent(of: subject) { return referent.kind == .column ? nil : referent }
        let file = subject.as(AttachedFile.self)
        if let holder = view.notes.attachments[file]?.holder {
            switch holder {
            case .folder(let id): return .folder(id)
            case .note(let id): return .note(id)
            }
        }
        return view.capture.model.files[file].map { .item($0.item) }
    }

    /// Nil when it never was there, or was erased.
    package func text(of referent: EntityRef) -> SearchText? {
        guard let thing = view.thing(referent, .present) else { return nil }
        var pieces: [SearchText.Piece] = []
        view.forEachText(of: referent, files: files) { field, bytes in
            pieces.append(.init(field: field, text: String(decoding: bytes, as: UTF8.self)))
        }
        return SearchText(referent: referent, title: thing.title, pieces: pieces)
    }
}
