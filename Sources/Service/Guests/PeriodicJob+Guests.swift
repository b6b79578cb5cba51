extension PeriodicJob {
    /// Forgets guests whose time is over.
    static func guests(of service: DaybookService) -> PeriodicJob {
        PeriodicJob(pause: .seconds(10)) { service.countVisits(await service.pool.sweepGuests(), .over) }
    }
}
