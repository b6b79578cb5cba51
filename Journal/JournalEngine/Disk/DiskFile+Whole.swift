import Glibc

/// The loops that make single system calls whole: short counts are continued, interruptions repeated.
extension DiskFile {
    /// Reads `buffer.count` bytes at `offset`, or as many as the file has, and says how many.
    func readWhole(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            do throws(DiskError) {
                let count = try read(into: rest, at: offset + UInt64(done))
                if count == 0 { break }
                done += count
            } catch  where error.errno == EINTR {
                continue
            }
        }
        return done
    }

    /// Writes all of `bytes` at `offset`. A failure may leave any part of them written.
    func writeWhole(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            do throws(DiskError) {
                let count = try write(rest, at: offset + UInt64(done))
                if count == 0 { throw DiskError(call: .pwrite, path: "", errno: ENOSPC) }
                done += count
            } catch  where error.errno == EINTR {
                continue
            }
        }
    }

    /// Begins to carry bytes to the disk, however often it is interrupted.
    func beginSyncWhole(of range: Range<UInt64>) throws(DiskError) {
        while true {
            do throws(DiskError) {
                return try beginSync(of: range)
            } catch  where error.errno == EINTR {
                continue
            }
        }
    }

    /// Writes all of `bytes` at `offset`. A failure may leave any part of them written.
    func writeWhole(_ bytes: [UInt8], at offset: UInt64) throws(DiskError) {
        let result = bytes.withUnsafeBytes { raw in
            Result<Void, DiskError> { () throws(DiskError) in try writeWhole(raw, at: offset) }
        }
        try result.get()
    }
}
