import Accounts
import Foundation
import Hummingbird
import Kernel
import Runtime
import Workspace

extension RouteTable {
    private static let path = "/v1/account/notifications"
    private static let topics = PushTopic.allCases.filter { $0 != .nothing }

    /// Notifications on one's devices, by Web Push. Requirement J-210.
    static let notifications: [Route] = [
        Route(
            .get, path, "listNotifications",
            "The key that a browser subscribes with, and the devices of the account that are notified.", .account(.read)
        ) { try await $0.listNotifications() },
        Route(
            .put, path, "subscribePush",
            "Notifies the device that asks from now on, by what its browser's subscription says.", .account(.administer),
            body: [
                FieldShape(
                    "endpoint", .text(bytesMax: PushSubscription.endpointBytesMax), "The address at its push service."),
                FieldShape("p256dh", .text(bytesMax: 128), "Its public key, in base64url."),
                FieldShape("auth", .text(bytesMax: 64), "Its secret, in base64url."),
                FieldShape("topics", .words(topics.map { spelled($0.fieldName) }), "Of what; everything by default.")
                    .optional,
            ], answer: .nothing
        ) { try await $0.subscribePush() },
        Route(
            .delete, path + "/{device}", "endPush", "Notifies a device of nothing any more.", .account(.administer),
            answer: .nothing
        ) { try await $0.perform(.endPush(try $0.identifier("device"))) },
        Route(
            .post, path + "/{device}/ping", "pingPush",
            "Sends a device a notification that tells nothing, and says what its push service answered.",
            .account(.administer)
        ) { try await $0.pingPush() },
    ]
}

extension Call {
    fileprivate func listNotifications() async throws -> Response {
        let caller = try signedIn()
        let key = try await service.push.known().publicKey
        let model = accounts.model
        return .json { json in
            json.object { json in
                json.field("key", key)
                json.key("devices")
                let devices = model.devices(of: caller.user).compactMap { id in
                    model.existing(id).flatMap { device in device.push.map { (id: id, name: device.name, push: $0) } }
                }
                json.array(devices) { json, device in
                    json.object { json in
                        json.field("device", device.id.text)
                        json.field("name", device.name.text)
                        // The rest of the address stays secret.
                        json.field("service", (try? WebhookAddress(device.push.endpoint))?.host ?? "")
                        json.field("topics", device.push.topics.map { spelled($0.fieldName) })
                        json.field("since", device.push.since.text)
                        json.field("signedIn", model.push(on: device.id, at: now) != nil)
                    }
                }
            }
        }
    }

    fileprivate func subscribePush() async throws -> Response {
        let caller = try signedIn()
        guard caller.session != nil else { throw AuthorizationError.notForTokens }
        let push = try subscription()
        do {
            let address = try WebhookAddress(push.endpoint)
            guard !address.isClear else { throw AccountRefusal.badPush(.endpoint) }
            // Checked again before each message; here, so that the sender learns of it.
            _ = try await service.webhooks.places(of: address, for: caller.user)
        } catch let fault as WebhookFault {
            throw ProblemDocument(
                .unprocessableContent, "badPush", fault.message(about: "endpoint"), field: "endpoint")
        }
        return try await perform(.subscribePush(caller.device.as(KnownDevice.self), push))
    }

    private func subscription() throws -> PushSubscription {
        let key = Data(base64URL: body.required("p256dh")).map { Array($0) } ?? []
        let secret = Data(base64URL: body.required("auth")).map { Array($0) } ?? []
        guard (try? PushEncryption(key: key, secret: secret)) != nil else { throw AccountRefusal.badPush(.key) }
        let words = body.texts("topics")
        let topics = PushTopic.allCases.filter { !body.has("topics") || words.contains(spelled($0.fieldName)) }
        return PushSubscription(
            endpoint: body.required("endpoint"), key: key, secret: PushSecret(bytes: secret), topics: topics, since: now)
    }

    fileprivate func pingPush() async throws -> Response {
        let device: UserDeviceID = try identifier("device")
        guard accounts.model.existing(device)?.user == (try signedIn().user),
            let reply = try await service.push.ping(device)
        else { throw AccountRefusal.noSuchDevice(device) }
        return .json { json in
            json.object { json in
                json.field("outcome", reply.outcome.rawValue)
                json.key("status")
                if let status = reply.status { json.value(status) } else { json.null() }
            }
        }
    }
}
