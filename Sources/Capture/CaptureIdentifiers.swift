package import Kernel

package enum CapturedItem {}
package enum ItemCollection {}
package enum ItemTag {}
package enum OrganiseRun {}
package enum OrganiseSuggestion {}

package typealias ItemID = Identifier<CapturedItem>
package typealias CollectionID = Identifier<ItemCollection>
package typealias TagID = Identifier<ItemTag>
package typealias RunID = Identifier<OrganiseRun>
package typealias SuggestionID = Identifier<OrganiseSuggestion>
