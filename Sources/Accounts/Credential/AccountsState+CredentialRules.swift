import Kernel

// The rules of devices, sessions and tokens.
extension AccountsState {
    func add(_ id: UserDeviceID, of owner: UserID, name: Name) throws(AccountRefusal) -> [AccountEvent] {
        let known = model.devices[id]
        if let known, known.user != owner { throw .identifierTaken(id.entity) }
        if let known, !known.isWithdrawn { return [] }
        if known == nil { try checkIsNew(id.entity) }
        _ = try user(owner)
        try check(name)
        if let known {
            return (known.name == name ? [] : [.deviceRenamed(id, name: name)]) + [.deviceReinstated(id)]
        }
        var usable = 0
        for device in model.devices(of: owner) where model.devices[device]?.isUsable ?? false { usable += 1 }
        guard usable < User.devicesMax else { throw .tooMany(.devices, max: User.devicesMax) }
        return [.deviceAdded(id, of: owner, name: name)]
    }

    func rename(_ id: UserDeviceID, to name: Name) throws(AccountRefusal) -> [AccountEvent] {
        guard try device(id).name != name else { return [] }
        try check(name)
        return [.deviceRenamed(id, name: name)]
    }

    func revoke(_ id: UserDeviceID) throws(AccountRefusal) -> [AccountEvent] {
        let device = try device(id)
        guard !device.isRevoked else { return [] }
        return sessionRevocations(of: device.user) { $0.device == id } + [.deviceRevoked(id)]
    }

    func open(
        _ id: SessionID, of owner: UserID, on device: UserDeviceID, _ secret: SecretDigest, at now: Instant,
        expires: Instant
    ) throws(AccountRefusal) -> [AccountEvent] {
        if let known = model.sessions[id] {
            guard known.user == owner, known.secret == secret else { throw .identifierTaken(id.entity) }
            return []
        }
        try checkIsNew(id.entity)
        _ = try user(owner)
        let found = try self.device(device)
        guard found.user == owner else { throw .noSuchDevice(device) }
        guard !found.isRevoked else { throw .deviceRevoked(device, found.name) }
        guard now < expires else { throw .expired }
        try check(secret)
        var open = 0
        for session in model.sessions(of: owner) where model.sessions[session]?.isOpen(at: now) ?? false { open += 1 }
        guard open < User.sessionsMax else { throw .tooMany(.sessions, max: User.sessionsMax) }
        return [.sessionOpened(id, of: owner, on: device, secret: secret, expires: expires)]
    }

    func revoke(_ id: SessionID) throws(AccountRefusal) -> [AccountEvent] {
        try session(id).isRevoked ? [] : [.sessionRevoked(id)]
    }

    func signOut(_ id: UserID, keeping kept: SessionID?) throws(AccountRefusal) -> [AccountEvent] {
        _ = try user(id)
        return revocations(ofSessionsOf: id, keeping: kept)
    }

    func revocations(ofSessionsOf user: UserID, keeping kept: SessionID?) -> [AccountEvent] {
        sessionRevocations(of: user) { _ in true }.filter {
            guard case .sessionRevoked(let id) = $0 else { return true }
            return id != kept
        }
    }

    private func sessionRevocations(of user: UserID, where isMeant: (Session) -> Bool) -> [AccountEvent] {
        var events: [AccountEvent] = []
        for id in model.sessions(of: user) {
            if let session = model.sessions[id], !session.isRevoked, isMeant(session) {
                events.append(.sessionRevoked(id))
            }
        }
        return events
    }
}

extension AccountsState {
    func issue(
        _ id: TokenID, of owner: UserID, name: Name, _ secret: SecretDigest, _ scopes: [Scope], at now: Instant,
        expires: Instant?
    ) throws(AccountRefusal) -> [AccountEvent] {
        if let known = model.tokens[id] {
            guard known.user == owner, known.secret == secret else { throw .identifierTaken(id.entity) }
            return []
        }
        try checkIsNew(id.entity)
        _ = try user(owner)
        try check(name)
        let scopes = Scope.allCases.filter { $0 != .nothing && scopes.contains($0) }
        guard !scopes.isEmpty else { throw .noScope }
        if let expires, expires <= now { throw .expired }
        try check(secret)
        var good = 0
        for token in model.tokens(of: owner) where model.tokens[token]?.isGood(at: now) ?? false { good += 1 }
        guard good < User.tokensMax else { throw .tooMany(.tokens, max: User.tokensMax) }
        return [.tokenIssued(id, of: owner, name: name, secret: secret, scopes: scopes, expires: expires)]
    }

    func rename(_ id: TokenID, to name: Name) throws(AccountRefusal) -> [AccountEvent] {
        guard try token(id).name != name else { return [] }
        try check(name)
        return [.tokenRenamed(id, name: name)]
    }

    func revoke(_ id: TokenID) throws(AccountRefusal) -> [AccountEvent] {
        try token(id).isRevoked ? [] : [.tokenRevoked(id)]
    }
}
