import Logging

extension Rounds {
    /// Looks every minute whether somebody's summary is due.
    static func summaries(of desk: SummaryDesk, _ logger: Logger) -> Rounds {
        Rounds(pause: .seconds(60)) {
            let round = try await desk.round()
            if round.mailed > 0 { logger.info("weekly summaries were mailed", metadata: ["count": "\(round.mailed)"]) }
        }
    }
}
