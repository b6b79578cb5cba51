import Intelligence

/// A recording as samples that a model listens to: of 16 bits, 16,000 a second, of one channel.
struct Recording: Sendable {
    let samples: [UInt8]

    private static let rate = 16_000
    private static let ffmpeg = "/usr/bin/ffmpeg"
    /// Of processor time for taking a recording apart.
    private static let seconds = 30
    private static let megabytes = 1_024
    /// An hour.
    private static let bytesMax = 3_600 * rate * 2

    /// A WAV of 16 bits is read here; anything else by ffmpeg, where it is installed.
    ///
    /// - Throws: `ProviderFailure.unreadableRecording`.
    init(_ question: SpeechQuestion, isCancelled: () -> Bool) throws(ProviderFailure) {
        if let wave = Self.wave(question.audio) {
            samples = wave
            return
        }
        let program = LimitedProgram(seconds: Self.seconds, megabytes: Self.megabytes, outputBytesMax: Self.bytesMax)
        let command = [
            Self.ffmpeg, "-v", "error", "-protocol_whitelist", "pipe", "-i", "pipe:0", "-f", "s16le", "-ac", "1", "-ar",
            String(Self.rate), "pipe:1",
        ]
        do { samples = try program.run([command], over: question.audio, isCancelled: isCancelled) } catch let failure
            as LimitedProgram.Failure
        {
            switch failure {
            case .absent:
                throw .unreadableRecording(
                    why: "\(question.mediaType) takes ffmpeg, which is not installed; WAV of 16 bits takes nothing")
            case .cancelled: throw .cancelled
            case .tooSlow: throw .timedOut(seconds: Self.seconds)
            case .ended: throw .unreadableRecording(why: "it is damaged, or another kind than \(question.mediaType)")
            case .noMemoryFile, .noPipe: throw .busy(seconds: 10)
            }
        } catch { throw .unreadableRecording(why: "the disk failed") }
    }

    /// The samples of a WAV of 16 bits, with its channels made one and its rate made ours; nil for anything else.
    static func wave(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count > 44, bytes[0..<4].elementsEqual("RIFF".utf8), bytes[8..<12].elementsEqual("WAVE".utf8) else {
            return nil
        }
        func number(_ at: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
        var (channels, given, at) = (0, 0, 12)
        while at + 8 <= bytes.count {
            let (name, size) = (bytes[at..<at + 4], number(at + 4, 4))
            let start = at + 8
            if name.elementsEqual("fmt ".utf8), size >= 16, start + 16 <= bytes.count {
                // 1 is PCM, 0xFFFE says it later.
                guard [1, 0xFFFE].contains(number(start, 2)), number(start + 14, 2) == 16 else { return nil }
                (channels, given) = (number(start + 2, 2), number(start + 4, 4))
            } else if name.elementsEqual("data".utf8) {
                guard (1...8).contains(channels), (4_000...192_000).contains(given) else { return nil }
                // A recorder that was stopped may have left the length open.
                let end = min(bytes.count, start + size)
                return resampled((start..<max(start, end)), of: bytes, channels: channels, rate: given)
            }
            at = start + size + size % 2
        }
        return nil
    }

    private static func resampled(_ range: Range<Int>, of bytes: [UInt8], channels: Int, rate given: Int) -> [UInt8] {
        let frames = range.count / (2 * channels)
        func sample(_ frame: Int) -> Int {
            var sum = 0
            for channel in 0..<channels {
                let at = range.lowerBound + (frame * channels + channel) * 2
                sum += Int(Int16(bitPattern: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8))
            }
            return sum / channels
        }
        let count = frames * rate / given
        var out: [UInt8] = []
        out.reserveCapacity(count * 2)
        for place in 0..<count {
            // The mean of all frames that fall into one of ours; of a slower recording the frame that stands there.
            let (from, to) = (place * given / rate, max(place * given / rate + 1, (place + 1) * given / rate))
            var sum = 0
            for frame in from..<min(to, frames) { sum += sample(frame) }
            let value = UInt16(bitPattern: Int16(clamping: sum / max(1, min(to, frames) - from)))
            out += [UInt8(value & 0xFF), UInt8(value >> 8)]
        }
        return out
    }
}
