import Foundation
import Kernel
import KernelTesting
import Testing

@Suite("Canonical JSON")
struct CanonicalJSON {
    @Test func `escapes what must be and nothing else`() throws {
        var json = JSONWriter()
        let nasty = "quote \" slash \\ / tab \t nul \u{0} bell \u{7} line \u{2028} 👩‍🎨"
        json.object { json in
            json.field("a", nasty)
            json.field("n", -5)
            json.key("list")
            json.array {
                $0.value(true); $0.null(); $0.object { _ in }
            }
        }
        let parsed = try #require(JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
        #expect(parsed["a"] as? String == nasty)
        #expect(json.text.contains(#"tab \t nul \u0000 bell \u0007"#))
        #expect(json.text.hasSuffix(#""n":-5,"list":[true,null,{}]}"#))
    }
}
