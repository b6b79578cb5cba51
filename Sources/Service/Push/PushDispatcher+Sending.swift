import Accounts
import Foundation
import Kernel
import NIOCore
import Runtime

extension PushDispatcher {
    /// Sends one message to one device.
    ///
    /// - Parameter failures: before; where one of several addresses does not answer, the next is tried.
    nonisolated func send(
        _ message: PushMessage, to target: Target, as identity: PushIdentity, failures: Int = 0
    ) async -> WebhookHTTPSender.Reply {
        do {
            let address = try WebhookAddress(target.push.endpoint)
            guard !address.isClear, let origin = address.origin else { return .init(outcome: .insecure) }
            let places = try await webhooks.places(of: address, for: target.user)
            let encryption = try PushEncryption(key: target.push.key, secret: target.push.secret.bytes)
            let body = ByteBuffer(bytes: try encryption.body(of: message.bytes))
            let now = pool.runtime.now()
            let headers = message.headers(at: now) + [("Authorization", try identity.authorization(for: origin, at: now))]
            let line = WebhookHTTPSender(
                to: address, at: places[failures % places.count], trusting: pool.configuration.text(.webhookTrust),
                seconds: pool.configuration.number(.webhookSeconds))
            let reply = await webhooks.sends.pass(as: target.user) { await line.send(body, headers: headers) }
            await line.close()
            return reply
        } catch let fault as WebhookFault {
            return .init(outcome: fault == .unknownHost ? .unknownHost : .privateAddress)
        } catch {
            logger.error("a notification could not be made", error: error)
            return .init(outcome: .unreachable)
        }
    }

    /// Sends a notification that tells nothing, to see whether it arrives.
    ///
    /// - Returns: nil for a device that is not notified.
    func ping(_ device: UserDeviceID) async throws -> WebhookHTTPSender.Reply? {
        let now = pool.runtime.now()
        guard let (user, push) = await pool.book.state.model.push(on: device, at: now) else { return nil }
        let message = PushMessage(
            title: "Notifications arrive on this device", link: "/", tag: "ping", instant: now, isUrgent: true)
        let target = Target(device: device, user: user, push: push)
        let reply = await send(message, to: target, as: try await known())
        count(reply.outcome)
        if reply.isGone { _ = await end(target) }
        return reply
    }
}

extension WebhookHTTPSender.Reply {
    /// True if the push service says that the subscription is gone for good (RFC 8030, section 7.3).
    var isGone: Bool { outcome == .gone || status == 404 }

    /// True if trying again changes nothing.
    var isFinal: Bool {
        if outcome == .privateAddress { return true }
        guard let status else { return false }
        return (400..<500).contains(status) && ![408, 429].contains(status)
    }
}

extension WebhookAddress {
    /// Scheme, host and port, as a push service knows itself; nil where there is none.
    var origin: String? {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme, let host = parts.percentEncodedHost else {
            return nil
        }
        return "\(scheme)://\(host.lowercased())" + (parts.port.map { ":\($0)" } ?? "")
    }
}
