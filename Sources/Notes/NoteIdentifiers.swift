package import Kernel

package enum Folder {}
package enum Ink {}
package enum AttachedFile {}

package typealias FolderID = Identifier<Folder>
package typealias NoteID = Identifier<Note>
package typealias InkID = Identifier<Ink>
package typealias StrokeID = Identifier<Stroke>
package typealias AttachmentID = Identifier<AttachedFile>
