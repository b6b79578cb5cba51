/// A number of bytes as people say it: `999 bytes`, `1.2 MB`, cut and not rounded. Units of a thousand, as disks are sold in.
public func sizeWords(_ bytes: some BinaryInteger) -> String {
    let count = UInt64(clamping: bytes)
    if count == 1 { return "1 byte" }
    if count < 1_000 { return String(count) + " bytes" }
    var (unit, size) = (0, UInt64(1_000))
    let units = ["kB", "MB", "GB", "TB"]
    while unit < units.count - 1, count >= size * 1_000 {
        unit += 1
        size *= 1_000
    }
    return String(count / size) + "." + String(count % size / (size / 10)) + " " + units[unit]
}
