package import Kernel

package typealias BoardID = Identifier<Board>
package typealias ColumnID = Identifier<Column>
package typealias CardID = Identifier<Card>
package typealias ChecklistItemID = Identifier<ChecklistItem>
package typealias CommentID = Identifier<Comment>
