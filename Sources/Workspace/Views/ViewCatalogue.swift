package import Kernel

/// Every view there is, a file per domain.
package enum ViewCatalogue {
    package static let all = notes + boards + captures + studio + across

    /// The view of a path below a workspace, such as `/boards/0190…/archive`, and what the path names.
    ///
    /// - Returns: nil where no view has such a path.
    /// - Throws: `ViewFault` for a part of it that must be an identifier and is none.
    /// - Complexity: O(views).
    package static func find(
        _ path: String
    ) throws(ViewFault) -> (view: ViewDeclaration, identifiers: [(name: String, id: EntityID)])? {
        let asked = segments(of: path)
        for view in all {
            let declared = segments(of: view.path)
            guard declared.count == asked.count else { continue }
            var names: [(name: String, text: String)] = []
            var isSame = true
            for (own, others) in zip(declared, asked) where isSame {
                if own.utf8.first == UInt8(ascii: "{") {
                    names.append((String(decoding: Array(own.utf8.dropFirst().dropLast()), as: UTF8.self), others))
                } else if own != others {
                    isSame = false
                }
            }
            guard isSame else { continue }
            var identifiers: [(name: String, id: EntityID)] = []
            for (name, text) in names {
                guard let id = EntityID(text: text) else { throw ViewRequest.badIdentifier(name) }
                identifiers.append((name, id))
            }
            return (view, identifiers)
        }
        return nil
    }

    /// The view that the OpenAPI document calls so.
    package static func named(_ name: String) -> ViewDeclaration? { all.first { $0.name == name } }
}
