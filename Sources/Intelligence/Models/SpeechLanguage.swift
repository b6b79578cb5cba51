/// The languages of Whisper that have a name of two letters (ISO 639-1). Others are refused by their name (O-109).
package enum SpeechLanguage {
    package static let all = Set(
        """
        en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa \
        lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn \
        mt sa lb my bo tl mg as tt ln ha ba su
        """.split(separator: " ").map(String.init))
}

extension InstallableModel {
    /// The smallest model that knows a language.
    package static func speech(of language: String) -> InstallableModel { language == "en" ? englishSpeech : speech }
}
