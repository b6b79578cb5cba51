extension Rounds {
    /// Forgets guests whose time is over.
    static func guests(of service: DaybookService) -> Rounds {
        Rounds(pause: .seconds(10)) { service.countVisits(await service.installation.sweepGuests(), .over) }
    }
}
