import Kernel
import Workspace

// What the host is told, as JSON: the types of `core.ts`.

extension JSONWriter {
    mutating func field(_ name: String, _ writes: Core.Writes) {
        key(name)
        object { json in
            json.key("put")
            json.array(writes.put) { json, change in
                json.object { json in
                    json.field("id", change.id.text)
                    json.field("json", change.json)
                }
            }
            json.key("remove")
            json.array(writes.remove) { $0.value($1) }
            json.field("lastNumber", writes.lastNumber)
        }
    }

    mutating func field(_ name: String, _ problem: Problem) {
        key(name)
        object { json in
            json.field("name", problem.name)
            json.field("message", problem.message)
            json.field("status", problem.status)
            if !problem.changes.utf8.isEmpty { json.field("changes", problem.changes) }
        }
    }
}

extension Core {
    /// An answer with what is to be written.
    mutating func reply(_ kind: String, _ body: (inout JSONWriter) -> Void = { _ in }) -> String {
        let writes = drainWrites()
        var json = JSONWriter()
        json.object { json in
            json.field("kind", kind)
            body(&json)
            json.field("writes", writes)
        }
        return json.text
    }

    mutating func reply(_ problem: Problem, command: Int? = nil) -> String {
        reply("refused") { json in
            json.field("problem", problem)
            if let command { json.field("command", command) }
        }
    }

    mutating func handleBegin(_ input: [UInt8]) -> String {
        do throws(JSONFault) {
            let identity = try JSONFieldReader.read(CoreIdentity.self, from: input)
            begin(identity.workspace, user: identity.user, device: identity.device)
            return reply("begun")
        } catch {
            return reply(Problem(error))
        }
    }

    /// - Parameter input: `yes` where thoughts stay on this device.
    mutating func handleHold(_ input: [UInt8]) -> String {
        holdsThoughts = input == Array("yes".utf8)
        return reply("held")
    }

    mutating func handleLoad(_ input: [UInt8]) -> String {
        do throws(JSONFault) {
            let rows = try JSONFieldReader.read(
                CoreRows.self, from: input, limits: .init(bytesMax: 256 << 20, valuesMax: 4_000_000))
            load(rows.rows.map { ($0.id, $0.json) }, lastNumber: rows.lastNumber)
        } catch {
            return reply(Problem(error))
        }
        let strange = unreadable
        return reply("loaded") { json in
            json.key("unreadable")
            json.array(strange) { json, row in
                json.object { json in
                    json.field("id", row.id)
                    json.field("message", row.message)
                }
            }
        }
    }

    mutating func handleIngest(_ input: [UInt8]) -> String {
        let page: RecordPage
        do throws(CodingFault) { page = try RecordPage(decoding: input) } catch {
            let message = "This version of the app cannot read the answer. Load the newest app."
            return reply("unreadable") { $0.field("message", message) }
        }
        do throws(PageFault) {
            let isLast = try ingest(page)
            let (sequence, count) = (confirmed.sequence, page.records.count)
            return reply("taken") { json in
                json.field("sequence", sequence)
                json.field("isLast", isLast)
                json.field("count", count)
            }
        } catch {
            let message = error.message
            switch error {
            case .otherPast(let isIntended):
                return reply("otherPast") { json in
                    json.field("isIntended", isIntended)
                    json.field("message", message)
                }
            case .otherReach: return reply("otherReach") { $0.field("message", message) }
            case .missing: return reply("missing") { $0.field("message", message) }
            case .unreadable: return reply("unreadable") { $0.field("message", message) }
            }
        }
    }

    mutating func handlePerform(_ input: [UInt8]) -> String {
        let wish: Wish
        do throws(JSONFault) { wish = try JSONFieldReader.read(Wish.self, from: input) } catch {
            return reply(Problem(error), command: 0)
        }
        do throws(Refused) {
            guard try perform(wish) else { return reply("nothingToDo") }
            return reply("kept") { $0.field("id", wish.id.text) }
        } catch {
            return reply(error.problem, command: error.command)
        }
    }

    mutating func handleSend() -> String {
        switch outgoing() {
        case .nothing: return reply("nothing")
        case .ingestFirst: return reply("ingestFirst")
        case .send(let body): return reply("send") { $0.field("body", body) }
        case .unreadable(let id, let message):
            return reply("unreadable") { json in
                json.field("id", id)
                json.field("message", message)
            }
        }
    }

    mutating func handleAnswer(_ status: Int, _ body: [UInt8]) -> String {
        let settled = answered(status, body)
        let kind =
            switch settled.kind {
            case .settled: "settled"
            case .later: "later"
            case .signIn: "signIn"
            case .stuck: "stuck"
            }
        return reply(kind) { json in
            if let problem = settled.problem { json.field("problem", problem) }
            json.key("refused")
            json.array(settled.refused) { $0.value($1.text) }
            json.key("done")
            json.array(settled.done) { json, done in
                json.object { json in
                    json.field("id", done.change.text)
                    json.field("record", done.record)
                }
            }
        }
    }

    /// - Parameter input: an identifier.
    mutating func handleWithdraw(_ input: [UInt8]) -> String {
        do throws(Problem) {
            try withdraw(String(decoding: input, as: UTF8.self))
            return reply("withdrawn")
        } catch { return reply(error) }
    }

    /// - Parameter input: an identifier.
    mutating func handleDiscard(_ input: [UInt8]) -> String {
        do throws(Problem) {
            try discard(String(decoding: input, as: UTF8.self))
            return reply("discarded")
        } catch { return reply(error) }
    }

    /// - Parameter input: an identifier, a space, and the new one.
    mutating func handleRetry(_ input: [UInt8]) -> String {
        let space = input.firstIndex(of: UInt8(ascii: " ")) ?? input.endIndex
        let id = String(decoding: input[..<space], as: UTF8.self)
        guard let fresh = BatchID(text: String(decoding: input[space...].dropFirst(), as: UTF8.self)) else {
            return reply(Problem("badCommand", "the new identifier is not a UUID", 422), command: 0)
        }
        do throws(Refused) {
            guard try retry(id, as: fresh) else { return reply("nothingToDo") }
            return reply("kept") { $0.field("id", fresh.text) }
        } catch {
            return reply(error.problem, command: error.command)
        }
    }

    mutating func handleNumber() -> String {
        let number = reserveNumber()
        return reply("number") { $0.field("number", number) }
    }

    /// Everything in the outbox, in its order.
    mutating func handleOutbox() -> String {
        let refusals = kept.isEmpty ? [] : shown.refusals
        let held = held
        var json = JSONWriter()
        json.array(kept) { json, kept in
            let change = kept.change
            json.object { json in
                json.field("id", change.id.text)
                json.field("state", spelled(state(of: change, given: held).name))
                json.field("made", change.made)
                json.field("says", change.says)
                json.key("commands")
                json.array(change.commands) { $0.value($1.json) }
                if let problem = change.commands.lazy.compactMap({ $0.answer?.problem }).first {
                    json.field("problem", problem)
                } else if let refusal = refusals.first(where: { $0.change == change.id })?.refusal {
                    json.field("problem", Problem(refusal))
                }
            }
        }
        return json.text
    }
}

/// The identity of the core: its workspace, user and device.
private struct CoreIdentity: FieldMessage {
    var workspace = EntityID.zero
    var user = ActorID.zero
    var device = DeviceID.zero

    static var schemaName: StaticString { "CoreIdentity" }
    static var blank: CoreIdentity { CoreIdentity() }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "workspace", &workspace)
        coder.field(2, "user", &user)
        coder.field(3, "device", &device)
    }
}

/// Rows of the outbox as they are stored.
private struct CoreRows: FieldMessage {
    var rows: [Row] = []
    var lastNumber: UInt64 = 0

    struct Row: FieldMessage {
        var id = ""
        var json = ""

        static var schemaName: StaticString { "CoreRow" }
        static var blank: Row { Row() }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "id", &id)
            coder.field(2, "json", &json)
        }
    }

    static var schemaName: StaticString { "CoreRows" }
    static var blank: CoreRows { CoreRows() }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "rows", &rows)
        coder.field(2, "lastNumber", &lastNumber)
    }
}
