package import Kernel

/// A drawing within a note. What is drawn are its strokes; where it stands, its anchor in the text says.
package enum Ink {}

package typealias FolderID = Identifier<Folder>
package typealias NoteID = Identifier<Note>
package typealias InkID = Identifier<Ink>
package typealias StrokeID = Identifier<Stroke>
