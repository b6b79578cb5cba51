import Kernel
package import Studio

/// The part of the workspace that the asker may see: a query finds nothing outside it.
package struct SearchScope: Sendable, Equatable {
    package var areas: [RequiredPermission.Area]
    /// The children whose things in the studio are seen; nil for the whole family's. A person invited for some children sees no
    /// albums, and a story only when all of its pictures are theirs.
    package var children: [ChildID]?

    package init(areas: [RequiredPermission.Area], children: [ChildID]? = nil) {
        self.areas = areas
        self.children = children
    }

    package static var everything: SearchScope { SearchScope(areas: RequiredPermission.Area.allCases) }

    /// - Complexity: O(1), but for a story O(its pictures).
    package func admits(_ referent: EntityRef, in view: WorkspaceView) -> Bool {
        switch referent {
        case .folder, .note: return areas.contains(.notes)
        case .board, .column, .card: return areas.contains(.boards)
        case .item, .collection: return areas.contains(.captures)
        case .child, .artwork, .album, .story:
            guard areas.contains(.studio) else { return false }
            guard let children else { return true }
            return view.isOf(children, referent)
        }
    }
}

extension WorkspaceView {
    fileprivate func isOf(_ children: [ChildID], _ referent: EntityRef) -> Bool {
        switch referent {
        case .child(let id): return children.contains(id)
        case .artwork(let id): return studio.model.artworks[id].map { children.contains($0.child) } ?? false
        case .story(let id):
            guard let story = studio.model.stories[id] else { return false }
            var count = 0
            for version in story.versions {
                for artwork in version.request.artworks {
                    count += 1
                    guard let child = studio.model.artworks[artwork]?.child, children.contains(child) else {
                        return false
                    }
                }
            }
            return count > 0
        default: return false
        }
    }
}
