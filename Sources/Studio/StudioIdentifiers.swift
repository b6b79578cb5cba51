package import Kernel

package typealias ChildID = Identifier<Child>
package typealias ArtworkID = Identifier<Artwork>
package typealias ImageID = Identifier<ArtImage>
package typealias AlbumID = Identifier<Album>
package typealias AnalysisID = Identifier<Analysis>
package typealias TipID = Identifier<Tip>
package typealias StoryID = Identifier<Story>
package typealias MilestoneID = Identifier<Milestone>
package typealias FamilyID = Identifier<StudioModel>

extension Identifier where Kind == StudioModel {
    /// The family itself, of which a workspace has one: what the reminders and the consents for all children are about.
    package static var ours: FamilyID { FamilyID(hi: 0x7000, lo: 0x8000_0000_4641_4D59) }
}
