package import Kernel

/// Posts what happened to accounts into what is read of them.
package enum AccountProjection: Projection {
    package static var empty: AccountsView { AccountsView() }

    package static func project(_ fact: Recorded<AccountEvent>, into view: inout AccountsView) {
        guard fact.position > view.asOf else { return }  // Redelivery changes nothing.
        view.asOf = fact.position
        guard let touch = view.roster.apply(fact.event) else { return }
        let stamp = Stamp(instant: fact.instant, actor: fact.actor)
        switch touch.kind {
        case .user: mark(&view.userTraces, touch, stamp)
        case .device: mark(&view.deviceTraces, touch, stamp)
        case .session: mark(&view.sessionTraces, touch, stamp)
        case .token: mark(&view.tokenTraces, touch, stamp)
        case .workspace: mark(&view.workspaceTraces, touch, stamp)
        case .invitation: mark(&view.invitationTraces, touch, stamp)
        case .shareLink: mark(&view.shareLinkTraces, touch, stamp)
        case .webhook: mark(&view.webhookTraces, touch, stamp)
        }
    }

    private static func mark(_ traces: inout [AccountsView.Trace], _ touch: Roster.Touch, _ stamp: Stamp) {
        if touch.isNew {
            traces.append(AccountsView.Trace(made: stamp, updated: stamp))
        } else {
            traces[touch.index].updated = stamp
        }
    }
}
