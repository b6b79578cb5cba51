import Accounts
import Foundation
import Kernel
import Publishing
import Runtime
import Workspace

/// A file that somebody asked for: how far it is, and for whom.
struct ExportJob: Sendable, Equatable {
    let id: EntityID
    let workspace: WorkspaceID
    /// The person who asked: nobody else hears of it.
    let user: UserID
    let order: ExportOrder
    /// The part that its reader must be allowed to read.
    let area: Area
    var state: State
    let expires: Instant

    /// The part of the workspace that the file is made of.
    struct Area: Sendable, Equatable, Codable {
        var isNotes: Bool
        /// Nil for the whole family.
        var child: String?

        var required: RequiredPermission {
            RequiredPermission(.read, isNotes ? .notes : .studio, child: child.flatMap { EntityID(text: $0) })
        }
    }

    enum State: Sendable, Equatable {
        case waiting
        case running(done: Int, all: Int)
        case ready(ExportFacts)
        /// One sentence.
        case failed(String)
        case cancelled

        var word: String {
            switch self {
            case .waiting: "waiting"
            case .running: "running"
            case .ready: "ready"
            case .failed: "failed"
            case .cancelled: "cancelled"
            }
        }

        var isReady: Bool { if case .ready = self { true } else { false } }

        var isOver: Bool {
            switch self {
            case .waiting, .running: false
            case .ready, .failed, .cancelled: true
            }
        }
    }

    func write(to json: inout JSONWriter) {
        Self.write(
            id, kind: order.subject.kind.rawValue, format: order.format.rawValue, state, expires: expires, to: &json)
    }

    static func write(
        _ id: EntityID, kind: String, format: String, _ state: State, expires: Instant, to json: inout JSONWriter
    ) {
        json.object { json in
            json.field("export", id.text)
            json.field("kind", kind)
            json.field("format", format)
            json.field("state", state.word)
            switch state {
            case .running(let done, let all):
                json.field("done", done)
                json.field("all", all)
            case .ready(let facts):
                json.field("name", facts.name)
                json.field("mediaType", facts.mediaType)
                json.field("sizeBytes", facts.sizeBytes)
                json.field("notes", facts.notes)
            case .failed(let reason): json.field("reason", reason)
            case .waiting, .cancelled: break
            }
            json.field("expires", expires.text)
        }
    }
}

/// The facts about a file that is ready, as they lie before its bytes.
struct ExportFacts: Sendable, Equatable, Codable {
    var kind: String
    var format: String
    /// Microseconds since 1970 at which it is over.
    var expires: Int64
    var name: String
    var mediaType: String
    var sizeBytes: Int
    var notes: [String]
    /// The person who asked for it.
    var user: String
    var area: ExportJob.Area

    /// The file as it is kept: the number of bytes of the facts, four of them, the facts, the bytes.
    func kept(with bytes: [UInt8]) throws -> [UInt8] {
        let facts = Array(try JSONEncoder().encode(self))
        let count = (0..<4).map { UInt8(facts.count >> (8 * $0) & 0xFF) }
        return count + facts + bytes
    }

    /// Nil for what was never kept so.
    static func read(_ kept: [UInt8]) -> (facts: ExportFacts, bytes: [UInt8])? {
        guard kept.count >= 4 else { return nil }
        let count = (0..<4).reduce(0) { $0 | Int(kept[$1]) << (8 * $1) }
        guard count <= kept.count - 4,
            let facts = try? JSONDecoder().decode(ExportFacts.self, from: Data(kept[4..<(4 + count)]))
        else { return nil }
        return (facts, Array(kept[(4 + count)...]))
    }
}
