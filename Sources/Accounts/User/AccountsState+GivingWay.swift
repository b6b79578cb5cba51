package import Kernel

extension AccountsState {
    /// Returns the devices and sessions that a person gives up to sign in once more, where they have as many as one may have;
    /// nothing while there is room. Nobody is shut out by what they signed in on long ago.
    ///
    /// Of devices those go first that nobody is signed in on, then those that were signed in on the longest ago; of
    /// sessions, the oldest.
    ///
    /// - Parameter isOnNewDevice: one device is added with the session.
    /// - Complexity: O(devices and sessions of the person, with those that are over).
    package func givenUp(
        bySigningIn user: UserID, onNewDevice isOnNewDevice: Bool, at now: Instant
    ) -> [AccountCommand] {
        var open = model.sessions(of: user).filter { model.sessions[$0]?.isOpen(at: now) ?? false }
        var commands: [AccountCommand] = []
        if isOnNewDevice {
            let lost = devicesLongestAway(of: user, open: open)
            commands += lost.map { .revokeDevice($0) }
            open.removeAll { session in model.sessions[session].map { lost.contains($0.device) } ?? false }
        }
        return commands + open.prefix(max(0, open.count + 1 - User.sessionsMax)).map { .revokeSession($0) }
    }

    /// As many as are too many for one more.
    private func devicesLongestAway(of user: UserID, open: [SessionID]) -> [UserDeviceID] {
        let usable = model.devices(of: user).filter { model.devices[$0]?.isUsable ?? false }
        guard usable.count >= User.devicesMax else { return [] }
        var lastOpened: [UserDeviceID: Int] = [:]
        for (place, id) in open.enumerated() {
            if let session = model.sessions[id] { lastOpened[session.device] = place }
        }
        let byAbsence = usable.enumerated().sorted { a, b in
            (lastOpened[a.element] ?? -1, a.offset) < (lastOpened[b.element] ?? -1, b.offset)
        }
        return byAbsence.prefix(usable.count + 1 - User.devicesMax).map { $0.element }
    }
}
