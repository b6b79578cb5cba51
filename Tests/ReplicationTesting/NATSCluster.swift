import Foundation
import Glibc

/// Real NATS servers as processes of their own, in a directory of their own: a cluster, or one alone.
///
/// Not for several threads at once. They end with it.
package final class NATSCluster {
    package let directory: String
    package let ports: [Int]
    private let clusterPorts: [Int]
    private var processes: [Process?]
    private let extra: String

    /// Starts the servers. They choose a leader among themselves; callers wait for it.
    ///
    /// - Parameters:
    ///   - late: servers that belong to the cluster and are to be started later.
    ///   - extra: more lines for their configuration.
    package init(servers: Int, late: Set<Int> = [], extra: String = "") throws {
        directory = NSTemporaryDirectory() + "daybook-nats-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let free = try Self.freePorts(servers * 2)
        ports = Array(free[..<servers])
        clusterPorts = Array(free[servers...])
        processes = Array(repeating: nil, count: servers)
        self.extra = extra
        for server in 0..<servers where !late.contains(server) { try start(server) }
    }

    deinit {
        for process in processes { if let process { Glibc.kill(process.processIdentifier, SIGKILL) } }
        for process in processes { process?.waitUntilExit() }
        try? FileManager.default.removeItem(atPath: directory)
    }

    package func start(_ server: Int) throws {
        let routes = clusterPorts.map { "nats-route://127.0.0.1:\($0)" }.joined(separator: ", ")
        let cluster =
            ports.count > 1
            ? "cluster { name: daybook, listen: \"127.0.0.1:\(clusterPorts[server])\", routes: [\(routes)] }" : ""
        let text = """
            server_name: s\(server)
            listen: "127.0.0.1:\(ports[server])"
            jetstream { store_dir: "\(directory)/s\(server)", max_mem: 64M, max_file: 512M }
            \(cluster)
            \(extra)
            """
        let file = "\(directory)/s\(server).conf"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["nats-server", "-c", file, "-l", "\(directory)/s\(server).log"]
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin"]
        try process.run()
        processes[server] = process
    }

    /// Ends a server as a power cut would, and returns once it is gone.
    package func kill(_ server: Int) {
        guard let process = processes[server] else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        processes[server] = nil
    }

    /// All servers, as a client is told of them.
    package var address: String { ports.map { "nats://127.0.0.1:\($0)" }.joined(separator: ",") }

    private static func freePorts(_ count: Int) throws -> [Int] {
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        return try (0..<count).map { _ in
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            sockets.append(descriptor)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
                }
            }
            guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            return Int(UInt16(bigEndian: address.sin_port))
        }
    }
}
