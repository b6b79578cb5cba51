/// The requirements for a password, wherever it is chosen. Requirements J-607 and J-610.
package enum PasswordRule {
    static let charactersMin = 8

    /// Returns the fault of a password, as a sentence to the person; nil for an acceptable one.
    package static func fault(of password: String, email: String) -> String? {
        if password.count < charactersMin { return "Password must be \(charactersMin)+ characters" }
        if password.utf8.count > Passwords.bytesMax { return "Password must be at most \(Passwords.bytesMax) bytes" }
        if password.utf8.contains(0) { return "Password must not hold a zero byte" }
        let plain = password.lowercased()
        if Set(plain).count < 3 { return "Password must hold at least 3 different characters" }
        let name = email.lowercased().split(separator: "@").first.map(String.init) ?? ""
        if plain == email.lowercased() || plain == name { return "Password must not be the e-mail address" }
        if usual.contains(plain) { return "Password must not be one that everybody tries first" }
        return nil
    }

    /// The commonest of those that have eight characters or more, in lower case.
    private static let usual: Set<String> = [
        "12345678", "123456789", "1234567890", "87654321", "password", "password1", "password12", "password123",
        "passw0rd", "p@ssw0rd", "p@ssword", "qwertyui", "qwertyuiop", "qwerty123", "qwerty12", "1q2w3e4r", "1qaz2wsx",
        "1q2w3e4r5t", "asdfghjk", "asdfghjkl", "zxcvbnm1", "abcd1234", "abc12345", "abcdefgh", "iloveyou", "sunshine",
        "princess", "football", "baseball", "superman", "trustno1", "welcome1", "letmein1", "starwars", "computer",
        "internet", "whatever", "michelle", "jennifer", "11223344", "12341234", "123123123", "147258369", "passwort",
    ]
}
