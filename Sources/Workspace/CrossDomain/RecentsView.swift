package import Kernel

/// The things opened, written or made last, in all domains, the newest first. Requirements N-034, T-310.
package struct RecentsView: CanonicalView, Sendable, Equatable {
    /// Nil: on all devices together.
    package var device: String?
    package var things: [Line]

    package struct Line: Sendable, Equatable {
        package var referent: EntityRef
        package var path: String
        package var instant: Instant
    }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        if things.isEmpty {
            lines.add(0, "Nothing yet")
        }
        for thing in things {
            lines.add(0, thing.instant.text, thing.referent.kind.word, thing.path, of: thing.referent.entity)
        }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("device", device)
            json.key("things")
            json.array(things) { json, thing in
                json.object { json in
                    json.field("kind", thing.referent.kind.word)
                    json.field("id", thing.referent.entity.text)
                    json.field("path", thing.path)
                    json.field("at", thing.instant.text)
                }
            }
        }
    }
}

extension WorkspaceView {
    /// - Parameters:
    ///   - device: nil for all of them together.
    ///   - limit: at most so many, and never more than `Recents.thingsMax`.
    package func recents(on device: DeviceID? = nil, _ limit: Int = Recents.thingsMax) -> RecentsView {
        // A deleted thing is not a way back, until it is restored.
        let newest = recents.newest(on: device, limit) { entity in
            referent(of: entity).map { presence(of: $0) == .present } ?? false
        }
        let lines = newest.compactMap { item in
            referent(of: item.entity).map {
                RecentsView.Line(referent: $0, path: path(of: $0), instant: item.instant)
            }
        }
        return RecentsView(device: device.map { name(of: $0) }, things: lines)
    }
}
