package import Kernel

package enum RegisteredUser {}
package enum SignedInSession {}
package enum AccessToken {}
package enum OwnedWorkspace {}
package enum SentInvitation {}
package enum MadeShareLink {}
package enum KnownDevice {}
package enum VisitingGuest {}
package enum RegisteredWebhook {}
package enum OpenedJournal {}

package typealias UserID = Identifier<RegisteredUser>
package typealias SessionID = Identifier<SignedInSession>
package typealias TokenID = Identifier<AccessToken>
package typealias WorkspaceID = Identifier<OwnedWorkspace>
package typealias InvitationID = Identifier<SentInvitation>
package typealias ShareLinkID = Identifier<MadeShareLink>
package typealias UserDeviceID = Identifier<KnownDevice>
package typealias GuestID = Identifier<VisitingGuest>
package typealias WebhookID = Identifier<RegisteredWebhook>
package typealias JournalID = Identifier<OpenedJournal>
