import Testing

@testable import Cryptography

/// The examples of the standards. Others compute them too, so that whatever we wrote can be read with another library.
@Suite("Known answers")
struct KnownAnswers {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA-256 has the digests of FIPS 180-4, whole and in parts`(text: String, digest: String) {
        let bytes = Array(text.utf8)
        #expect(hex(SHA256.hash(data: bytes)) == digest)
        for cut in 0...bytes.count {
            var hash = SHA256()
            hash.update(data: bytes[..<cut])
            let copy = hash
            hash.update(data: bytes[cut...])
            #expect(hex(hash.finalize()) == digest, "cut at \(cut)")
            // A copy has gone its own way.
            #expect(copy.finalize() == SHA256.hash(data: bytes[..<cut]))
        }
    }

    @Test func `a million letters have the digest of FIPS 180-4, and SHA-1 and MD5 those of theirs`() {
        var hash = SHA256()
        for _ in 0..<1_000 { hash.update(data: repeatElement(UInt8(ascii: "a"), count: 1_000)) }
        #expect(hex(hash.finalize()) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        #expect(hex(Insecure.SHA1.hash(data: "abc".utf8)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(hex(Insecure.SHA1.hash(data: [])) == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
        #expect(hex(Insecure.MD5.hash(data: "message digest".utf8)) == "f96b697d7cb7938d525a2f31aaf161d0")
        #expect(hex(Insecure.MD5.hash(data: [])) == "d41d8cd98f00b204e9800998ecf8427e")
    }

    @Test func `HMAC has the codes of RFC 4231, and no other one is valid`() {
        let key = SymmetricKey(data: "Jefe".utf8)
        let message = Array("what do ya want for nothing?".utf8)
        let code = HMACSHA256.authenticationCode(for: message, using: key)
        #expect(hex(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let long = SymmetricKey(data: [UInt8](repeating: 0xAA, count: 131))
        let said = HMACSHA256.authenticationCode(
            for: "Test Using Larger Than Block-Size Key - Hash Key First".utf8, using: long)
        #expect(hex(said) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
        #expect(HMACSHA256.isValidAuthenticationCode(code, authenticating: message, using: key))
        #expect(!HMACSHA256.isValidAuthenticationCode(code.dropLast(), authenticating: message, using: key))
        #expect(!HMACSHA256.isValidAuthenticationCode([], authenticating: message, using: key))
        #expect(!HMACSHA256.isValidAuthenticationCode(code, authenticating: message.dropLast(), using: key))
        #expect(!HMACSHA256.isValidAuthenticationCode(code, authenticating: message, using: long))
        for index in code.indices {
            var other = code
            other[index] ^= 1
            #expect(!HMACSHA256.isValidAuthenticationCode(other, authenticating: message, using: key))
        }
    }

    @Test func `HKDF derives the keys of RFC 5869, with salt and without`() {
        let secret = SymmetricKey(data: [UInt8](repeating: 0x0B, count: 22))
        let key = HKDFSHA256.deriveKey(
            from: secret, salt: bytes("000102030405060708090a0b0c"), info: bytes("f0f1f2f3f4f5f6f7f8f9"), outputByteCount: 42)
        #expect(
            key.withUnsafeBytes { hex($0) }
                == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
        let bare = HKDFSHA256.deriveKey(from: secret, info: [], outputByteCount: 42)
        #expect(
            bare.withUnsafeBytes { hex($0) }
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    }

    @Test func `AES-GCM seals what the vectors of its authors say`() throws {
        // McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B, test cases 4 and 16.
        let plain = bytes(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
        )
        let context = bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let nonce = bytes("cafebabefacedbaddecaf888")
        for (key, sealed) in [
            (
                "feffe9928665731c6d6a8f9467308308",
                "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091"
                    + "5bc94fbc3221a5db94fae95ae7121a47"
            ),
            (
                "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
                "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
                    + "76fc6ece0f4e1768cddf8853bb2d551b"
            ),
        ] {
            let key = SymmetricKey(data: bytes(key))
            let made = try AES.GCM.seal(plain, using: key, nonce: nonce, authenticating: context)
            #expect(hex(made) == hex(nonce) + sealed)
            #expect(try AES.GCM.open(made, using: key, authenticating: context) == plain)
            #expect(try AES.GCM.open(bytes(sealed), nonce: nonce, using: key, authenticating: context) == plain)
        }
    }

    @Test func `AES-CTR encrypts what NIST SP 800-38A says, and goes on where AES-GCM stands`() throws {
        let key = SymmetricKey(data: bytes("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"))
        let plain = bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")
        let counter = bytes("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
        let made = try AES.CTR.apply(to: plain, using: key, counter: counter)
        #expect(hex(made) == "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5")
        #expect(try AES.CTR.apply(to: made, using: key, counter: counter) == plain)
        // Attached files are read so: the second block of a sealed one, alone.
        let sealed = try AES.GCM.seal(plain, using: key)
        let second = Array(sealed[..<12]) + [0, 0, 0, 3]
        #expect(try AES.CTR.apply(to: sealed[28..<44], using: key, counter: second) == Array(plain[16...]))
    }

    @Test func `P-256 agrees on the secret of RFC 8291, and checks the signature of RFC 6979`() throws {
        // RFC 8291, appendix A.
        let own = try P256.PrivateKey(
            rawRepresentation: bytes("c9f58f89813e9f8e872e71f42aa64e1757c9254dcc62b72ddc010bb4043ea11c"))
        let theirs = try P256.PublicKey(
            x963Representation: bytes(
                "042571b2becdfde360551aaf1ed0f4cd366c11cebe555f89bcb7b186a53339173168ece2ebe018597bd30479b86e3c8f8eced577ca59187e9246990db682008b0e"
            ))
        let secret = try own.sharedSecret(with: theirs)
        #expect(
            secret.withUnsafeBytes { hex($0) } == "932acbd63208387133837b0cd995911c3441eb66000998614a592727aef6912b")
        // RFC 6979, appendix A.2.5, SHA-256, "sample".
        let key = try P256.PrivateKey(
            rawRepresentation: bytes("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"))
        #expect(
            hex(key.publicKey.rawRepresentation)
                == "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
        )
        let signature = bytes(
            "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
        )
        #expect(key.publicKey.isValidSignature(signature, for: "sample".utf8))
        #expect(!key.publicKey.isValidSignature(signature, for: "test".utf8))
    }
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count, by: 2).map {
        UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)!
    }
}
