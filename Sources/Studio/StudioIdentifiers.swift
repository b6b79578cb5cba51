package import Kernel

package enum ChildProfile {}
package enum ArtworkPiece {}
package enum ArtworkImage {}
package enum ArtAlbum {}
package enum ArtAnalysis {}
package enum AnalysisTip {}
package enum ArtStory {}
package enum FamilyMilestone {}

package typealias ChildID = Identifier<ChildProfile>
package typealias ArtworkID = Identifier<ArtworkPiece>
package typealias ImageID = Identifier<ArtworkImage>
package typealias AlbumID = Identifier<ArtAlbum>
package typealias AnalysisID = Identifier<ArtAnalysis>
package typealias TipID = Identifier<AnalysisTip>
package typealias StoryID = Identifier<ArtStory>
package typealias MilestoneID = Identifier<FamilyMilestone>
