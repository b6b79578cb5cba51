import Foundation
import Glibc
import Synchronization
import Testing

/// The built program, serving a directory of its own on a port of its own, as another process.
final class ServedProgram {
    let port: UInt16
    let greeting: String
    let data: String
    private let process: Process
    private let log: URL

    /// It ended before it listened, and this is what it said.
    struct Ended: Error {
        let log: String
    }

    /// Starts `daybook serve` and returns when it listens.
    ///
    /// - Parameters:
    ///   - out: where it greets, unless it is to be heard; then only its log says where it listens.
    ///   - errors: where its log goes instead of a file.
    init(data: String, _ flags: [String] = [], out: FileHandle? = nil, errors: FileHandle? = nil) throws {
        self.data = data
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "daybook")
        process.arguments = ["serve", "--data", data, "--port", "0"] + flags
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": data, "USER": "anna", "DAYBOOK_SERVE_METRICS_TOKEN": "count-me",
        ]
        let heard = Pipe()
        if let out { process.standardOutput = out } else { process.standardOutput = heard }
        log = URL(filePath: data).appendingPathExtension(UUID().uuidString + ".log")
        try Data().write(to: log)
        process.standardError = try errors ?? FileHandle(forWritingTo: log)
        try process.run()
        guard out == nil else {
            greeting = ""
            port = try Self.port(toldIn: log, by: process)
            return
        }
        var said = ""
        while !said.contains("is described at") {
            let more = heard.fileHandleForReading.availableData
            let trouble = try String(contentsOf: log, encoding: .utf8)
            guard !more.isEmpty else { throw Ended(log: trouble) }
            said += String(decoding: more, as: UTF8.self)
        }
        greeting = said
        let line = try #require(said.split(separator: "\n").first)
        port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) })
    }

    private static func port(toldIn log: URL, by process: Process) throws -> UInt16 {
        while true {
            let isRunning = process.isRunning
            let told = try String(contentsOf: log, encoding: .utf8)
            if let match = told.firstMatch(of: /listening on [^"]*:(\d+)"/), let port = UInt16(match.1) { return port }
            guard isRunning else { throw Ended(log: told) }
            usleep(10_000)
        }
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// - Returns: how it ended; a signal counts as 128 and its number.
    func wait() throws -> (status: Int32, log: String) {
        process.waitUntilExit()
        let base: Int32 = process.terminationReason == .exit ? 0 : 128
        return (base + process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
    }

    deinit {
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: log)
    }
}

/// One connection, byte by byte: what a library would hide is what is tested.
final class Wire {
    private let descriptor: Int32

    /// - Parameter heldBytes: about as much as the system takes for it while it does not read; the system's own choice by
    ///   default.
    init(port: UInt16, holding heldBytes: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        if var heldBytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &heldBytes, socklen_t(MemoryLayout<Int32>.size))
        }
        var timeout = timeval(tv_sec: 240, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let answer = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) }
        }
        // No issue: a test may want to see that nobody listens.
        guard answer == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    func send(_ text: String) { send(bytes: Array(text.utf8)) }

    func send(bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Everything until the other end has nothing more to say, or `isEnough` of it.
    func receive(until isEnough: (String) -> Bool = { _ in false }) -> String {
        String(decoding: bytes { isEnough(String(decoding: $0, as: UTF8.self)) }, as: UTF8.self)
    }

    /// The same as bytes, where nobody can read them.
    func bytes(until isEnough: ([UInt8]) -> Bool = { _ in false }) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isEnough(all) {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            all += buffer[..<count]
        }
        return all
    }

    /// Goes away in the middle of whatever was being said.
    func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    deinit { Glibc.close(descriptor) }
}

/// Reads on a thread of its own, so that no test waits on the threads that answer it.
final class Watcher: Sendable {
    private let wire: Mutex<Wire>
    private let heard = Mutex("")

    init(_ wire: sending Wire) { self.wire = Mutex(wire) }

    /// The number of bytes that still come until the other end has nothing more to say.
    func countRest() async -> Int {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                continuation.resume(returning: wire.withLock { $0.bytes().count })
            }
        }
    }

    func text(until isEnough: @escaping @Sendable (String) -> Bool) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                wire.withLock { wire in
                    let before = heard.withLock { $0 }
                    let more = isEnough(before) ? "" : wire.receive { isEnough(before + $0) }
                    heard.withLock { $0 = String((before + more).suffix(4_096)) }
                    continuation.resume(returning: before + more)
                }
            }
        }
    }
}
