import Kernel

// The rules of prompts and of files.
extension CaptureState {
    /// Anyone may be left in peace by anything that asks. Requirement O-912.
    func set(_ kind: PromptKind, _ standing: Prompt.Standing) throws(CaptureRefusal) -> [CaptureEvent] {
        guard PromptKind(kind.key) != nil else { throw .badPrompt(kind.key) }
        let id = kind.id
        guard (model.prompts[id]?.standing ?? .asked) != standing else { return [] }
        guard model.prompts.has(id) || model.prompts.count < Prompt.countMax else {
            throw .tooMany(.prompts, max: Prompt.countMax)
        }
        return [promptEvent(id, kind, standing)]
    }

    func promptEvent(_ id: PromptID, _ kind: PromptKind, _ standing: Prompt.Standing) -> CaptureEvent {
        switch standing {
        case .asked: .promptRevived(id, kind)
        case .snoozed(let until): .promptSnoozed(id, kind, until: until)
        case .dismissed: .promptDismissed(id, kind)
        }
    }

    func attach(_ id: AttachmentID, to item: ItemID, _ facts: FileFacts) throws(CaptureRefusal) -> [CaptureEvent] {
        _ = try self.item(item)
        if let known = model.files[id] {
            guard known.item == item, known.facts == facts else { throw .fileTaken(id) }
            guard known.isDetached else { return [] }
            try openItem(item)
            return [.fileReattached(id)]
        }
        try openItem(item)
        guard facts.isDigestWhole else { throw .digestMalformed }
        guard model.files.count < ItemFile.countMax else { throw .tooMany(.files, max: ItemFile.countMax) }
        return [.fileAttached(id, to: item, facts)]
    }

    func detach(_ id: AttachmentID) throws(CaptureRefusal) -> [CaptureEvent] {
        guard let known = model.files[id] else { throw .noSuchFile(id) }
        guard !known.isDetached else { return [] }
        try openItem(known.item)
        return [.fileDetached(id)]
    }
}
