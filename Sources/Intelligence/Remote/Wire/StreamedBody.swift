/// Takes a body apart into the JSON values that it consists of: one alone, one a line, or one in each server-sent event.
///
/// Servers that were asked to stream answer as a whole at times, and the other way round: the body itself is asked.
/// - Source: HTML Living Standard, section 9.2.6 (event streams): lines end in LF, CR or both; several data lines are one value.
enum StreamedBody {
    static func values(of body: [UInt8], type: String) -> [ArraySlice<UInt8>] {
        let start = body.drop(while: { isSpace($0) })
        if type == "text/event-stream" || start.starts(with: Array("data:".utf8)) || start.starts(with: Array("event:".utf8)) {
            return events(in: body)
        }
        let lines = lines(in: start).filter { !$0.allSatisfy(isSpace) }
        // A value that is set over several lines is one.
        let isOnePerLine = lines.count > 1 && lines.allSatisfy { $0.first == UInt8(ascii: "{") && $0.last == UInt8(ascii: "}") }
        return isOnePerLine ? lines : [start]
    }

    private static func events(in body: [UInt8]) -> [ArraySlice<UInt8>] {
        var events: [ArraySlice<UInt8>] = []
        var data: [UInt8] = []
        func finish() {
            if !data.isEmpty { events.append(data[...]) }
            data = []
        }
        for line in lines(in: body[...]) {
            if line.isEmpty {
                finish()
            } else if line.starts(with: Array("data:".utf8)) {
                var value = line.dropFirst(5)
                if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
                if !data.isEmpty { data.append(UInt8(ascii: "\n")) }
                data += value
            }
        }
        finish()
        return events.filter { !$0.elementsEqual("[DONE]".utf8) }
    }

    private static func lines(in body: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = body.startIndex
        var at = start
        while at < body.endIndex {
            let byte = body[at]
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                at += 1
                continue
            }
            lines.append(body[start..<at])
            if byte == UInt8(ascii: "\r"), at + 1 < body.endIndex, body[at + 1] == UInt8(ascii: "\n") { at += 1 }
            at += 1
            start = at
        }
        lines.append(body[start...])
        return lines
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
}
