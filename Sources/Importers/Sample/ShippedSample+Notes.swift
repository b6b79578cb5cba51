extension ShippedSample {
    /// The notes of a family, by their paths: nested folders, front matter, tags, links, a table, check boxes, and one
    /// picture that is lost, so that the report has something to say.
    static let notes: [(path: String, text: String)] = [
        (
            "Home.md",
            #"""
            ---
            tags: [home, index]
            created: 2026-08-30
            ---
            # Home

            Where things are:

            - [[The new house]] and everything about moving, with the board *Moving house*
            - [[Packing the school bag]], because of Monday mornings
            - [[Pancakes]], because of Sunday mornings

            > “A house is full when the bread knife has been looked for twice.” – Ingrid

            """#
        ),
        (
            "Moving/The new house.md",
            #"""
            ---
            tags:
              - home
              - moving
            created: 2026-09-03T11:30:00+02:00
            updated: 2026-11-09T20:15:00+01:00
            ---
            # The new house

            ![[house.png]]

            We move on **Saturday, 28 November 2026**. Mia drew the picture.

            | Room | What we know |
            | --- | --- |
            | Kitchen | 4.2 m along the wall, gas, morning sun |
            | Mia's room | 3.1 × 2.8 m, the window looks into the apple tree next door |
            | Hall | the wardrobe *might* fit: measure again |

            The key to the cellar turns the wrong way round.

            """#
        ),
        (
            "Moving/Boxes.md",
            #"""
            ---
            tags: moving
            created: 2026-10-18
            ---
            # Boxes

            Write **room** and **number** on two sides, never on top. #moving/boxes

            1. Kitchen: pots, the good bowl wrapped in towels
            2. Mia: horses, all of them, counted (31)
            3. Books A–K
            4. Books L–Z and the atlas
            5. “Open first”: kettle, cups, night light, screwdriver, cat food

            See [[Who to tell]] for letters that must not go to the old flat.

            """#
        ),
        (
            "Moving/Who to tell.md",
            #"""
            ---
            tags: [moving, paperwork]
            created: 2026-09-06
            ---
            # Who to tell

            - [x] School
            - [ ] Bank
            - [ ] Library, three cards
            - [ ] Grandma Ingrid, by real letter
            - [ ] The vet

            Post is sent on for six months from the day we ask. #paperwork

            """#
        ),
        (
            "School/Mia's class.md",
            #"""
            ---
            tags: [school]
            created: 2026-08-24
            ---
            # Mia's class

            4b, room 12, upstairs. Ms Okafor teaches all but music.

            - Tuesday: swimming, *bring the cap*
            - Thursday: library
            - The class hamster is called Professor

            The parents' evening is on 3 December at 18:30. #school/dates

            """#
        ),
        (
            "School/Packing the school bag.md",
            #"""
            ---
            created: 2026-09-07
            ---
            # Packing the school bag

            The evening before, not in the morning! #school

            1. Look at the timetable on the fridge
            2. Pencil case: is the blue one in it?
            3. Water bottle
            4. On Tuesdays: cap, towel, `#12` (the locker key)

            If all is in: draw a sun here. ☀️☀️☀️

            """#
        ),
        (
            "Recipes/Pancakes.md",
            #"""
            ---
            tags: [recipe, breakfast]
            aliases: [Sunday pancakes]
            created: 2026-09-13
            ---
            # Pancakes

            For four, or for three and Jonas.

            - 3 eggs
            - 6 dl milk
            - 2½ dl flour
            - a pinch of salt, a spoon of butter

            Whisk flour and half of the milk, then the rest, then the eggs. **Let it stand for 20 minutes.**
            The first one is for the cook.

            """#
        ),
        (
            "Recipes/Grandma Ingrid's potato soup.md",
            #"""
            ---
            tags:
              - recipe
              - "family"
            created: 2026-10-04
            ---
            # Grandma Ingrid's potato soup

            Told on the telephone, so all amounts are “until it looks right”.

            ![[soup-1987.jpg]]

            Potatoes, one leek, a carrot, bay leaf, milk at the end, never cream. She says it was made on the day
            that Dad was born, and that he was late because of it.

            Goes with the bread from [[Pancakes|no, not pancakes]] the baker in the square. #family/stories

            """#
        ),
        (
            "Journal/2026-11-15.md",
            #"""
            # 15 November 2026

            First frost. Findus sat in box 3 until we gave up and left the atlas out. #cat

            Mia counted: *thirteen days*.

            """#
        ),
    ]
}
