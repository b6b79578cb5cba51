import Kernel
import Studio

/// A letter with a share link in it, to one address. Requirement J-464.
struct ShareLetter: Sendable {
    /// The name of its sender, as the account is called.
    let sender: String
    let title: String
    let link: String
    let expires: Instant
    let hasPassword: Bool
    let id: String

    /// Letters of a person in a day: enough for grandparents, too few for advertising.
    static let perDay = 20

    func message(to address: String, from: String, at now: Instant) -> MailMessage {
        let day = utcDay(expires).text
        var text = "\(MailMessage.oneLine(sender)) shares \"\(MailMessage.oneLine(title))\" with you:\n\n\(link)\n\n"
        text += "Nobody needs an account to look at it. The link is good until \(day)."
        if hasPassword { text += " It asks for a password, which is not in this letter." }
        text += "\n\n--\nThis letter was sent once, because \(MailMessage.oneLine(sender)) asked for it. Nobody is on a list.\n"
        let place = from.split(separator: "@").last.map(String.init) ?? "localhost"
        return MailMessage(
            from: from, to: address, subject: "\(sender) shares \"\(title)\" with you", date: now,
            identifier: "share-\(id)@\(place)", text: text, unsubscribe: nil)
    }
}
