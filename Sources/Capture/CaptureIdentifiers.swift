package import Kernel

package typealias ItemID = Identifier<CapturedItem>
package typealias CollectionID = Identifier<ItemCollection>
package typealias TagID = Identifier<ItemTag>
package typealias PromptID = Identifier<Prompt>
package typealias RunID = Identifier<OrganiseRun>
package typealias SuggestionID = Identifier<OrganiseSuggestion>
