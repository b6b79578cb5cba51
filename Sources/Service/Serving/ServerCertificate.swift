import Glibc
import NIOSSL

/// The certificate of the service and its private key, read from their files before anything listens.
enum ServerCertificate {
    /// - Throws: `ConfigurationFault.badCertificate`, which names the file and what is wrong with it.
    static func configuration(certificate: String, key: String) throws(ConfigurationFault) -> TLSConfiguration {
        for path in [certificate, key] where access(path, R_OK) != 0 {
            throw .badCertificate(reason: "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
            throw .badCertificate(reason: "\(certificate) holds no certificate as PEM")
        }
        guard !chain.isEmpty else { throw .badCertificate(reason: "\(certificate) holds no certificate as PEM") }
        let privateKey: NIOSSLPrivateKey
        do { privateKey = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
            throw .badCertificate(reason: "\(key) holds no private key as PEM, or one that a passphrase locks")
        }
        let tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        do { _ = try NIOSSLContext(configuration: tls) } catch {
            throw .badCertificate(reason: "the private key in \(key) does not belong to the certificate in \(certificate)")
        }
        return tls
    }
}
