/// LZ4 frames and xxHash, as the journal needs them: one thin wrapper over two system libraries.
package enum LZ4 {}
