import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("Preferring")
struct Preferring {
    let spec = Fixture.spec

    @Test(.shows("O-1003"))
    func `humour and the weekly summary are off until asked for`() {
        let preferences = spec.state.model.users[.anna]?.preferences
        #expect(preferences?.isHumorous == false)
        #expect(preferences?.getsWeeklySummary == false)
        spec.when(.switchHumour(.anna, isOn: true)).then(.humourSwitched(.anna, isOn: true))
        spec.when(.switchHumour(.anna, isOn: false)).thenNothing()
        spec.when(.switchWeeklySummary(.anna, isOn: true)).then(.weeklySummarySwitched(.anna, isOn: true))
        spec.when(.switchWeeklySummary(.anna, isOn: false)).thenNothing()
        let asked = spec.given(.humourSwitched(.anna, isOn: true)).state.model.users[.anna]?.preferences
        #expect(asked?.isHumorous == true)
    }

    @Test func `a theme is a mode and an accent`() {
        let theme = Theme(.highContrast, accent: 0x00AAFF)
        spec.when(.chooseTheme(.anna, theme)).then(.themeChosen(.anna, theme))
        spec.when(.chooseTheme(.anna, Theme(.system))).thenNothing()
        spec.when(.chooseTheme(.anna, Theme(.dark, accent: 0x100_0000))).thenRefused(.badPreference(.accent))
        #expect(theme.text == "high contrast, accent #00aaff")
        for theme in [theme, Theme(.system), Theme(.dark, accent: 0)] { #expect(Theme(text: theme.text) == theme) }
        #expect(Theme(text: "dark, accent #FF8800") == Theme(.dark, accent: 0xFF_8800))
        for words in ["", "pink", "dark,", "dark, accent #ff88", "dark, accent ff8800", "dark, accent #ff880g"] {
            #expect(Theme(text: words) == nil)
        }
    }

    @Test func `a shortcut is assigned, changed and set back to its default`() {
        spec.when(.assignShortcut(.anna, action: "card.add", keys: "N"))
            .then(.shortcutAssigned(.anna, action: "card.add", keys: "N"))
        let assigned = spec.after([
            .assignShortcut(.anna, action: "card.add", keys: "N"),
            .assignShortcut(.anna, action: "board.add", keys: "B"),
        ])
        assigned.when(.assignShortcut(.anna, action: "card.add", keys: "N")).thenNothing()
        assigned.when(.assignShortcut(.anna, action: "card.add", keys: nil))
            .then(.shortcutAssigned(.anna, action: "card.add", keys: nil))
        spec.when(.assignShortcut(.anna, action: "card.add", keys: nil)).thenNothing()
        #expect(
            assigned.state.model.users[.anna]?.preferences.shortcuts.map(\.action) == ["board.add", "card.add"])
        for (action, keys) in [("", "N"), ("a b", "N"), ("card.add", ""), ("card.add", "\u{1}")] {
            spec.when(.assignShortcut(.anna, action: action, keys: keys)).thenRefused(.badPreference(.shortcut))
        }
        let full = spec.after(
            (0..<Preferences.shortcutsMax).map { .assignShortcut(.anna, action: "a\($0)", keys: "N") })
        full.when(.assignShortcut(.anna, action: "more", keys: "N"))
            .thenRefused(.tooMany(.shortcuts, max: Preferences.shortcutsMax))
    }

    @Test func `a primary board and a time zone are chosen`() {
        spec.when(.choosePrimaryBoard(.anna, Fixture.id(80))).then(.primaryBoardChosen(.anna, Fixture.id(80)))
        spec.when(.choosePrimaryBoard(.anna, nil)).thenNothing()
        spec.when(.chooseZone(.anna, "America/Argentina/Buenos_Aires"))
            .then(.zoneChosen(.anna, "America/Argentina/Buenos_Aires"))
        spec.when(.chooseZone(.anna, nil)).thenNothing()
        spec.when(.chooseZone(.anna, "the moon")).thenRefused(.badPreference(.zone))
    }

    @Test(arguments: Retained.allCases)
    func `trash, blobs and history are kept for ever, or for as many days as the person says`(kept: Retained) {
        #expect(spec.state.model.users[.anna]?.preferences.days(of: kept) == nil)
        spec.when(.chooseRetention(.anna, of: kept, days: 30)).then(.retentionChosen(.anna, of: kept, days: 30))
        spec.when(.chooseRetention(.anna, of: kept, days: nil)).thenNothing()
        for days in [0, -1, Preferences.retentionDaysMax + 1] {
            spec.when(.chooseRetention(.anna, of: kept, days: days)).thenRefused(.badPreference(.retention))
        }
    }

    @Test func `a week's summary is noted as mailed once, and no earlier week after it`() {
        spec.when(.noteMailedSummary(.anna, monday: Fixture.monday))
            .then(.weeklySummaryMailed(.anna, monday: Fixture.monday))
        let mailed = spec.given(.weeklySummaryMailed(.anna, monday: Fixture.monday))
        #expect(mailed.state.model.users[.anna]?.mailedMonday == Fixture.monday)
        mailed.when(.noteMailedSummary(.anna, monday: Fixture.monday)).thenNothing()
        let before = CalendarDay(daysSinceEpoch: Fixture.monday.daysSinceEpoch - 7)
        mailed.when(.noteMailedSummary(.anna, monday: before)).thenNothing()
        let after = CalendarDay(daysSinceEpoch: Fixture.monday.daysSinceEpoch + 7)
        mailed.when(.noteMailedSummary(.anna, monday: after)).then(.weeklySummaryMailed(.anna, monday: after))
        spec.when(.noteMailedSummary(.emil, monday: after)).thenRefused(.noSuchUser(.emil))
    }

    @Test func `nobody prefers anything without an account`() {
        let commands: [AccountCommand] = [
            .switchHumour(.emil, isOn: true), .switchWeeklySummary(.emil, isOn: true),
            .chooseTheme(.emil, Theme(.dark)), .assignShortcut(.emil, action: "a", keys: "N"),
            .choosePrimaryBoard(.emil, nil), .chooseZone(.emil, "UTC"), .chooseRetention(.emil, of: .trash, days: 1),
        ]
        for command in commands { spec.when(command).thenRefused(.noSuchUser(.emil)) }
    }
}
