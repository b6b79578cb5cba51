import Kernel

// The rules of users and their preferences.
extension AccountsState {
    func register(
        _ id: UserID, _ email: Email, _ password: PasswordHash, _ name: Name?
    ) throws(AccountRefusal) -> [AccountEvent] {
        let known = model.users[id]
        if let known, !known.isWithdrawn { return [] }
        if known == nil { try checkIsNew(id.entity) }
        try check(email, for: id)
        try check(password)
        if let name { try check(name) }
        guard let known else {
            guard model.users.count < AccountsState.usersMax else {
                throw .tooMany(.users, max: AccountsState.usersMax)
            }
            return [.userRegistered(id, email: email, password: password, name: name)]
        }
        // Put right first and reinstated last, so that undoing withdraws first and then finds nothing left to do.
        var events: [AccountEvent] = []
        if known.email != email { events.append(.userReaddressed(id, email: email)) }
        if known.password != password { events.append(.passwordChanged(id, password)) }
        if known.name != name { events.append(.userNamed(id, name: name)) }
        return events + [.userReinstated(id)]
    }

    func name(_ id: UserID, _ name: Name?) throws(AccountRefusal) -> [AccountEvent] {
        guard try user(id).name != name else { return [] }
        if let name { try check(name) }
        return [.userNamed(id, name: name)]
    }

    func readdress(_ id: UserID, to email: Email) throws(AccountRefusal) -> [AccountEvent] {
        guard try user(id).email != email else { return [] }
        try check(email, for: id)
        return [.userReaddressed(id, email: email)]
    }

    /// A new password ends every session but the one it was changed in, whatever made the person change it.
    func changePassword(
        _ id: UserID, to password: PasswordHash, keeping kept: SessionID?
    ) throws(AccountRefusal) -> [AccountEvent] {
        let user = try user(id)
        try check(password)
        var events: [AccountEvent] = []
        if user.password != password { events.append(.passwordChanged(id, password)) }
        return events + revocations(ofSessionsOf: id, keeping: kept)
    }

    func choose(_ plan: Plan, for id: UserID) throws(AccountRefusal) -> [AccountEvent] {
        try user(id).plan == plan ? [] : [.planChosen(id, plan)]
    }

    func limitStorage(of id: UserID, to bytesMax: Int?) throws(AccountRefusal) -> [AccountEvent] {
        guard try user(id).storageBytesMax != bytesMax else { return [] }
        if let bytesMax, bytesMax < 0 { throw .badPreference(.storage) }
        return [.storageLimited(id, bytesMax: bytesMax)]
    }

    /// Returns whether the address may be given to `id`: no one else has it.
    ///
    /// The refusal does not repeat it, so that no log tells who has an account.
    func check(_ email: Email, for id: UserID) throws(AccountRefusal) {
        do { _ = try Email(email.text) } catch { throw .badEmail(error) }
        if let other = model.user(with: email), other != id { throw .emailTaken }
    }

    private func check(_ password: PasswordHash) throws(AccountRefusal) {
        guard password.isWellFormed else { throw .badPasswordHash }
    }
}

extension AccountsState {
    func choose(_ theme: Theme, for id: UserID) throws(AccountRefusal) -> [AccountEvent] {
        guard try user(id).preferences.theme != theme else { return [] }
        guard theme.isSound else { throw .badPreference(.accent) }
        return [.themeChosen(id, theme)]
    }

    func switchHumour(of id: UserID, to isOn: Bool) throws(AccountRefusal) -> [AccountEvent] {
        try user(id).preferences.isHumorous == isOn ? [] : [.humourSwitched(id, isOn: isOn)]
    }

    func switchWeeklySummary(of id: UserID, to isOn: Bool) throws(AccountRefusal) -> [AccountEvent] {
        try user(id).preferences.getsWeeklySummary == isOn ? [] : [.weeklySummarySwitched(id, isOn: isOn)]
    }

    func noteMailedSummary(of id: UserID, _ monday: CalendarDay) throws(AccountRefusal) -> [AccountEvent] {
        // An earlier week is long over: nothing is mailed for it any more.
        if let last = try user(id).mailedMonday, last >= monday { return [] }
        return [.weeklySummaryMailed(id, monday: monday)]
    }

    func assign(_ keys: String?, to action: String, for id: UserID) throws(AccountRefusal) -> [AccountEvent] {
        let preferences = try user(id).preferences
        let old = preferences.keys(for: action)
        guard !sameBytes(old, keys) else { return [] }
        guard isWord(action, bytesMax: 64, besides: ".-"), keys.map({ isPrintable($0, bytesMax: 64) }) ?? true else {
            throw .badPreference(.shortcut)
        }
        if old == nil, preferences.shortcuts.count >= Preferences.shortcutsMax {
            throw .tooMany(.shortcuts, max: Preferences.shortcutsMax)
        }
        return [.shortcutAssigned(id, action: action, keys: keys)]
    }

    func choosePrimaryBoard(_ board: EntityID?, for id: UserID) throws(AccountRefusal) -> [AccountEvent] {
        try user(id).preferences.primaryBoard == board ? [] : [.primaryBoardChosen(id, board)]
    }

    func keep(_ kept: Retained, days: Int?, for id: UserID) throws(AccountRefusal) -> [AccountEvent] {
        guard try user(id).preferences.days(of: kept) != days else { return [] }
        if let days, !(1...Preferences.retentionDaysMax).contains(days) { throw .badPreference(.retention) }
        return [.retentionChosen(id, of: kept, days: days)]
    }

    func choose(zone: String?, for id: UserID) throws(AccountRefusal) -> [AccountEvent] {
        guard try !sameBytes(user(id).preferences.zone, zone) else { return [] }
        if let zone, !isWord(zone, bytesMax: Preferences.zoneBytesMax, besides: "/_+-") { throw .badPreference(.zone) }
        return [.zoneChosen(id, zone)]
    }

    private func sameBytes(_ a: String?, _ b: String?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return a.utf8.elementsEqual(b.utf8)
    }

    /// Letters and digits of ASCII, and the characters in `others`; at least one.
    private func isWord(_ text: String, bytesMax: Int, besides others: StaticString) -> Bool {
        let others = Array(spelled(others).utf8)
        guard !text.utf8.isEmpty, text.utf8.count <= bytesMax else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: others.contains(byte)
            }
        }
    }

    private func isPrintable(_ text: String, bytesMax: Int) -> Bool {
        guard !text.utf8.isEmpty, text.utf8.count <= bytesMax else { return false }
        return text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
