extension ShippedSample {
    /// A Trello board as Trello exports it. Made up for Daybook, with what a family's board has: lists, labels, due
    /// dates, checklists, comments by three people, an archived card, and things that stay in Trello.
    static let board = #"""
        {
        "id": "6a9470230da1b00c0de00001",
        "name": "Moving house",
        "desc": "",
        "closed": false,
        "lists": [
        {"id": "6a9470400da1b00c0de00002", "name": "To do", "closed": false, "pos": 16384},
        {"id": "6a9470440da1b00c0de00003", "name": "This week", "closed": false, "pos": 32768},
        {"id": "6a9470490da1b00c0de00004", "name": "Done", "closed": false, "pos": 49152},
        {"id": "6aa669940da1b00c0de00005", "name": "When we live there", "closed": false, "pos": 65536}
        ],
        "labels": [
        {"id": "6a9470cc0da1b00c0de00006", "name": "Urgent", "color": "red"},
        {"id": "6a9470cc0da1b00c0de00007", "name": "Paperwork", "color": "blue"},
        {"id": "6a9470cc0da1b00c0de00008", "name": "Mia", "color": "yellow_light"},
        {"id": "6a9470cc0da1b00c0de00009", "name": "Garden", "color": "green"},
        {"id": "6a9470cc0da1b00c0de0000a", "name": "Kitchen", "color": "orange"}
        ],
        "members": [
        {"id": "66a0000000000000000000a1", "fullName": "Sofia", "username": "sofia"},
        {"id": "66a0000000000000000000a2", "fullName": "Jonas", "username": "jonas"},
        {"id": "66a0000000000000000000a3", "fullName": "Mia", "username": "mia"}
        ],
        "cards": [
        {"id": "6a952fd00da1b00c0de0000b", "name": "Give notice on the old flat", "idList": \#
        "6a9470490da1b00c0de00004", "desc": "Three months, in writing.", "closed": false, "pos": 16384, \#
        "due": null, "dueComplete": false, "idLabels": ["6a9470cc0da1b00c0de00007"], "idMembers": [], \#
        "attachments": [], "badges": {"comments": 1}},
        {"id": "6a9882d40da1b00c0de0000d", "name": "Rent a van", "idList": "6a9470440da1b00c0de00003", \#
        "desc": "The big one. **Not** from the place that cancelled on us last time.", "closed": false, \#
        "pos": 16384, "due": "2026-11-28T07:00:00.000Z", "dueComplete": false, "idLabels": \#
        ["6a9470cc0da1b00c0de00006"], "idMembers": ["66a0000000000000000000a2"], "attachments": [], \#
        "badges": {"comments": 2}},
        {"id": "6a9c41300da1b00c0de00014", "name": "Paint Mia's room", "idList": \#
        "6a9470440da1b00c0de00003", "desc": "She wants *sky*, not *baby blue*. Two tins, and tape for \#
        the window frame.\n\n- walls first\n- the ceiling stays white", "closed": false, "pos": 32768, \#
        "due": "2026-11-22T09:00:00.000Z", "dueComplete": false, "idLabels": \#
        ["6a9470cc0da1b00c0de00008"], "idMembers": [], "attachments": [{"name": "colour-card.jpg", \#
        "url": "https://example.org/colour-card.jpg", "isUpload": true}], "badges": {"comments": 2}},
        {"id": "6a9d39a00da1b00c0de0001c", "name": "Tell everyone the new address", "idList": \#
        "6a9470400da1b00c0de00002", "desc": "The list is in the notes under Moving.", "closed": false, \#
        "pos": 16384, "due": null, "dueComplete": false, "idLabels": ["6a9470cc0da1b00c0de00007"], \#
        "idMembers": [], "attachments": [], "badges": {"comments": 0}},
        {"id": "6ab018180da1b00c0de00022", "name": "Pack the kitchen last", "idList": \#
        "6a9470400da1b00c0de00002", "desc": "Keep out: the kettle, four cups, the bread knife, the cat's \#
        bowl.", "closed": false, "pos": 32768, "due": "2026-11-27T18:00:00.000Z", "dueComplete": false, \#
        "idLabels": ["6a9470cc0da1b00c0de0000a"], "idMembers": [], "attachments": [], "badges": \#
        {"comments": 0}},
        {"id": "6ac0c53c0da1b00c0de00023", "name": "Measure the window in the hall", "idList": \#
        "6a9470400da1b00c0de00002", "desc": "", "closed": false, "pos": 49152, "due": null, \#
        "dueComplete": false, "idLabels": [], "idMembers": ["66a0000000000000000000a1"], "attachments": \#
        [], "badges": {"comments": 0}},
        {"id": "6acb7a400da1b00c0de00024", "name": "A vet near the new house", "idList": \#
        "6a9470400da1b00c0de00002", "desc": "Findus needs his injection in January.", "closed": false, \#
        "pos": 65536, "due": null, "dueComplete": false, "idLabels": [], "idMembers": [], "attachments": \#
        [], "badges": {"comments": 1}},
        {"id": "6aa669d00da1b00c0de00026", "name": "Plant the apple tree", "idList": \#
        "6aa669940da1b00c0de00005", "desc": "Grandma says October or April. So April.", "closed": false, \#
        "pos": 16384, "due": null, "dueComplete": false, "idLabels": ["6a9470cc0da1b00c0de00009"], \#
        "idMembers": [], "attachments": [], "badges": {"comments": 0}},
        {"id": "6aa66ac00da1b00c0de00027", "name": "A swing?", "idList": "6aa669940da1b00c0de00005", \#
        "desc": "", "closed": false, "pos": 32768, "due": null, "dueComplete": false, "idLabels": \#
        ["6a9470cc0da1b00c0de00009", "6a9470cc0da1b00c0de00008"], "idMembers": [], "attachments": [], \#
        "badges": {"comments": 0}},
        {"id": "6a9675980da1b00c0de00028", "name": "Sell the piano", "idList": \#
        "6a9470490da1b00c0de00004", "desc": "We changed our minds. It comes with us.", "closed": true, \#
        "pos": 32768, "due": null, "dueComplete": false, "idLabels": [], "idMembers": [], "attachments": \#
        [], "badges": {"comments": 1}},
        {"id": "6a9953300da1b00c0de0002a", "name": "Look at the house a second time", "idList": \#
        "6a9470490da1b00c0de00004", "desc": "In the rain, on purpose: the roof is dry.", "closed": \#
        false, "pos": 49152, "due": null, "dueComplete": false, "idLabels": [], "idMembers": [], \#
        "attachments": [], "badges": {"comments": 0}}
        ],
        "checklists": [
        {"id": "6a9882d40da1b00c0de0000e", "idCard": "6a9882d40da1b00c0de0000d", "name": "Van", "pos": \#
        16384, "checkItems": [{"id": "6a9882d40da1b00c0de0000f", "name": "Compare three offers", "pos": \#
        16384, "state": "complete"}, {"id": "6a9882d40da1b00c0de00010", "name": "Book it", "pos": 32768, \#
        "state": "complete"}, {"id": "6a9882d40da1b00c0de00011", "name": "Ask Per whether he can drive", \#
        "pos": 49152, "state": "incomplete"}]},
        {"id": "6a9c41300da1b00c0de00015", "idCard": "6a9c41300da1b00c0de00014", "name": "Painting", \#
        "pos": 16384, "checkItems": [{"id": "6a9c41300da1b00c0de00016", "name": "Buy paint", "pos": \#
        16384, "state": "complete"}, {"id": "6a9c41300da1b00c0de00017", "name": "Tape the window frame", \#
        "pos": 32768, "state": "incomplete"}, {"id": "6a9c41300da1b00c0de00018", "name": "First coat", \#
        "pos": 49152, "state": "incomplete"}, {"id": "6a9c41300da1b00c0de00019", "name": "Second coat", \#
        "pos": 65536, "state": "incomplete"}]},
        {"id": "6a9d39a00da1b00c0de0001d", "idCard": "6a9d39a00da1b00c0de0001c", "name": "Who", "pos": \#
        16384, "checkItems": [{"id": "6a9d39a00da1b00c0de0001e", "name": "Bank", "pos": 16384, "state": \#
        "incomplete"}, {"id": "6a9d39a00da1b00c0de0001f", "name": "School", "pos": 32768, "state": \#
        "complete"}, {"id": "6a9d39a00da1b00c0de00020", "name": "Library cards", "pos": 49152, "state": \#
        "incomplete"}, {"id": "6a9d39a00da1b00c0de00021", "name": "Grandma Ingrid (by real letter)", \#
        "pos": 65536, "state": "incomplete"}]}
        ],
        "actions": [
        {"id": "6af8a6500da1b00c0de0001b", "idMemberCreator": "66a0000000000000000000a2", "type": \#
        "commentCard", "date": "2026-11-14T18:20:00.000Z", "data": {"text": "Yes. Old clothes.", "card": \#
        {"id": "6a9c41300da1b00c0de00014", "name": "Paint Mia's room"}}, "memberCreator": {"id": \#
        "66a0000000000000000000a2", "fullName": "Jonas", "username": "jonas"}},
        {"id": "6af881fc0da1b00c0de0001a", "idMemberCreator": "66a0000000000000000000a3", "type": \#
        "commentCard", "date": "2026-11-14T15:45:00.000Z", "data": {"text": "can i do the wall behind \#
        the bed myself??", "card": {"id": "6a9c41300da1b00c0de00014", "name": "Paint Mia's room"}}, \#
        "memberCreator": {"id": "66a0000000000000000000a3", "fullName": "Mia", "username": "mia"}},
        {"id": "6af386480da1b00c0de00013", "idMemberCreator": "66a0000000000000000000a1", "type": \#
        "commentCard", "date": "2026-11-10T21:02:00.000Z", "data": {"text": "Per can drive, but only \#
        until three.", "card": {"id": "6a9882d40da1b00c0de0000d", "name": "Rent a van"}}, \#
        "memberCreator": {"id": "66a0000000000000000000a1", "fullName": "Sofia", "username": "sofia"}},
        {"id": "6af37ec80da1b00c0de00012", "idMemberCreator": "66a0000000000000000000a2", "type": \#
        "commentCard", "date": "2026-11-10T20:30:00.000Z", "data": {"text": "Booked for Saturday, 8 to \#
        18. We need to bring it back with a full tank.", "card": {"id": "6a9882d40da1b00c0de0000d", \#
        "name": "Rent a van"}}, "memberCreator": {"id": "66a0000000000000000000a2", "fullName": "Jonas", \#
        "username": "jonas"}},
        {"id": "6acb81480da1b00c0de00025", "idMemberCreator": "66a0000000000000000000a3", "type": \#
        "commentCard", "date": "2026-10-11T12:30:00.000Z", "data": {"text": "and a photo of him for the \#
        new card", "card": {"id": "6acb7a400da1b00c0de00024", "name": "A vet near the new house"}}, \#
        "memberCreator": {"id": "66a0000000000000000000a3", "fullName": "Mia", "username": "mia"}},
        {"id": "6abac7400da1b00c0de00029", "idMemberCreator": "66a0000000000000000000a1", "type": \#
        "commentCard", "date": "2026-09-28T20:00:00.000Z", "data": {"text": "It comes with us. Mia \#
        played the whole of the first book tonight.", "card": {"id": "6a9675980da1b00c0de00028", "name": \#
        "Sell the piano"}}, "memberCreator": {"id": "66a0000000000000000000a1", "fullName": "Sofia", \#
        "username": "sofia"}},
        {"id": "6a95d2000da1b00c0de0000c", "idMemberCreator": "66a0000000000000000000a1", "type": \#
        "commentCard", "date": "2026-08-31T19:12:00.000Z", "data": {"text": "Sent by registered post \#
        today. The receipt is in the blue folder.", "card": {"id": "6a952fd00da1b00c0de0000b", "name": \#
        "Give notice on the old flat"}}, "memberCreator": {"id": "66a0000000000000000000a1", "fullName": \#
        "Sofia", "username": "sofia"}},
        {"id": "6a9470230da1b00c0de0002b", "idMemberCreator": "66a0000000000000000000a1", "type": \#
        "createBoard", "date": "2026-08-30T18:02:11.000Z", "data": {"board": {"id": \#
        "6a9470230da1b00c0de00001", "name": "Moving house"}}}
        ]
        }

        """#
}
