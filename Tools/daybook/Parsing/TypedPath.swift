import Kernel
import Notes
import Workspace

/// The name of a new thing as it is typed: `Physics`, or behind the names of what it goes into: `Uni/Physics`.
///
/// A slash that belongs to a name is written `\/`.
struct TypedPath {
    /// The names of what it goes into, outermost first.
    let parents: [String]
    let name: Name

    /// - Throws: `NameFault` for a part that cannot be a name, such as an empty one.
    init(_ typed: String) throws {
        var parts = [""]
        var isEscaped = false
        for scalar in typed.unicodeScalars {
            if isEscaped {
                if scalar != "/" { parts[parts.count - 1] += "\\" }
                parts[parts.count - 1].unicodeScalars.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "/" {
                parts.append("")
            } else {
                parts[parts.count - 1].unicodeScalars.append(scalar)
            }
        }
        if isEscaped { parts[parts.count - 1] += "\\" }
        // `/Uni` is `Uni` at the top.
        if parts.count > 1, parts[0].isEmpty { parts.removeFirst() }
        name = try Name(parts.removeLast())
        parents = try parts.map { try Name($0).text }
    }

    /// The path as it is typed, which any REF takes.
    var text: String { typedPath(parents + [name.text]) }

    /// The folder that the thing goes into, and the commands that make what is missing of it.
    ///
    /// - Parameters:
    ///   - base: the folder that the path begins in; nil for the top.
    ///   - isMaking: makes the folders that are missing.
    /// - Throws: `Problem` that names the first missing folder, unless `isMaking`.
    func folder(
        in base: FolderID?, of view: WorkspaceView, isMaking: Bool, mint: () -> FolderID
    ) throws -> (id: FolderID?, commands: [WorkspaceCommand]) {
        var names = base.map { view.notes.trail(to: $0).compactMap { view.notes.tree[$0]?.name.text } } ?? []
        var folder = base
        var commands: [WorkspaceCommand] = []
        for part in parents {
            names.append(part)
            if commands.isEmpty, let known = view.notes.folder(atPath: names) {
                folder = known
                continue
            }
            guard isMaking else {
                throw Problem(
                    .notFound,
                    "There is no folder \(typedPath(names)). Add --parents to create it, or write \\/ for a "
                        + "slash that belongs to the name.")
            }
            let id = mint()
            commands.append(.notes(.createFolder(id, name: try Name(part), in: folder)))
            folder = id
        }
        return (folder, commands)
    }
}
