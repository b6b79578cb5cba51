package import Kernel

extension CaptureView {
    /// Reads what the coming records will change. Changes nothing; mutating, so that nothing of the view is copied for it.
    package mutating func look(_ ahead: inout Prefetcher) {
        ahead.glance(into: model.items)
        ahead.read(model.items.ids) { Int(truncatingIfNeeded: $0.pointee.lo) }
        ahead.read(model.items.entries) {
            Int($0.pointee.captured.microseconds) ^ ($0.pointee.isStarred ? 1 : 0) ^ ($0.pointee.isWithdrawn ? 2 : 0)
        }
        ahead.read(itemTraces) { Int($0.pointee.touched.instant.microseconds) }
    }
}
