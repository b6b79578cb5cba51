import Foundation

/// Boards as the other programs write them, each with one of everything; put together by us from what the programs'
/// own source says.
enum BoardSamples {
    static var wekan: [String: Any] {
        [
            "_format": "wekan-board-1.0.0", "_id": "bR8pQ2m", "title": "Garden", "archived": false,
            "createdAt": "2024-03-01T08:00:00.000Z", "description": "What grows where", "color": "belize",
            "permission": "private",
            "labels": [
                ["_id": "l1", "name": "Seeds", "color": "lime"], ["_id": "l2", "name": "", "color": "crimson"],
                ["_id": "l3", "name": "Plain", "color": "white"],
            ],
            "lists": [
                ["_id": "L2", "title": "Done", "sort": 2, "archived": false],
                ["_id": "L1", "title": "To do", "sort": 1, "archived": false, "createdAt": "2024-03-01T08:01:00.000Z"],
                ["_id": "L3", "title": "Winter", "sort": 3, "archived": true],
            ],
            "swimlanes": [
                ["_id": "s2", "title": "Greenhouse", "sort": 2], ["_id": "s1", "title": "Beds", "sort": 1],
            ],
            "cards": [
                [
                    "_id": "c2", "title": "Sow tomatoes", "listId": "L1", "swimlaneId": "s2", "sort": 0,
                    "archived": false,
                    "description": "Under **glass**.\n", "labelIds": ["l1", "l2", "gone"], "members": ["u1"],
                    "dueAt": "2024-04-01T06:30:00.000Z", "startAt": "2024-03-20T06:30:00.000Z", "spentTime": 2,
                    "createdAt": "2024-03-02T09:00:00.000Z", "customFields": [["_id": "f1", "value": "12"]],
                ],
                [
                    "_id": "c1", "title": "Dig", "listId": "L1", "swimlaneId": "s1", "sort": 5, "archived": false,
                    "labelIds": ["l3"], "createdAt": "2024-03-02T08:00:00.000Z",
                ],
                ["_id": "c3", "title": "Prune", "listId": "L3", "swimlaneId": "s1", "sort": 0, "archived": false],
                ["_id": "c4", "title": "Nowhere", "listId": "lost", "swimlaneId": "s1", "sort": 0],
            ],
            "comments": [
                [
                    "_id": "m1", "cardId": "c2", "text": "Which kind?", "createdAt": "2024-03-03T10:00:00.000Z",
                    "userId": "u1",
                ]
            ],
            "checklists": [["_id": "k1", "cardId": "c2", "title": "Buy", "sort": 0]],
            "checklistItems": [
                ["_id": "i2", "checklistId": "k1", "cardId": "c2", "title": "Pots", "sort": 1, "isFinished": false],
                ["_id": "i1", "checklistId": "k1", "cardId": "c2", "title": "Earth", "sort": 0, "isFinished": true],
            ],
            "users": [["_id": "u1", "username": "ada", "profile": ["fullname": "Ada"]]],
            "activities": [["activityType": "createCard"], ["activityType": "addComment"]],
            "rules": [["title": "When done, archive"]],
            "attachments": [
                ["_id": "a1", "cardId": "c2", "name": "tomato.jpg", "type": "image/jpeg", "file": "AAAA"],
                ["_id": "a2", "cardId": "c2", "name": "left-out.jpg", "type": "image/jpeg"],
            ],
        ]
    }

    static var planka: [String: Any] {
        [
            "item": ["id": "1357158568008091264", "name": "Holiday", "createdAt": "2025-05-01T08:00:00.000Z"],
            "included": [
                "users": [["id": "u1", "name": "Ada", "username": "ada"]],
                "labels": [
                    ["id": "b1", "name": "Paper", "color": "lagoon-blue"],
                    ["id": "b2", "name": NSNull(), "color": "berry-red"],
                ],
                "lists": [
                    ["id": "p2", "name": "Packed", "type": "closed", "position": 131072],
                    ["id": "p1", "name": "To pack", "type": "active", "position": 65536],
                    ["id": "pa", "name": NSNull(), "type": "archive", "position": NSNull()],
                    ["id": "pt", "name": NSNull(), "type": "trash", "position": NSNull()],
                ],
                "cards": [
                    [
                        "id": "q1", "listId": "p1", "name": "Passports", "description": "All *four*.", "position": 2,
                        "dueDate": "2025-07-01T10:00:00.000Z", "isDueCompleted": true, "commentsTotal": 2,
                        "createdAt": "2025-05-02T08:00:00.000Z", "stopwatch": NSNull(),
                    ],
                    ["id": "q0", "listId": "p1", "name": "Tent", "position": 1, "stopwatch": ["total": 5]],
                    ["id": "q2", "listId": "pa", "prevListId": "p2", "name": "Map", "position": 1],
                    ["id": "q3", "listId": "pt", "prevListId": "p2", "name": "Old shoes", "position": 1],
                ],
                "cardMemberships": [["cardId": "q1", "userId": "u1"]],
                "cardLabels": [["cardId": "q1", "labelId": "b1"], ["cardId": "q1", "labelId": "b2"]],
                "taskLists": [["id": "t1", "cardId": "q1", "name": "Whose", "position": 1]],
                "tasks": [
                    ["id": "x2", "taskListId": "t1", "name": "Ben's", "position": 2, "isCompleted": false],
                    ["id": "x1", "taskListId": "t1", "name": "Ada's", "position": 1, "isCompleted": true],
                ],
                "attachments": [["id": "f1", "cardId": "q1", "name": "scan.pdf"]],
                "customFieldValues": [],
                "comments": [
                    [
                        "id": "n1", "cardId": "q1", "userId": "u1", "text": "One has run out.",
                        "createdAt": "2025-05-03T08:00:00.000Z",
                    ]
                ],
            ],
        ]
    }

    /// The shape of Planka 1.x: no kinds of lists, tasks straight on the card.
    static var planka1: [String: Any] {
        [
            "item": ["id": "900", "name": "Old holiday"],
            "included": [
                "lists": [["id": "1", "name": "All", "position": 1]],
                "cards": [["id": "2", "listId": "1", "name": "Sea", "position": 1, "isDueDateCompleted": false]],
                "labels": [], "cardLabels": [], "users": [],
                "tasks": [["id": "3", "cardId": "2", "name": "Swim", "position": 1, "isCompleted": true]],
            ],
        ]
    }

    static var deck: [String: Any] {
        [
            "version": "1.11.0",
            "boards": [
                "7": [
                    "id": 7, "title": "Kitchen", "owner": ["uid": "ada", "primaryKey": "ada"], "archived": false,
                    "labels": [["id": 1, "title": "Loud", "color": "FF7A66"]], "acl": [["participant": "ben"]],
                    "stacks": [
                        "21": [
                            "id": 21, "title": "Doing", "order": 2, "deletedAt": 0,
                            "cards": [
                                [
                                    "id": 31, "title": "Drill", "description": "Two holes.", "order": 1,
                                    "archived": false,
                                    "createdAt": 1_689_667_569, "duedate": "2026-07-24T22:00:00+00:00", "deletedAt": 0,
                                    "labels": [["id": 1, "title": "Loud", "color": "FF7A66"]],
                                    "done": "2026-07-25T10:00:00+00:00", "startdate": NSNull(), "attachmentCount": 2,
                                    "attachments": [
                                        ["id": 3, "type": "file", "data": "plan.txt", "contentBase64": "UGxhbg=="],
                                        ["id": 4, "type": "file", "data": "photo.jpg"],
                                    ],
                                    "assignedUsers": [["participant": ["uid": "ada"]]],
                                    "comments": [
                                        [
                                            "id": 5, "message": "Mind the pipes.", "actorId": "ben",
                                            "actorDisplayName": "Ben", "creationDateTime": "2023-07-18T09:00:00+00:00",
                                        ]
                                    ],
                                ],
                                [
                                    "id": 30, "title": "Measure", "order": 0, "archived": true,
                                    "createdAt": 1_689_667_500,
                                ],
                                ["id": 32, "title": "Gone", "order": 3, "deletedAt": 1_689_667_999],
                            ],
                        ],
                        "20": ["id": 20, "title": "Later", "order": 1, "deletedAt": 0],
                        "22": ["id": 22, "title": "Bin", "order": 3, "deletedAt": 1_689_667_999],
                    ],
                ],
                "8": ["id": 8, "title": "Empty", "owner": "ada", "archived": true, "labels": [], "stacks": []],
            ],
        ]
    }

    static var focalboard: [[String: Any]] {
        [
            ["version": 1, "date": 1_700_000_000_000],
            [
                "type": "board",
                "data": [
                    "id": "bo", "type": "P", "title": "Books", "description": "To read", "createAt": 1_667_000_000_000,
                    "deleteAt": 0,
                    "cardProperties": [
                        [
                            "id": "st", "name": "State", "type": "select",
                            "options": [
                                ["id": "o1", "value": "Wanted", "color": "propColorGray"],
                                ["id": "o2", "value": "Read 📚", "color": "propColorGreen"],
                            ],
                        ],
                        [
                            "id": "ge", "name": "Kind", "type": "multiSelect",
                            "options": [["id": "g1", "value": "Novel", "color": "propColorPurple"]],
                        ],
                        [
                            "id": "pr", "name": "Priority", "type": "select",
                            "options": [["id": "p1", "value": "High", "color": "propColorRed"]],
                        ],
                        ["id": "by", "name": "By", "type": "text", "options": []],
                        ["id": "du", "name": "Due back", "type": "date", "options": []],
                        ["id": "bo", "name": "Bought", "type": "date", "options": []],
                        ["id": "wh", "name": "Whose", "type": "person", "options": []],
                        ["id": "pa", "name": "Paper", "type": "checkbox", "options": []],
                    ],
                ],
            ],
            [
                "type": "block",
                "data": [
                    "id": "v1", "type": "view", "title": "Board", "boardId": "bo", "parentId": "",
                    "fields": [
                        "viewType": "board", "groupById": "st", "cardOrder": ["k2", "k1"],
                        "visibleOptionIds": ["o2", "o1", ""], "hiddenOptionIds": [],
                    ],
                ],
            ],
            [
                "type": "block",
                "data": [
                    "id": "k1", "type": "card", "title": "Emma", "boardId": "bo", "parentId": "bo",
                    "createAt": 1_667_100_000_000,
                    "fields": [
                        "icon": "📗", "contentOrder": ["t2", ["t1", "x1"], "c1", "i1"],
                        "properties": [
                            "st": "o1", "ge": ["g1"], "pr": "p1", "by": "Jane Austen", "wh": "u1", "pa": "true",
                            "du": "{\"from\":1669118400000,\"to\":1669204800000}", "bo": "{\"from\":1667044800000}",
                        ],
                    ],
                ],
            ],
            [
                "type": "block",
                "data": [
                    "id": "k2", "type": "card", "title": "", "boardId": "bo", "parentId": "bo",
                    "fields": ["properties": [String: Any]()],
                ],
            ],
            [
                "type": "block",
                "data": [
                    "id": "k3", "type": "card", "title": "New book", "boardId": "bo", "parentId": "bo",
                    "fields": ["isTemplate": true],
                ],
            ],
            [
                "type": "block",
                "data": ["id": "t1", "type": "text", "title": "Second.", "parentId": "k1", "boardId": "bo"],
            ],
            [
                "type": "block",
                "data": ["id": "t2", "type": "text", "title": "First.", "parentId": "k1", "boardId": "bo"],
            ],
            [
                "type": "block",
                "data": [
                    "id": "x1", "type": "checkbox", "title": "Chapter one", "parentId": "k1", "boardId": "bo",
                    "fields": ["value": true],
                ],
            ],
            [
                "type": "block",
                "data": [
                    "id": "i1", "type": "image", "title": "", "parentId": "k1", "boardId": "bo",
                    "fields": ["fileId": "7.png"],
                ],
            ],
            [
                "type": "block",
                "data": [
                    "id": "c1", "type": "comment", "title": "Lovely.", "parentId": "k1", "boardId": "bo",
                    "createdBy": "u9",
                    "createAt": 1_667_200_000_000, "fields": [String: Any](),
                ],
            ],
        ]
    }

    static let table = """
        Title,Description,Stage,Owner,Members,Labels,Due Date,archived,created at,CustomField-Size-text
        Paint,"Blue, or ""sky"".
        Two tins.",To do,ada,ada ben,Walls-blue Plain Half-baked,05/06/2020,false,03/20/2020,big
        '=SUM,,Done,,,,2020-05-07T10:30:00.000Z,true,, \r
        Paint,,To do,,,,someday,,,
        """
}
