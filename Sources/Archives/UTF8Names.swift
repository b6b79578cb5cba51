private import Glibc

/// Lets `body` work where names are UTF-8: libarchive reads and writes them by the locale of the thread.
///
/// `C.UTF-8` is in every Debian; without it names that are not ASCII are refused or written without saying what they are.
package func withUTF8Names<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let locale = newlocale(ctypeMask, "C.UTF-8", nil)
    let before = uselocale(locale)
    defer {
        uselocale(before)
        if let locale { freelocale(locale) }
    }
    return try body()
}

/// `LC_CTYPE_MASK`, which the importer of C headers does not see.
private let ctypeMask: Int32 = 1 << LC_CTYPE
