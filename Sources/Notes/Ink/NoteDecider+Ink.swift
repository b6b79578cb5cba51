import Kernel

extension NoteDecider {
    static func addInk(
        _ id: NoteID, _ ink: InkID, _ edit: TextEdit, _ strokes: [Stroke], _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        let note = try notes.open(id)
        guard !note.inks.has(ink) else { return try addStrokes(id, ink, strokes, notes) }
        let anchor = Array(Ink.anchor(ink).utf8)
        guard edit.runs.contains(where: { contains(Array($0.insertion.utf8), anchor) }) else {
            throw .anchorMissing(ink)
        }
        try requireGood(edit, for: note.clock)
        guard note.inks.count < Note.inksMax else { throw .tooManyInks(title: note.title) }
        let drawn = try requireGood(strokes, on: note, nil)
        return [.inkAdded(id, ink, edit)] + (drawn.isEmpty ? [] : [.strokesAdded(id, ink, drawn)])
    }

    static func addStrokes(
        _ id: NoteID, _ ink: InkID, _ strokes: [Stroke], _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        let note = try notes.open(id)
        guard let known = note.inks[ink] else { throw .noSuchInk(ink) }
        let drawn = try requireGood(strokes, on: note, known)
        return drawn.isEmpty ? [] : [.strokesAdded(id, ink, drawn)]
    }

    static func eraseStrokes(
        _ id: NoteID, _ ink: InkID, _ strokes: [StrokeID], _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        guard let known = try notes.open(id).inks[ink] else { throw .noSuchInk(ink) }
        let erased = Self.strokes(strokes, of: known, erased: false)
        return erased.isEmpty ? [] : [.strokesErased(id, ink, erased)]
    }

    /// Refused when a stroke to be replaced has gone meanwhile: what stands for it would bring back what another erased.
    static func redrawStrokes(
        _ id: NoteID, _ ink: InkID, _ old: [StrokeID], _ new: [Stroke], _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        let note = try notes.open(id)
        guard let known = note.inks[ink] else { throw .noSuchInk(ink) }
        let replaced = Set(old)
        if let own = new.first(where: { replaced.contains($0.id) }) { throw .strokeRewritten(own.id) }
        let drawn = try requireGood(new, on: note, known)
        if !drawn.isEmpty, let gone = old.first(where: { known[$0] != false }) { throw .strokeGone(gone) }
        let erased = Self.strokes(old, of: known, erased: false)
        return (erased.isEmpty ? [] : [.strokesErased(id, ink, erased)])
            + (drawn.isEmpty ? [] : [.strokesAdded(id, ink, drawn)])
    }

    /// A recognition of an older state is better than nothing to be found by; a recognition of the drawing as it is
    /// gives way to nothing older.
    static func recogniseInk(
        _ id: NoteID, _ ink: InkID, _ recognition: Recognition, _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        let note = try notes.open(id)
        guard let strokes = note.inks[ink] else { throw .noSuchInk(ink) }
        let length = recognition.length
        guard length <= Recognition.textScalarsMax else { throw .recognitionTooLong(ink, length: length) }
        guard recognition.lines.isEmpty || recognition.lines.count == recognition.textLines.count else {
            throw .linesMismatched(ink, lines: recognition.textLines.count, boxes: recognition.lines.count)
        }
        if let language = recognition.language, !Recognition.isLanguage(language) {
            throw .languageMalformed(language)
        }
        guard let known = note.recognitions[ink] else { return [.inkRecognised(id, ink, recognition)] }
        guard known != recognition else { return [] }
        let state = strokes.digest
        guard recognition.state == state || known.state != state else { throw .recognitionOutdated(ink) }
        return [.inkRecognised(id, ink, recognition)]
    }

    /// Those of `strokes` that are there and are (or are not) erased, each once, in the order of drawing.
    static func strokes(_ strokes: [StrokeID], of ink: Table<Stroke, Bool>, erased: Bool) -> [StrokeID] {
        var places = strokes.compactMap { ink.slot(of: $0) }.filter { ink[$0] == erased }.map { $0.index }
        places.sort()
        var found: [StrokeID] = []
        for place in places where found.last != ink.ids[place] { found.append(ink.ids[place]) }
        return found
    }

    /// Those of `strokes` that are new, each once. A stroke is never rewritten: one that was drawn before is left as it is,
    /// even if it was erased.
    private static func requireGood(
        _ strokes: [Stroke], on note: Note, _ known: Table<Stroke, Bool>?
    ) throws(NoteRefusal) -> [Stroke] {
        var new = Table<Stroke, Bool>()
        var drawn: [Stroke] = []
        for stroke in strokes where known?.has(stroke.id) != true && new.add(stroke.id, false) != nil {
            guard StrokePoints(packed: stroke.packed) != nil else { throw .strokeMalformed(stroke.id) }
            drawn.append(stroke)
        }
        var total = drawn.count
        for ink in note.inks.entries { total += ink.count }
        guard total <= Note.strokesMax else { throw .tooManyStrokes(title: note.title) }
        return drawn
    }
}

/// Returns whether `text` holds the bytes of `part`.
/// - Complexity: O(text) for anchors, whose beginning is rare.
func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, text.count >= part.count else { return part.isEmpty }
    for start in 0...(text.count - part.count) where text[start] == first {
        if text[start..<(start + part.count)].elementsEqual(part) { return true }
    }
    return false
}
