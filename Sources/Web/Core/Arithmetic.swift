#if arch(wasm32)

    /// The 128-bit product that compilers ask of their run-time library when a 64-bit product is checked for overflow.
    ///
    /// A browser has no such library. The name and the order of arguments are compiler-rt's (`__multi3`, lib/builtins).
    /// Made of 32-bit pieces, so that it never asks for itself.
    @_cdecl("__multi3")
    public func multiply(
        _ product: UnsafeMutablePointer<UInt64>, _ aLow: UInt64, _ aHigh: UInt64, _ bLow: UInt64, _ bHigh: UInt64
    ) {
        let mask: UInt64 = 0xFFFF_FFFF
        let low = (aLow & mask) &* (bLow & mask)
        let middle = (aLow >> 32) &* (bLow & mask) &+ low >> 32
        let other = (aLow & mask) &* (bLow >> 32) &+ middle & mask
        product[0] = other << 32 | low & mask
        product[1] =
            (aLow >> 32) &* (bLow >> 32) &+ middle >> 32 &+ other >> 32 &+ aLow &* bHigh &+ aHigh &* bLow
    }

    /// Compares bytes as C's `memcmp` does: compilers call it for comparisons, and a browser has no C library.
    @_cdecl("memcmp")
    public func compare(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: UInt) -> Int32 {
        var at: UInt = 0
        while at < count {
            let (one, other) = (a[Int(at)], b[Int(at)])
            if one != other { return one < other ? -1 : 1 }
            at &+= 1
        }
        return 0
    }

#endif
