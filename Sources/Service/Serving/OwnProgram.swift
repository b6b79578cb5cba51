import Glibc

/// Programs of ours that lie beside this one: in the library folder as they were installed, or where they were built.
enum OwnProgram {
    /// - Parameters:
    ///   - source: where it lies in the tree of the sources, for what is not built.
    ///   - mode: `X_OK` for a program, `R_OK` for what a program reads.
    /// - Returns: where it would be installed, where it is nowhere.
    static func path(of name: String, source: String? = nil, mode: Int32) -> String {
        var places = ["\(folder)/\(name)", "\(folder)/../lib/daybook/\(name)"]
        // A build stands in .build/PLATFORM/CONFIGURATION.
        if let source { places.append("\(folder)/../../../\(source)") }
        return places.first { access($0, mode) == 0 } ?? "/usr/lib/daybook/\(name)"
    }

    private static let folder: Substring = {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { raw in
            raw.withMemoryRebound(to: CChar.self) { letters in
                letters.baseAddress.map { readlink("/proc/self/exe", $0, letters.count) } ?? -1
            }
        }
        let path = count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : "/usr/bin/daybook"
        return path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
    }()
}
