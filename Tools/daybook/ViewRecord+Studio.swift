import Kernel
import Studio
import Workspace

extension WorkspaceView {
    /// The views of a family's studio, but for what depends on the day it is looked at.
    var studioFiles: [SnapshotFile] {
        let family = studio.family
        var files = [
            SnapshotFile("children", studio.children(name: name)), SnapshotFile("gallery", studio.gallery()),
            SnapshotFile("albums", studio.albums()), SnapshotFile("stories", studio.stories(name: name)),
            SnapshotFile("tips", studio.tips()), SnapshotFile("milestones", studio.milestones(hidden: true)),
            SnapshotFile("consents", studio.consents(name: name)), SnapshotFile("reminders", studio.reminders()),
            SnapshotFile("duplicates", studio.duplicates()), SnapshotFile("storage", studio.storage()),
            SnapshotFile("studio-trash", studio.trash(name: name)),
        ]
        for id in family.children.ids.sorted() {
            if let reading = studio.heatmap(of: id) { files.append(SnapshotFile("heatmaps/\(id.text)", reading)) }
        }
        for id in family.artworks.ids.sorted() {
            guard let reading = studio.artwork(id, name: name) else { continue }
            files.append(SnapshotFile("artworks/\(id.text)", reading))
        }
        for id in family.albums.ids.sorted() {
            if let reading = studio.album(id, name: name) { files.append(SnapshotFile("albums/\(id.text)", reading)) }
        }
        for id in family.stories.ids.sorted() {
            if let reading = studio.story(id, name: name) { files.append(SnapshotFile("stories/\(id.text)", reading)) }
        }
        return files
    }
}
