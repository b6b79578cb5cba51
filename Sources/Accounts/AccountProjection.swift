package import Kernel

/// Posts what happened to accounts into what is read of them.
package enum AccountProjection: Projection {
    package static var empty: AccountsView { AccountsView() }

    package static func project(_ fact: Recorded<AccountEvent>, into view: inout AccountsView) {
        guard fact.position > view.asOf else { return }  // Redelivery changes nothing.
        view.asOf = fact.position
        guard let touch = view.model.apply(fact.event) else { return }
        let attribution = Attribution(instant: fact.instant, actor: fact.actor)
        switch touch.kind {
        case .user: mark(&view.userTraces, touch, attribution)
        case .device: mark(&view.deviceTraces, touch, attribution)
        case .session: mark(&view.sessionTraces, touch, attribution)
        case .token: mark(&view.tokenTraces, touch, attribution)
        case .workspace: mark(&view.workspaceTraces, touch, attribution)
        case .invitation: mark(&view.invitationTraces, touch, attribution)
        case .shareLink: mark(&view.shareLinkTraces, touch, attribution)
        case .webhook: mark(&view.webhookTraces, touch, attribution)
        }
    }

    private static func mark(
        _ traces: inout [AccountsView.Provenance], _ touch: AccountsModel.Touch, _ attribution: Attribution
    ) {
        if touch.isNew {
            traces.append(AccountsView.Provenance(made: attribution, updated: attribution))
        } else {
            traces[touch.index].updated = attribution
        }
    }
}
