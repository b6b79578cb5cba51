import Logging

extension PeriodicJob {
    /// Looks every minute whether somebody's summary is due.
    static func summaries(of service: SummaryService, _ logger: Logger) -> PeriodicJob {
        PeriodicJob(pause: .seconds(60)) {
            let round = try await service.round()
            if round.mailed > 0 { logger.info("weekly summaries were mailed", metadata: ["count": "\(round.mailed)"]) }
        }
    }
}
