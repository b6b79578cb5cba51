import Foundation
import Glibc
import Kernel
import Runtime

/// The things of the list that was shown last on this terminal, by their numbers: `daybook item done 3`.
///
/// Kept in the state directory of the person, one file for each terminal; never in the data, which reading does not change.
struct ShownList: Codable {
    /// The data directory or the service, and the workspace in it.
    let place: String
    /// Identifiers, the first of which is number 1.
    let things: [String]

    /// The list that references of this run are looked up in; nil where none of its place was shown.
    @TaskLocal static var last: ShownList?

    /// The most lines that are numbered.
    private static let thingsMax = 10_000
    /// Lists of terminals that were closed are removed after this time.
    private static let secondsKept: TimeInterval = 7 * 86_400

    init(_ things: [EntityID], in place: String) {
        self.place = place
        self.things = things.prefix(Self.thingsMax).map(\.text)
    }

    /// The list that was shown last on this terminal; nil where none was, it is of another place, or it cannot be read.
    init?(of place: String, environment: [String: String]) {
        guard let path = Self.path(environment), let data = FileManager.default.contents(atPath: path),
            let list = try? JSONDecoder().decode(ShownList.self, from: data), list.place == place
        else { return nil }
        self = list
    }

    /// The thing with a number that somebody typed.
    func thing(_ typed: String) -> EntityID? {
        guard typed.utf8.count <= 5, typed.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(typed), things.indices.contains(number - 1)
        else { return nil }
        return EntityID(text: things[number - 1])
    }

    /// Keeps the list.
    ///
    /// - Returns: false where it cannot be kept; the numbers would mean nothing then.
    func keep(environment: [String: String]) -> Bool {
        guard let path = Self.path(environment), let data = try? JSONEncoder().encode(self) else { return false }
        let folder = (path as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch { return false }
        Self.removeOld(in: folder)
        return true
    }

    /// `$XDG_STATE_HOME/daybook/shown-SESSION.json`, where a session is what a terminal begins.
    private static func path(_ environment: [String: String]) -> String? {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let root = state ?? environment["HOME"].map({ $0 + "/.local/state" }) else { return nil }
        return "\(root)/daybook/shown-\(getsid(0)).json"
    }

    private static func removeOld(in folder: String) {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix("shown-") {
            let path = folder + "/" + name
            guard let written = try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date,
                written.timeIntervalSinceNow < -secondsKept
            else { continue }
            try? files.removeItem(atPath: path)
        }
    }
}
