import Kernel
import Studio

extension AnswerShapes {
    /// The children of a family, how they come along, and what the family has agreed to and done.
    static let family: [String: JSONShape] = [
        "listChildren": .list(.named("Child")),
        "showChild": .named("Child"),
        "showProgress": progress,
        "showHeatmap": heatmap,
        "listMilestones": .list(milestone),
        "listConsents": .list(consent),
        "showReminders": reminders,
        "showStorage": storage,
        "showWeek": week,
    ]

    static let familyComponents: [String: JSONShape] = ["Child": child]

    /// The portrait is an emoji or a file.
    private static let child: JSONShape = .fields(
        [
            "id": .id, "name": .text, "state": .stateOfUnarchived, "born": .orNull(.month), "bornIsEstimated": .flag,
            "age": .orNull(.number), "avatar": .orNull(.oneOf([.text, .named("KeptFile")])), "artworks": .number,
        ],
        .touched("updated"))

    private static let progress: JSONShape = .object([
        "child": .id, "name": .text, "age": .orNull(.number), "artworks": .number, "allowed": .flag, "guide": guide,
        "skills": .list(skillOfChild),
    ])

    private static let guide: JSONShape = .object([
        "stage": .words(AgeStage.self), "years": .text, "focus": .text, "categories": .list(category),
        "skills": .list(skill), "vocabulary": .object(["words": .text, "sentenceWordsMax": .number]),
    ])

    private static let skillOfChild: JSONShape = .object([
        "skill": skill, "month": .month, "levelThousandths": .orNull(.number), "changeThousandths": .orNull(.number),
        "comparedWith": .orNull(.month), "observations": .number,
        "direction": .orNull(.word(SkillTrend.Direction.allCases.map(\.words))), "badge": .orNull(.text),
        "step": .orNull(.word(SkillStep.allCases.map(\.words))), "sentence": .text, "method": .text,
        "otherwise": .number,
    ])

    private static let heatmap: JSONShape = .object([
        "child": .id, "name": .text, "months": .list(.month),
        "rows": .list(.object(["skill": skill, "cells": .list(.orNull(cell))])),
    ])

    private static let cell: JSONShape = .object(["levelThousandths": .number, "observations": .number])

    private static let milestone: JSONShape = .object([
        "id": .id, "milestone": .text, "child": .id, "childName": .text, "date": .day, "hidden": .flag,
    ])

    /// The child is null where it was answered for all of them.
    private static let consent: JSONShape = .fields(
        [
            "purpose": .words(ConsentPurpose.self), "child": .orNull(.id), "whom": .text,
            "answer": .words(ConsentAnswer.self, without: [.open]), "notice": .orNull(.text),
        ],
        .touched("answered"))

    private static let reminders: JSONShape = .object([
        "on": .flag, "snoozedUntil": .orNull(.day), "lastSent": .orNull(.day), "lastUpload": .orNull(.day),
        "words": .text,
    ])

    private static let storage: JSONShape = .object([
        "files": .number, "bytes": .number, "bytesInTrash": .number,
        "children": .list(
            .object(["id": .id, "name": .text, "artworks": .number, "images": .number, "bytes": .number])),
    ])

    private static let week: JSONShape = .object([
        "from": .day, "through": .day, "uploads": .number, "stories": .number, "tips": .number, "milestones": .number,
        "children": .list(weekOfChild),
    ])

    private static let weekOfChild: JSONShape = .object([
        "id": .id, "name": .text, "uploads": .list(titled), "stories": .list(titled), "tips": .number,
        "milestones": .list(.object(["id": .id, "milestone": .text, "date": .day])), "trends": .list(.text),
    ])

    private static let titled: JSONShape = .object(["id": .id, "title": .text])
}
