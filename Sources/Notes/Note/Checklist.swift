package import Kernel

/// The tasks in a text, such as `- [ ] milk` and `- [x] bread`, in the order of the text. Requirement B-09.
///
/// They are nothing but text: checking one is an edit like any other, merged and undone like any other.
package struct Checklist: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        /// The range of the marks between the brackets, in Unicode scalars from the beginning of the text.
        package var marks: Range<Int>
        package var isDone: Bool
    }

    package private(set) var items: [Item] = []

    /// - Complexity: O(bytes), without joining the pieces of the text.
    package init(of text: TextDocument) {
        var finder = TaskFinder()
        text.buffer.forEachUTF8Piece { finder.take($0) }
        items = finder.items
    }

    package var doneCount: Int { items.reduce(0) { $0 + ($1.isDone ? 1 : 0) } }
}

extension TextDocument {
    /// The edit that checks the task, or takes the mark off it; nil when there is no such task or it is so already.
    ///
    /// - Parameter number: counted from 1, in the order of the text.
    package func checking(task number: Int, done: Bool) -> TextEdit? {
        let items = Checklist(of: self).items
        guard (1...max(items.count, 1)).contains(number), !items.isEmpty else { return nil }
        let item = items[number - 1]
        guard item.isDone != done || item.marks.count != 1 else { return nil }
        let run = TextRun(
            position: item.marks.lowerBound, deleteCount: item.marks.count, insertion: done ? "x" : " ")
        return TextEdit(parents: clock.frontier, runs: [run])
    }
}

/// Finds `- [ ] ` and `- [x] ` at the start of lines, byte by byte; a line in a code fence is not a task.
///
/// Two people who check the same task at once have both put an `x` there, and merged it reads `[xx]`: done, and one mark
/// again from the next time that it is changed.
private struct TaskFinder {
    var items: [Checklist.Item] = []
    private enum Step { case start, number, dash, space, open, close, rest }
    private var step = Step.start
    /// Scalars before the one that is looked at.
    private var place = 0
    private var marks = 0..<0
    private var isDone = false
    /// The byte that the fence around is made of.
    private var fence: UInt8?
    /// The number of marks in a row that could make a fence.
    private var fenceMarks = 0

    mutating func take(_ bytes: [UInt8]) {
        for byte in bytes where byte & 0xC0 != 0x80 {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                step = .start
                fenceMarks = 0
            } else if step != .rest {
                step = next(byte)
            }
            place += 1
        }
    }

    private mutating func next(_ byte: UInt8) -> Step {
        switch (step, byte) {
        case (.start, UInt8(ascii: "`")), (.start, UInt8(ascii: "~")): return fenced(byte)
        case (.start, UInt8(ascii: " ")), (.start, UInt8(ascii: "\t")), (.start, UInt8(ascii: ">")):
            return fenceMarks == 0 ? .start : .rest
        case (.start, _) where fence != nil || fenceMarks > 0: return .rest
        case (.start, UInt8(ascii: "-")), (.start, UInt8(ascii: "*")), (.start, UInt8(ascii: "+")): return .dash
        case (.start, UInt8(ascii: "0")...UInt8(ascii: "9")), (.number, UInt8(ascii: "0")...UInt8(ascii: "9")):
            return .number
        case (.number, UInt8(ascii: ".")), (.number, UInt8(ascii: ")")): return .dash
        case (.dash, UInt8(ascii: " ")): return .space
        case (.space, UInt8(ascii: "[")):
            marks = place + 1..<place + 1
            isDone = false
            return .open
        case (.open, UInt8(ascii: " ")), (.open, UInt8(ascii: "x")), (.open, UInt8(ascii: "X")):
            marks = marks.lowerBound..<place + 1
            if byte != UInt8(ascii: " ") { isDone = true }
            return .open
        case (.open, UInt8(ascii: "]")): return marks.isEmpty ? .rest : .close
        case (.close, UInt8(ascii: " ")):
            items.append(.init(marks: marks, isDone: isDone))
            return .rest
        default: return .rest
        }
    }

    /// The third in a row opens a fence, or closes the one of its kind.
    private mutating func fenced(_ byte: UInt8) -> Step {
        fenceMarks += 1
        guard fenceMarks == 3 else { return .start }
        if fence == nil { fence = byte } else if fence == byte { fence = nil }
        return .rest
    }
}
