import CLinuxCalls
import Foundation
import Glibc

/// Another program that gets bytes and gives bytes, with little memory and time, no file and no environment to speak of.
struct LimitedProgram: Sendable {
    /// Of processor time; it may take four times as long while others compute.
    var seconds: Int
    /// Of address space.
    var megabytes: Int
    /// Of what comes out.
    var outputBytesMax: Int
    var environment: [String: String] = [:]

    enum Failure: Error {
        /// It is not installed, or a library of it is missing.
        case absent(program: String, why: String)
        case ended(ChildProcess.Ending)
        case tooSlow
        /// Nobody wants what it makes any more.
        case cancelled
        case noMemoryFile(errno: Int32)
        case noPipe(errno: Int32)
    }

    /// Exit statuses of `prlimit` where the program is absent or may not be run; 127 too where a library of it is missing.
    private static let statusesOfAbsence: Set<Int32> = [126, 127]

    /// Runs programs over `bytes`, each reading what the one before writes, and waits for all of them. Blocks meanwhile.
    ///
    /// - Parameters:
    ///   - commands: at least one; each the path of a program and its arguments.
    ///   - isCancelled: asked every second.
    /// - Throws: `Failure` of the last program that failed; no program runs any more then.
    func run(
        _ commands: [[String]], over bytes: [UInt8], isCancelled: () -> Bool = { false }
    ) throws -> [UInt8] {
        // Files that are in memory alone: what lies encrypted on the disk does not come to lie there in clear. Closing them
        // can lose nothing: what is wanted of them was read.
        let input = try Self.memoryFile()
        defer { try? input.close() }
        try input.write(contentsOf: Data(bytes))
        try input.seek(toOffset: 0)
        let output = try Self.memoryFile()
        defer { try? output.close() }
        try wait(for: try start(commands, from: input, to: output), isCancelled)
        try output.seek(toOffset: 0)
        return Array(try output.readToEnd() ?? Data())
    }

    private func start(
        _ commands: [[String]], from input: FileHandle, to output: FileHandle
    ) throws -> [(program: String, process: ChildProcess)] {
        let limits = [
            "--as=\(megabytes << 20)", "--cpu=\(seconds):\(seconds + 1)", "--fsize=\(outputBytesMax)", "--core=0",
            "--nofile=64", "--",
        ]
        var running: [(program: String, process: ChildProcess)] = []
        var source = input.fileDescriptor
        do {
            for (index, command) in commands.enumerated() {
                let isLast = index == commands.count - 1
                var ends: [Int32] = [-1, -1]
                if !isLast, pipe(&ends) != 0 { throw Failure.noPipe(errno: errno) }
                let target = isLast ? output.fileDescriptor : ends[1]
                defer {
                    // A program that runs has copies of its own.
                    if source != input.fileDescriptor { close(source) }
                    if !isLast { close(ends[1]) }
                    source = isLast ? -1 : ends[0]
                }
                do {
                    running.append(
                        (
                            command[0],
                            try ChildProcess(
                                "/usr/bin/prlimit", limits + command,
                                environment: environment.merging(["LC_ALL": "C.UTF-8"]) { given, _ in given }, input: source,
                                output: target)
                        ))
                } catch {
                    throw Failure.absent(program: command[0], why: String(describing: error))
                }
            }
        } catch {
            if source != input.fileDescriptor, source >= 0 { close(source) }
            end(running)
            throw error
        }
        return running
    }

    private func wait(for running: [(program: String, process: ChildProcess)], _ isCancelled: () -> Bool) throws {
        var left = seconds * 4
        for (_, process) in running {
            while !process.hasEnded(within: 1) {
                left -= 1
                guard left > 0, !isCancelled() else {
                    end(running)
                    throw left > 0 ? Failure.cancelled : .tooSlow
                }
            }
        }
        var (absence, failure): (Failure?, Failure?)
        for (program, process) in running {
            switch process.reap() {
            case .status(0): continue
            case .status(let status) where Self.statusesOfAbsence.contains(status):
                absence = .absent(program: program, why: "\(program) ended with \(status)")
            case let ending: failure = .ended(ending)
            }
        }
        // One that reads from nobody, or writes to nobody, fails as well: the absence of another is the cause.
        if let absence { throw absence }
        if let failure { throw failure }
    }

    private func end(_ running: [(program: String, process: ChildProcess)]) {
        for (_, process) in running { process.send(SIGKILL) }
        for (_, process) in running { _ = process.reap() }
    }

    private static func memoryFile() throws -> FileHandle {
        let descriptor = daybook_memory_file("daybook-program")
        guard descriptor >= 0 else { throw Failure.noMemoryFile(errno: errno) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
