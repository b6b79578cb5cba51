import Foundation
public import Kernel
import Runtime
import Studio
import Workspace

/// A point in the history of a workspace.
public enum HistoryMoment: Hashable, Sendable {
    /// As of the last event.
    case now
    /// Right after the event at a position.
    case position(Position)
    /// Right after everything that had happened by a time.
    case time(Instant)

    var moment: Runtime.Moment? {
        switch self {
        case .now: nil
        case .position(let position): .sequence(position.sequence)
        case .time(let instant): .time(instant)
        }
    }
}

/// One view, as people and as programs read it.
public struct RenderedView: Sendable, Equatable {
    /// As `daybook show` prints it.
    public let text: String
    /// Canonical JSON: the very bytes that the service sends.
    public let json: String

    /// Reads the JSON into a type of one's own; members that it does not ask for are passed over.
    public func decoded<Value: Decodable>(as _: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(json.utf8))
    }
}

/// A view that can be asked for.
public struct ViewDescription: Sendable, Equatable {
    /// Such as `/boards/{board}/archive`; an identifier stands in the place of each name in braces.
    public let path: String
    /// One line for people.
    public let summary: String
    /// The names of what may stand behind a question mark, such as `limit`.
    public let parameters: [String]
}

extension WorkspaceReader {
    /// Every view there is.
    public static var views: [ViewDescription] {
        ViewCatalogue.all.map { view in
            ViewDescription(path: view.path, summary: view.summary, parameters: view.query.map { "\($0.name)" })
        }
    }

    /// One view, as it was at a moment.
    ///
    /// - Parameters:
    ///   - path: one of ``views``, with identifiers in it and a query behind it: `/boards/01a2…/archive`, `/recent?limit=5`.
    ///   - moment: now, or any moment of the past.
    /// - Throws: ``StoreError/nothingNamed(path:name:reason:)`` where no view has such a path or there is no such thing to be
    ///   seen, ``StoreError/noSuchPosition(path:_:last:)`` for a position that is to come; a
    ///   time that is to come is now.
    /// - Complexity: O(size of the view) now; O(events since the nearest snapshot) at a position, O(all events) at a time.
    public func view(
        _ path: String, at moment: HistoryMoment = .now
    ) async throws(StoreError) -> RenderedView {
        let parts = path.split(separator: "?", maxSplits: 1).map { String($0) }
        let view = try await everything(at: moment)
        do throws(ViewFault) {
            guard let (declared, identifiers) = try ViewCatalogue.find(parts.first ?? "") else {
                throw ViewFault("path", "no view has this path; WorkspaceReader.views lists them")
            }
            let query = try ViewQuery(parsing: parts.count > 1 ? parts[1] : "", declared.query)
            let day = utcDay(moment.instant ?? .now)
            var request = ViewRequest(view, identifiers: identifiers, query: query, today: day)
            guard let output = try declared.show(&request, as: [.json, .text]) else {
                throw ViewFault("path", "there was no such thing at that moment")
            }
            return RenderedView(text: output.text, json: String(decoding: output.json, as: UTF8.self))
        } catch {
            throw .nothingNamed(path: self.path, name: path, reason: error.message)
        }
    }

    /// All views at a moment.
    func everything(at moment: HistoryMoment) async throws(StoreError) -> WorkspaceView {
        let workspace = workspace
        guard let moment = moment.moment else { return await workspace.view }
        return try await events.core.run { try workspace.view(at: moment) }
    }
}

extension HistoryMoment {
    fileprivate var instant: Instant? {
        guard case .time(let instant) = self else { return nil }
        return instant
    }
}
