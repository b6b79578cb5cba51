import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Recognising handwriting")
struct RecognisingHandwriting {
    private let drawn = Spec<NoteDecider>.given(
        .noteCreated(.bread, title: "Bread", body: "Flour water", folder: nil),
        .inkAdded(.bread, .sketch, .anchoring(.sketch, at: 5, on: 0)),
        .strokesAdded(.bread, .sketch, [.line(1), .line(2)]))

    private func recognised(_ recognition: Recognition) -> Spec<NoteDecider> {
        drawn.given(.inkRecognised(.bread, .sketch, recognition))
    }

    private func drawing(_ spec: Spec<NoteDecider>) throws -> NoteView.Drawing {
        try #require(view(of: spec.history).note(.bread)?.ink.first)
    }

    private func handwriting(_ spec: Spec<NoteDecider>) -> [String]? { view(of: spec.history).notes[.bread]?.handwriting }

    @Test func `what was read in a drawing is kept, and the same once`() throws {
        let read = Recognition.reading("Rye and salt", of: [1, 2])
        drawn.when(.recogniseInk(.bread, .sketch, read)).then(.inkRecognised(.bread, .sketch, read))
        recognised(read).when(.recogniseInk(.bread, .sketch, read)).thenNothing()
        let drawing = try drawing(recognised(read))
        #expect(drawing.recognition == read && !drawing.isRecognisedEarlier)
        let nothing = Recognition.reading("", of: [1, 2])
        drawn.when(.recogniseInk(.bread, .sketch, nothing)).then(.inkRecognised(.bread, .sketch, nothing))
        let text = try #require(view(of: recognised(nothing).history).note(.bread)?.text)
        #expect(text.contains("reads nothing (Scribble 3.1, de)\n"))
    }

    @Test func `recognising again takes the place of what was read before`() throws {
        let (first, better) = (Recognition.reading("Rye aud", of: [1, 2]), Recognition.reading("Rye and", of: [1, 2]))
        let again = recognised(first).when(.recogniseInk(.bread, .sketch, better))
        again.then(.inkRecognised(.bread, .sketch, better))
        let spec = recognised(first).given(.inkRecognised(.bread, .sketch, better))
        #expect(handwriting(spec) == ["Rye and"])
        // One byte is another text, even where Unicode sees none.
        recognised(.reading("é", of: [1, 2])).when(.recogniseInk(.bread, .sketch, .reading("e\u{301}", of: [1, 2])))
            .then(.inkRecognised(.bread, .sketch, .reading("e\u{301}", of: [1, 2])))
    }

    @Test func `it stays when strokes come or go, as one of an older state, until the drawing is as it was`() throws {
        let read = Recognition.reading("Rye", of: [1, 2])
        for change in [
            NoteEvent.strokesAdded(.bread, .sketch, [.line(3)]), .strokesErased(.bread, .sketch, [.numbered(2)]),
        ] {
            let changed = recognised(read).given(change)
            #expect(try drawing(changed).isRecognisedEarlier)
            #expect(handwriting(changed) == ["Rye"])
            let note = try #require(view(of: changed.history).note(.bread))
            #expect(note.text.contains("reads “Rye” (Scribble 3.1, de), before it was changed\n"))
            #expect(note.json.contains("\"current\":false"))
        }
        let back = recognised(read).given(
            .strokesErased(.bread, .sketch, [.numbered(2)]), .strokesUnerased(.bread, .sketch, [.numbered(2)]))
        #expect(try !drawing(back).isRecognisedEarlier)
    }

    @Test func `one of an older state is kept where there is no newer one, and never in the place of one`() {
        let (old, new) = (Recognition.reading("Rye", of: [1]), Recognition.reading("Rye and", of: [1, 2]))
        drawn.when(.recogniseInk(.bread, .sketch, old)).then(.inkRecognised(.bread, .sketch, old))
        recognised(old).when(.recogniseInk(.bread, .sketch, .reading("R", of: [])))
            .then(.inkRecognised(.bread, .sketch, .reading("R", of: [])))
        recognised(old).when(.recogniseInk(.bread, .sketch, new)).then(.inkRecognised(.bread, .sketch, new))
        recognised(new).when(.recogniseInk(.bread, .sketch, old)).thenRefused(.recognitionOutdated(.sketch))
        recognised(new).given(.strokesAdded(.bread, .sketch, [.line(3)])).when(.recogniseInk(.bread, .sketch, old))
            .then(.inkRecognised(.bread, .sketch, old))
    }

    @Test func `the state of a drawing is that of the strokes seen in it, in whatever order they came`() {
        #expect(InkDigest(of: [.numbered(1), .numbered(2)]) == InkDigest(of: [.numbered(2), .numbered(1)]))
        #expect(InkDigest(of: [.numbered(1)]) != InkDigest(of: [.numbered(2)]))
        // For ever: clients reckon it too.
        #expect(InkDigest(of: []).text == "cbf29ce484222325")
        #expect(InkDigest(of: [.numbered(1), .numbered(2)]).text == "0d55d452904bfdb0")
        let digest = InkDigest(word: 0x00FF_0000_0000_0001)
        #expect(InkDigest(bytes: digest.bytes) == digest)
        #expect(digest.text == "00ff000000000001")
    }

    @Test func `only handwriting that is to be seen is found`() {
        let read = recognised(.reading("Rye", of: [1, 2]))
        let length = Ink.anchor(.sketch).unicodeScalars.count
        let gone = read.given(.noteEdited(.bread, .deleting(length, at: 5, on: 1)))
        #expect(handwriting(gone) == [])
        #expect(handwriting(gone.given(.noteEdited(.bread, .anchoring(.sketch, at: 0, on: 2)))) == ["Rye"])
        #expect(handwriting(read.given(.inkRecognised(.bread, .sketch, nil))) == [])
    }

    @Test func `is no change of the note`() {
        let read = recognised(.reading("Rye", of: [1, 2]))
        #expect(view(of: read.history).notes[.bread]?.updated == view(of: drawn.history).notes[.bread]?.updated)
    }

    @Test func `is refused without such a drawing, in the trash, too long, or in no language`() {
        let read = Recognition.reading("Rye", of: [1, 2])
        drawn.when(.recogniseInk(.plan, .sketch, read)).thenRefused(.noSuchNote(.plan))
        drawn.when(.recogniseInk(.bread, .other, read)).thenRefused(.noSuchInk(.other))
        drawn.given(.noteTrashed(.bread)).when(.recogniseInk(.bread, .sketch, read))
            .thenRefused(.noteInTrash(.bread, title: "Bread"))
        var long = read
        long.text = String(repeating: "ö", count: Recognition.textScalarsMax)
        drawn.when(.recogniseInk(.bread, .sketch, long)).then(.inkRecognised(.bread, .sketch, long))
        long.text += "!"
        drawn.when(.recogniseInk(.bread, .sketch, long))
            .thenRefused(.recognitionTooLong(.sketch, length: Recognition.textScalarsMax + 1))
        for language in [
            "", "-", "de-", "-de", "de--AT", "de_AT", "deutschland", "dé", String(repeating: "a-", count: 18) + "a",
        ] {
            var wrong = read
            wrong.language = language
            drawn.when(.recogniseInk(.bread, .sketch, wrong)).thenRefused(.languageMalformed(language))
        }
        for language in ["de", "pt-BR", "zh-Hant-TW", "x-1"] {
            var right = read
            right.language = language
            drawn.when(.recogniseInk(.bread, .sketch, right)).then(.inkRecognised(.bread, .sketch, right))
        }
    }

    @Test func `of each line it may say where it stands and what else it may be, of all or of none`() throws {
        var read = Recognition.reading("Rye and\nsalt", of: [1, 2])
        read.lines = [
            .init(left: -500, top: 0, width: 9_000, height: 1_200, confidence: 970, others: ["Rye aud"]),
            .init(left: 0, top: 1_500, width: 4_000, height: 900, confidence: 610),
        ]
        drawn.when(.recogniseInk(.bread, .sketch, read)).then(.inkRecognised(.bread, .sketch, read))
        let note = try #require(view(of: recognised(read).history).note(.bread))
        #expect(note.json.contains("\"lines\":[{\"left\":-500,\"top\":0,\"width\":9000,\"height\":1200,\"confidence\":970"))
        var other = read
        other.lines[0].others = ["Rye end"]
        recognised(read).when(.recogniseInk(.bread, .sketch, other)).then(.inkRecognised(.bread, .sketch, other))
        var fewer = read
        fewer.lines.removeLast()
        drawn.when(.recogniseInk(.bread, .sketch, fewer)).thenRefused(.linesMismatched(.sketch, lines: 2, boxes: 1))
        var long = read
        long.lines[1].others = [String(repeating: "ö", count: Recognition.textScalarsMax)]
        drawn.when(.recogniseInk(.bread, .sketch, long))
            .thenRefused(.recognitionTooLong(.sketch, length: 12 + 7 + Recognition.textScalarsMax))
    }

    @Test func `undoing brings back what was read before, and leaves what was read since`() throws {
        var random = RandomNotes(seed: Seed(1))
        let start = random.history.count
        let (first, second) = (Recognition.reading("Rye", of: [1, 2]), Recognition.reading("Rye!", of: [1, 2]))
        random.happen(
            drawn.history + [.inkRecognised(.bread, .sketch, first), .inkRecognised(.bread, .sketch, second)])
        var copy = random
        copy.happen(try random.undoing(start + 4..<start + 5))
        #expect(copy.view.note(.bread)?.ink.first?.recognition == first)
        copy.happen(try copy.undoing(start + 3..<start + 4))
        #expect(copy.view.note(.bread)?.ink.first?.recognition == nil)
        #expect(try random.undoing(start + 3..<start + 4).isEmpty)
    }

    @Test func `goes back with a revision of the note`() throws {
        let then = recognised(.reading("Rye", of: [1, 2]))
        let now = then.given(
            .strokesAdded(.bread, .sketch, [.line(3)]), .inkRecognised(.bread, .sketch, .reading("Rye 3", of: [1, 2, 3])))
        let events = try NoteDecider.restoration(
            of: NoteID.bread.entity, to: view(of: then.history), from: view(of: now.history), given: now.state)
        let restored = view(of: now.history + events).note(.bread, times: false)
        #expect(restored == view(of: then.history).note(.bread, times: false))
    }
}
