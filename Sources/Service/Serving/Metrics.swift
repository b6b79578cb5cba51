package import CoreMetrics
import Kernel
import Synchronization

/// The metrics of the service, kept in memory and written as Prometheus reads them.
///
/// A factory over swift-metrics, so that libraries count here too. Labels are those of the table of routes, never text that
/// somebody wrote: there is a fixed number of series.
/// - Format: Prometheus text exposition format 0.0.4.
package final class PrometheusMetrics: MetricsFactory {
    private let series = Mutex<[Key: Series]>([:])

    package init() {}

    /// Different series at once: as many as routes, methods and status codes make, and some room.
    static let seriesMax = 10_000
    /// Seconds, up to and including.
    static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    fileprivate struct Key: Hashable, Sendable {
        var name: String
        /// `{a="b",c="d"}`, or nothing.
        var labels: String
    }

    /// One line, or one histogram, of the exposition.
    fileprivate final class Series: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
        enum Kind: String, Sendable { case counter, gauge, histogram }

        struct State: Sendable {
            var value = 0.0
            var count: UInt64 = 0
            var buckets = [UInt64](repeating: 0, count: PrometheusMetrics.bounds.count)
        }

        let kind: Kind
        let state = Mutex(State())

        init(_ kind: Kind) { self.kind = kind }

        func increment(by amount: Int64) { state.withLock { $0.value += Double(amount) } }
        func increment(by amount: Double) { state.withLock { $0.value += amount } }
        func decrement(by amount: Double) { state.withLock { $0.value -= amount } }
        func set(_ value: Int64) { set(Double(value)) }
        func set(_ value: Double) { state.withLock { $0.value = value } }
        func reset() { state.withLock { $0 = State() } }
        func record(_ value: Int64) { record(Double(value)) }
        func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

        func record(_ value: Double) {
            state.withLock { state in
                guard kind == .histogram else { return state.value = value }
                state.value += value
                state.count += 1
                for (index, bound) in PrometheusMetrics.bounds.enumerated() where value <= bound {
                    state.buckets[index] += 1
                }
            }
        }
    }

    /// The same series for the same name and labels, so that nothing is counted apart.
    private func find(_ name: String, _ dimensions: [(String, String)], _ kind: Series.Kind) -> Series {
        let key = Key(name: Self.plain(name), labels: Self.labels(dimensions))
        return series.withLock { series in
            if let known = series[key], known.kind == kind { return known }
            let made = Series(kind)
            if series.count < Self.seriesMax { series[key] = made }
            return made
        }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        find(label, dimensions, .counter)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        find(label, dimensions, .gauge)
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        find(label, dimensions, aggregate ? .histogram : .gauge)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        find(label, dimensions, .histogram)
    }

    package func destroyCounter(_: any CounterHandler) {}
    package func destroyMeter(_: any MeterHandler) {}
    package func destroyRecorder(_: any RecorderHandler) {}
    package func destroyTimer(_: any TimerHandler) {}

    private static func plain(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func labels(_ dimensions: [(String, String)]) -> String {
        guard !dimensions.isEmpty else { return "" }
        let pairs = dimensions.map { name, value in
            plain(name) + "=\""
                + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
        }
        return "{" + pairs.joined(separator: ",") + "}"
    }
}

extension PrometheusMetrics {
    /// Everything counted so far, in the order of names.
    ///
    /// - Complexity: O(series × log).
    package var exposition: String {
        let all = series.withLock { $0 }.sorted {
            ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels)
        }
        var text = ""
        var last = ""
        for (key, series) in all {
            if key.name != last {
                if let help = MetricHelp.words[key.name] { text += "# HELP \(key.name) \(help)\n" }
                text += "# TYPE \(key.name) \(series.kind.rawValue)\n"
            }
            last = key.name
            let state = series.state.withLock { $0 }
            guard series.kind == .histogram else {
                text += "\(key.name)\(key.labels) \(Self.number(state.value))\n"
                continue
            }
            for (index, bound) in Self.bounds.enumerated() {
                text += "\(key.name)_bucket\(Self.adding(bound, to: key.labels)) \(state.buckets[index])\n"
            }
            text += "\(key.name)_bucket\(Self.adding(.infinity, to: key.labels)) \(state.count)\n"
            text += "\(key.name)_sum\(key.labels) \(Self.number(state.value))\n"
            text += "\(key.name)_count\(key.labels) \(state.count)\n"
        }
        return text
    }

    private static func adding(_ bound: Double, to labels: String) -> String {
        let pair = "le=\"\(bound.isInfinite ? "+Inf" : number(bound))\""
        return labels.isEmpty ? "{\(pair)}" : labels.dropLast() + "," + pair + "}"
    }

    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}
