package import Kernel

// The rules of notifications on devices.
extension AccountsState {
    func subscribe(_ id: UserDeviceID, _ push: PushSubscription) throws(AccountRefusal) -> [AccountEvent] {
        let push = push.normalised
        let device = try device(id)
        if let known = device.push, known.isSame(as: push) { return [] }
        guard !device.isRevoked else { throw .deviceRevoked(id, device.name) }
        guard push.hasEndpoint else { throw .badPush(.endpoint) }
        guard push.hasKey else { throw .badPush(.key) }
        guard push.secret.isWhole else { throw .badPush(.secret) }
        guard !push.topics.isEmpty else { throw .badPush(.topics) }
        // A browser has one endpoint: with another account signed in there, the one before is notified there no more.
        let others = model.notifiedDevices.filter { other in
            other != id && (model.devices[other]?.push?.endpoint.utf8.elementsEqual(push.endpoint.utf8) ?? false)
        }
        return others.map { .pushEnded($0) } + [.pushSubscribed(id, push)]
    }

    func endPush(_ id: UserDeviceID) throws(AccountRefusal) -> [AccountEvent] {
        try device(id).push == nil ? [] : [.pushEnded(id)]
    }
}

extension AccountsModel {
    /// Returns where a device is notified at a moment; nil where it is not, or nobody is signed in there.
    package func push(on id: UserDeviceID, at now: Instant) -> (user: UserID, subscription: PushSubscription)? {
        guard let device = existing(id), device.isUsable, let push = device.push, existing(device.user) != nil else {
            return nil
        }
        let isSignedIn = sessions(of: device.user).contains { session in
            sessions[session].map { $0.device == id && $0.isOpen(at: now) } ?? false
        }
        return isSignedIn ? (device.user, push) : nil
    }
}
