package import Kernel

/// One account as its person sees it: no secret, and nobody else's business.
package struct AccountView: CanonicalView, Sendable, Equatable {
    package var id: UserID
    package var email: String
    package var name: String?
    package var plan: Plan
    package var aiRunsPerMonthMax: Int?
    package var storageBytesMax: Int?
    package var features: [String]
    package var preferences: Preferences
    package var devices: [DeviceLine] = []
    package var sessions: [SessionLine] = []
    package var tokens: [TokenLine] = []
    package var workspaces: [WorkspaceLine] = []
    package var registered: NamedAttribution?

    package struct DeviceLine: Sendable, Equatable {
        package var id: UserDeviceID
        package var name: String
        /// The topics that it is notified of; none where it is not.
        package var notifications: [String]
        package var isRevoked: Bool
        package var added: NamedAttribution?
    }

    package struct SessionLine: Sendable, Equatable {
        package var id: SessionID
        package var device: String
        package var secret: String
        package var expires: Instant
        package var isRevoked: Bool
        package var opened: NamedAttribution?
    }

    package struct TokenLine: Sendable, Equatable {
        package var id: TokenID
        package var name: String
        package var secret: String
        package var scopes: [String]
        package var expires: Instant?
        package var isRevoked: Bool
        package var issued: NamedAttribution?
    }

    package struct WorkspaceLine: Sendable, Equatable {
        package var id: WorkspaceID
        package var name: String
        package var role: Role
        package var reach: MemberReach
        package var isClosed: Bool
    }
}

extension AccountView {
    package var text: String {
        var lines = Lines()
        lines.add(0, name ?? email)
        lines.fact(1, "e-mail", email)
        lines.fact(1, "plan", spelled(plan.fieldName))
        lines.fact(1, "AI runs", aiRunsPerMonthMax.map { "at most " + String($0) + " a month" } ?? "")
        lines.fact(1, "storage", storageBytesMax.map { "at most " + sizeWords($0) } ?? "without limit")
        for feature in features { lines.fact(1, "feature", feature) }
        lines.fact(1, "registered", registered.map { $0.instant.text } ?? "")
        addPreferences(to: &lines)
        if !devices.isEmpty { lines.add(1, "devices") }
        for device in devices {
            let topics = device.notifications.isEmpty ? "" : "notified of " + list(device.notifications)
            lines.add(
                2, device.name, topics, device.isRevoked ? "revoked" : "", device.added.map { $0.instant.text } ?? "")
        }
        if !sessions.isEmpty { lines.add(1, "sessions") }
        for session in sessions {
            lines.add(
                2, session.secret + "…", session.device,
                session.isRevoked ? "signed out" : "until " + session.expires.text)
        }
        if !tokens.isEmpty { lines.add(1, "tokens") }
        for token in tokens {
            lines.add(
                2, token.name, token.secret + "…", list(token.scopes),
                token.isRevoked ? "revoked" : token.expires.map { "until " + $0.text } ?? "until revoked")
        }
        if !workspaces.isEmpty { lines.add(1, "workspaces") }
        for workspace in workspaces {
            lines.add(
                2, workspace.name, spelled(workspace.role.fieldName), workspace.reach.text,
                workspace.isClosed ? "closed" : "")
        }
        return lines.text
    }

    private func list(_ words: [String]) -> String {
        var text = ""
        for word in words { text += (text.utf8.isEmpty ? "" : ", ") + word }
        return text
    }

    private func addPreferences(to lines: inout Lines) {
        lines.fact(1, "theme", preferences.theme.text)
        lines.fact(1, "humour", preferences.isHumorous ? "on" : "off")
        lines.fact(1, "summary", preferences.getsWeeklySummary ? "every week" : "off")
        lines.fact(1, "zone", preferences.zone ?? "")
        lines.fact(1, "widget", preferences.primaryBoard.map { "board " + $0.text } ?? "")
        for kept in Retained.allCases {
            lines.fact(
                1, spelled(kept.fieldName),
                preferences.days(of: kept).map { "kept for " + counted($0, "day") } ?? "kept for ever")
        }
        for shortcut in preferences.shortcuts { lines.fact(1, "shortcut", shortcut.action + ": " + shortcut.keys) }
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("email", email)
            json.field("name", name)
            json.field("plan", spelled(plan.fieldName))
            json.field("aiRunsPerMonthMax", number: aiRunsPerMonthMax)
            json.field("storageBytesMax", number: storageBytesMax)
            json.field("features", features)
            registered?.write(to: &json, "registered")
            json.key("preferences")
            writePreferences(to: &json)
            json.key("devices")
            json.array(devices) { json, device in
                json.object { json in
                    json.field("id", device.id.text)
                    json.field("name", device.name)
                    json.field("notifications", device.notifications)
                    json.field("revoked", device.isRevoked)
                    device.added?.write(to: &json, "added")
                }
            }
            json.key("sessions")
            json.array(sessions) { json, session in
                json.object { json in
                    json.field("id", session.id.text)
                    json.field("device", session.device)
                    json.field("secret", session.secret)
                    json.field("expires", session.expires.text)
                    json.field("revoked", session.isRevoked)
                    session.opened?.write(to: &json, "opened")
                }
            }
            json.key("tokens")
            json.array(tokens) { json, token in
                json.object { json in
                    json.field("id", token.id.text)
                    json.field("name", token.name)
                    json.field("secret", token.secret)
                    json.field("scopes", token.scopes)
                    json.field("expires", token.expires?.text)
                    json.field("revoked", token.isRevoked)
                    token.issued?.write(to: &json, "issued")
                }
            }
            json.key("workspaces")
            json.array(workspaces) { json, workspace in
                json.object { json in
                    json.field("id", workspace.id.text)
                    json.field("name", workspace.name)
                    json.field("role", spelled(workspace.role.fieldName))
                    workspace.reach.write(to: &json)
                    json.field("closed", workspace.isClosed)
                }
            }
        }
    }

    private func writePreferences(to json: inout JSONWriter) {
        json.object { json in
            json.field("theme", preferences.theme.text)
            json.field("humour", preferences.isHumorous)
            json.field("weeklySummary", preferences.getsWeeklySummary)
            json.field("zone", preferences.zone)
            json.field("primaryBoard", preferences.primaryBoard?.text)
            for kept in Retained.allCases {
                json.field(spelled(kept.fieldName) + "Days", number: preferences.days(of: kept))
            }
            json.key("shortcuts")
            json.object { json in
                for shortcut in preferences.shortcuts { json.field(shortcut.action, shortcut.keys) }
            }
        }
    }
}

extension JSONWriter {
    mutating func field(_ name: String, number: Int?) {
        key(name)
        if let number { value(number) } else { null() }
    }
}

extension MemberReach {
    /// Empty for everything, else the children.
    package var text: String {
        guard case .children(let children) = self else { return "" }
        var text = ""
        for child in children { text += (text.utf8.isEmpty ? "only child " : ", ") + child.text }
        return text
    }

    /// The field `children`: null for everything.
    package func write(to json: inout JSONWriter) {
        json.key("children")
        guard case .children(let children) = self else { return json.null() }
        json.array(children) { $0.value($1.text) }
    }
}

extension AccountsView {
    /// One account; nil when it is not there.
    package func account(_ id: UserID, times: Bool = true, name: (ActorID) -> String) -> AccountView? {
        guard let slot = model.users.slot(of: id), let user = model.existing(id) else { return nil }
        var reading = AccountView(
            id: id, email: user.email.text, name: user.name?.text, plan: user.plan,
            aiRunsPerMonthMax: user.entitlements.hardMax(of: .aiRunsPerMonth), storageBytesMax: user.storageBytesMax,
            features: user.entitlements.has(.early) ? ["early access"] : [], preferences: user.preferences,
            registered: made(slot.index, in: userTraces, times, name))
        for id in model.devices(of: id) {
            guard let slot = model.devices.slot(of: id), let device = model.existing(id) else { continue }
            reading.devices.append(
                .init(
                    id: id, name: device.name.text,
                    notifications: device.push?.topics.map { spelled($0.fieldName) } ?? [], isRevoked: device.isRevoked,
                    added: made(slot.index, in: deviceTraces, times, name)))
        }
        for id in model.sessions(of: id) {
            guard let slot = model.sessions.slot(of: id) else { continue }
            let session = model.sessions[slot]
            reading.sessions.append(
                .init(
                    id: id, device: model.devices[session.device]?.name.text ?? "", secret: session.secret.shortText,
                    expires: session.expires, isRevoked: session.isRevoked,
                    opened: made(slot.index, in: sessionTraces, times, name)))
        }
        for id in model.tokens(of: id) {
            guard let slot = model.tokens.slot(of: id) else { continue }
            let token = model.tokens[slot]
            reading.tokens.append(
                .init(
                    id: id, name: token.name.text, secret: token.secret.shortText,
                    scopes: token.scopes.map { spelled($0.fieldName) }, expires: token.expires,
                    isRevoked: token.isRevoked, issued: made(slot.index, in: tokenTraces, times, name)))
        }
        // In the order of their identifiers: leaving and coming back changes nothing of it.
        for workspace in model.workspaces(of: id).sorted() {
            guard let held = model.existing(workspace), let member = held.member(id) else { continue }
            reading.workspaces.append(
                .init(
                    id: workspace, name: held.name.text, role: member.role, reach: member.reach,
                    isClosed: held.isClosed))
        }
        return reading
    }
}
