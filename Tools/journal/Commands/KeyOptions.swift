import ArgumentParser
import Glibc
import JournalEngine

/// The options by which a person gives the keys of an encrypted journal. The master key itself is never an argument, since
/// every user of the machine can read those.
struct KeyOptions: ParsableArguments {
    @Option(help: "The keyring of an encrypted journal.", completion: .file())
    var keyring: String?

    @Option(
        help: "The file with the master key; without it, the environment variable DAYBOOK_MASTER_KEY holds the key.",
        completion: .file())
    var masterKeyFile: String?

    func validate() throws {
        if masterKeyFile != nil, keyring == nil {
            throw ValidationError("--master-key-file opens a keyring; give --keyring too.")
        }
    }

    func journalOptions() throws -> JournalOptions {
        var options = JournalOptions()
        guard let keyring else { return options }
        options.keyring = try Keyring.open(at: keyring, under: try masterKey(), access: .reading)
        return options
    }

    func masterKey() throws -> SecretKey {
        let text: String
        let place: String
        if let masterKeyFile {
            place = masterKeyFile
            text = try firstBytes(of: masterKeyFile)
        } else {
            guard let value = getenv("DAYBOOK_MASTER_KEY") else {
                throw ValidationError("The keyring needs a key; give --master-key-file, or set DAYBOOK_MASTER_KEY.")
            }
            place = "DAYBOOK_MASTER_KEY"
            text = String(cString: value)
        }
        guard let key = SecretKey(hex: text.hasSuffix("\n") ? text.dropLast() : text[...]) else {
            throw ValidationError("\(place) holds no key; a key is 64 hexadecimal digits.")
        }
        return key
    }

    private func firstBytes(of path: String) throws -> String {
        do throws(DiskError) {
            let file = try POSIXDisk().open(path, .reading)
            defer { file.close() }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = try file.whole(&buffer)
            return String(decoding: buffer[..<count], as: UTF8.self)
        } catch {
            throw JournalError.system(call: error.call, path: path, errno: error.errno)
        }
    }
}

extension DiskFile {
    /// The beginning of the file, as far as the buffer goes.
    fileprivate func whole(_ buffer: inout [UInt8]) throws(DiskError) -> Int {
        try buffer.withUnsafeMutableBytes { raw in
            Result { () throws(DiskError) in
                var done = 0
                while done < raw.count {
                    let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: raw[done...]), at: UInt64(done))
                    if count == 0 { break }
                    done += count
                }
                return done
            }
        }.get()
    }
}
