/// The blocks of one theme: written by hand, gentle, and with a good end.
struct StoryBlocks: Sendable {
    /// Words that ask for this theme.
    var words: [String]
    var titles: [StoryBlock]
    var openings: [StoryBlock]
    var pictures: [StoryBlock]
    var middles: [StoryBlock]
    var endings: [StoryBlock]

    func isMeant(by theme: String) -> Bool {
        let asked = theme.lowercased().split { !$0.isLetter }.map(String.init)
        return words.contains { asked.contains($0) }
    }

    static let all = [adventure, space, sea, animals, magic, friendship, nature, bedtime]

    /// Fit into every theme.
    static let anyPictures = [
        StoryBlock("And there was {picture}!", "Around the next corner waited {picture}."),
        StoryBlock("{hero} looked. It was {picture}.", "{hero} looked closely and found {picture}."),
        StoryBlock("What was that? It was {picture}.", "Something was there that nobody had seen before: {picture}."),
        StoryBlock("{hero} smiled. Hello, {picture}!", "“I know you,” said {hero}, because it was {picture}."),
        StoryBlock("Then came {picture}. How nice!", "Then came the best surprise of the day: {picture}."),
        StoryBlock("{hero} went on and met {picture}.", "{hero} went on, step by step, and came to {picture}."),
    ]

    static let anyMiddles = [
        StoryBlock("{hero} laughed out loud.", "{hero} laughed so much that everybody had to laugh."),
        StoryBlock("They had a little rest.", "They rested for a while and shared an apple."),
        StoryBlock("The sun came out.", "Just then the sun came out and warmed their noses."),
        StoryBlock("{hero} said thank you.", "{hero} said thank you, and meant it."),
        StoryBlock("One, two, three, and on they went!", "They counted to three, and on they went."),
        StoryBlock("It was a good day.", "It was one of those days that one keeps."),
    ]

    /// For the oldest: a sentence that thinks.
    static let thoughts = [
        StoryBlock("{hero} thought.", "{hero} wondered why small things are sometimes the most important."),
        StoryBlock("{hero} thought.", "Courage, thought {hero}, is mostly taking the next small step."),
        StoryBlock("{hero} thought.", "Every line looked as if it had a reason to be there."),
        StoryBlock("{hero} thought.", "Perhaps, thought {hero}, a story begins whenever somebody looks twice."),
        StoryBlock("{hero} thought.", "It felt like opening a window in a room one knows well."),
    ]

    static let adventure = StoryBlocks(
        words: ["adventure", "adventures", "journey", "treasure", "explorer", "pirate", "pirates"],
        titles: [
            StoryBlock("{hero} sets out", ""), StoryBlock("{hero} and the long path", ""),
            StoryBlock("The great walk of {hero}", ""),
        ],
        openings: [
            StoryBlock(
                "One morning {hero} put on boots.", "One bright morning {hero} put on the good boots and opened the door."),
            StoryBlock("{hero} found an old map.", "Under the stairs {hero} found a map that nobody remembered."),
            StoryBlock("Knock, knock! {hero} opened the door.", "There was a knock at the door, and {hero} opened it."),
            StoryBlock("{hero} packed a small bag.", "{hero} packed a small bag: a rope, a torch, and two sandwiches."),
        ],
        pictures: [
            StoryBlock("The path led to {picture}.", "The path turned twice and led straight to {picture}."),
            StoryBlock("The map showed {picture}.", "On the map was a mark, and the mark was {picture}."),
            StoryBlock("Behind a hill stood {picture}.", "Behind the last hill, in the long grass, stood {picture}."),
            StoryBlock("A bridge! And then {picture}.", "They crossed a bridge that creaked, and there was {picture}."),
            StoryBlock("In the box was {picture}.", "They opened the old box, and in it lay {picture}."),
            StoryBlock("{hero} climbed up and saw {picture}.", "{hero} climbed the tallest rock and saw {picture} from above."),
        ],
        middles: [
            StoryBlock("The path was long.", "The path was longer than the map had said."),
            StoryBlock("Was it far? No!", "“Is it far?” asked a bird, and it was not."),
            StoryBlock("They took each other's hands.", "They took each other's hands where the path was steep."),
            StoryBlock("The wind helped them.", "The wind came from behind and helped them along."),
            StoryBlock("{hero} was very brave.", "{hero} was a little afraid, and went on all the same."),
        ],
        endings: [
            StoryBlock(
                "Then {hero} went home. What a day!", "When {hero} came home, the boots were muddy and the heart was light."),
            StoryBlock("The best treasure was this day.", "The treasure, {hero} knew now, had been the way itself."),
            StoryBlock("{hero} hung up the map. Good night!", "{hero} hung the map above the bed, for next time."),
            StoryBlock("And tomorrow? Another path!", "And tomorrow there would be another path."),
        ])

    static let space = StoryBlocks(
        words: ["space", "rocket", "planet", "planets", "moon", "stars", "astronaut", "alien", "aliens", "galaxy"],
        titles: [
            StoryBlock("{hero} and the stars", ""), StoryBlock("A rocket for {hero}", ""),
            StoryBlock("{hero} visits the moon", ""),
        ],
        openings: [
            StoryBlock(
                "Three, two, one! {hero} took off.", "Three, two, one, and the rocket with {hero} rose above the roofs."),
            StoryBlock("{hero} looked up at the moon.", "{hero} looked up, and the moon looked back."),
            StoryBlock("A star called {hero}.", "One star blinked three times, and {hero} knew that it was a message."),
            StoryBlock("{hero} built a rocket of boxes.", "{hero} built a rocket of four boxes and a little courage."),
        ],
        pictures: [
            StoryBlock("On a planet was {picture}.", "On the first planet, under two small suns, was {picture}."),
            StoryBlock("Past the window flew {picture}.", "Slowly, without a sound, {picture} flew past the window."),
            StoryBlock("On the moon lay {picture}.", "In the grey dust of the moon lay {picture}."),
            StoryBlock("The stars made {picture}.", "If one joined the stars with a finger, they made {picture}."),
            StoryBlock("Beep! The screen showed {picture}.", "The screen beeped, and it showed {picture}."),
            StoryBlock("A friendly alien brought {picture}.", "An alien with kind eyes came and brought {picture}."),
        ],
        middles: [
            StoryBlock("Everything floated. Even the spoon!", "Everything floated, even the spoon and the soup."),
            StoryBlock("The Earth was small and blue.", "The Earth was as small as a marble, and as blue."),
            StoryBlock("They waved at a comet.", "A comet went by, and they waved until it was gone."),
            StoryBlock("The engine hummed a song.", "The engine hummed a song that only rockets know."),
            StoryBlock("It was very quiet there.", "It was so quiet that one could hear oneself think."),
        ],
        endings: [
            StoryBlock("The rocket landed softly. Home!", "The rocket landed in the garden as softly as a leaf."),
            StoryBlock("Good night, moon. Good night, {hero}.", "“Come again,” said the moon, and {hero} promised."),
            StoryBlock("One star winked at {hero}.", "From then on one star winked whenever {hero} looked up."),
            StoryBlock("{hero} had stardust on the nose.", "In the bath they found stardust behind the ears of {hero}."),
        ])

    static let sea = StoryBlocks(
        words: ["sea", "ocean", "beach", "fish", "ship", "boat", "mermaid", "island", "water", "underwater", "whale"],
        titles: [
            StoryBlock("{hero} by the sea", ""), StoryBlock("{hero} and the blue boat", ""),
            StoryBlock("The island of {hero}", ""),
        ],
        openings: [
            StoryBlock("Splash! {hero} jumped into the boat.", "The little boat rocked when {hero} jumped in."),
            StoryBlock("{hero} found a big shell.", "{hero} held a shell to one ear, and it told a secret."),
            StoryBlock("The waves called {hero}.", "All night the waves had called, and in the morning {hero} came."),
            StoryBlock("{hero} dug in the sand.", "{hero} dug in the sand until the water came up."),
        ],
        pictures: [
            StoryBlock("A wave brought {picture}.", "A big wave came, went, and left {picture} behind."),
            StoryBlock("Down in the water was {picture}.", "Deep down, where the light is green, was {picture}."),
            StoryBlock("A fish showed them {picture}.", "A small silver fish led the way to {picture}."),
            StoryBlock("On the island stood {picture}.", "On the island, between two palms, stood {picture}."),
            StoryBlock("In the bottle was {picture}.", "A bottle came swimming, and in it was {picture}."),
            StoryBlock("The whale sang of {picture}.", "The old whale sang, and its song was about {picture}."),
        ],
        middles: [
            StoryBlock("The boat went up and down.", "The boat went up and down like a breath."),
            StoryBlock("A crab said hello.", "A crab waved with its bigger hand."),
            StoryBlock("The water was warm.", "The water was as warm as a bath, and as clear as glass."),
            StoryBlock("Seagulls flew above them.", "Three seagulls flew above and told them the news."),
            StoryBlock("{hero} tasted salt.", "{hero} licked one finger, and it tasted of salt."),
        ],
        endings: [
            StoryBlock("The tide went out. Time for home.", "The tide went out, the sun went down, and the boat came home."),
            StoryBlock("{hero} kept the shell.", "{hero} kept the shell, and sometimes it still whispers."),
            StoryBlock("Good night, sea!", "“Good night, sea,” said {hero}, and the sea said it too."),
            StoryBlock("There was sand in every shoe.", "That evening there was sand in every shoe, and nobody minded."),
        ])

    static let animals = StoryBlocks(
        words: [
            "animal", "animals", "zoo", "farm", "cat", "dog", "horse", "jungle", "bear", "rabbit", "lion", "pets", "pet",
            "dinosaur", "dinosaurs",
        ],
        titles: [
            StoryBlock("{hero} and the animals", ""), StoryBlock("Four paws for {hero}", ""),
            StoryBlock("The day the animals called {hero}", ""),
        ],
        openings: [
            StoryBlock("A little dog looked at {hero}.", "A little dog with one white ear sat before the door of {hero}."),
            StoryBlock("The animals had a party for {hero}.", "The animals had planned a party, and {hero} was invited."),
            StoryBlock("{hero} heard a soft meow.", "{hero} heard something soft behind the hedge, and listened."),
            StoryBlock(
                "Who had lost a feather? {hero} asked.", "A feather lay on the window sill, and {hero} asked whose it was."),
        ],
        pictures: [
            StoryBlock("The rabbit showed them {picture}.", "The rabbit hopped ahead and showed them {picture}."),
            StoryBlock("The owl knew {picture}.", "The owl, who knows nearly everything, told them about {picture}."),
            StoryBlock("In the nest was {picture}.", "High up, in a nest of soft moss, was {picture}."),
            StoryBlock("The bear carried {picture}.", "The bear carried {picture} as carefully as an egg."),
            StoryBlock("By the river was {picture}.", "Where the animals drink in the evening was {picture}."),
            StoryBlock("The mice had made {picture}.", "The mice had worked all night, and now there was {picture}."),
        ],
        middles: [
            StoryBlock("The dog wagged its tail.", "The dog wagged its tail so hard that it nearly fell over."),
            StoryBlock("They shared a carrot.", "They shared a carrot, which made seven very small pieces."),
            StoryBlock("Moo, said the cow.", "“Moo,” said the cow, which means “well done”."),
            StoryBlock("Everybody was very quiet.", "Everybody was quiet, because the smallest one was asleep."),
            StoryBlock("{hero} stroked the soft fur.", "{hero} stroked the fur, and it was softer than expected."),
        ],
        endings: [
            StoryBlock("All animals went to sleep.", "One after the other the animals curled up and went to sleep."),
            StoryBlock("The dog stayed with {hero}.", "And the little dog stayed, because it had found its person."),
            StoryBlock("Good night, said the owl.", "“Good night,” said the owl, whose day had just begun."),
            StoryBlock("{hero} waved to all of them.", "{hero} waved to all of them, and every tail waved back."),
        ])

    static let magic = StoryBlocks(
        words: [
            "magic", "fairy", "fairytale", "princess", "prince", "castle", "dragon", "knight", "unicorn", "wizard", "witch",
            "king", "queen", "tale",
        ],
        titles: [
            StoryBlock("{hero} and the quiet magic", ""), StoryBlock("{hero} in the castle", ""),
            StoryBlock("The wish of {hero}", ""),
        ],
        openings: [
            StoryBlock("Once there was {hero}.", "Once upon a time, and not long ago, there was {hero}."),
            StoryBlock("{hero} found a tiny key.", "In a pocket {hero} found a key that was as small as a seed."),
            StoryBlock("A dragon sneezed. {hero} heard it.", "Far away a dragon sneezed, and {hero} said “bless you”."),
            StoryBlock(
                "{hero} knew a door. It never opened.", "There was a door that had never been open, and {hero} knew it."),
        ],
        pictures: [
            StoryBlock("The mirror showed {picture}.", "The old mirror grew bright, and it showed {picture}."),
            StoryBlock("The dragon guarded {picture}.", "The dragon guarded no gold at all; it guarded {picture}."),
            StoryBlock("In the tower was {picture}.", "At the very top of the tower was {picture}."),
            StoryBlock("Swish! The wand made {picture}.", "The wand went swish, and out of the air came {picture}."),
            StoryBlock("The queen loved {picture}.", "Of all the things in the castle the queen loved {picture} most."),
            StoryBlock("On page seven was {picture}.", "{hero} opened the book of spells, and on page seven was {picture}."),
        ],
        middles: [
            StoryBlock("It smelled of cake.", "The whole castle smelled of cake and of old books."),
            StoryBlock("The stairs counted the steps.", "The stairs counted every step, and made one mistake."),
            StoryBlock("The dragon was shy.", "The dragon was shy, as the largest ones often are."),
            StoryBlock("Sparks danced in the air.", "Small sparks danced in the air and tickled."),
            StoryBlock("{hero} made a wish.", "{hero} made a wish, and told nobody."),
        ],
        endings: [
            StoryBlock("The magic stayed in the pocket.", "A little of the magic stayed in the pocket, next to the key."),
            StoryBlock("The dragon and {hero} are friends.", "The dragon and {hero} write letters to this day."),
            StoryBlock("And the wish came true.", "And the wish came true, in a way that nobody had expected."),
            StoryBlock("Good night, castle.", "One light after the other went out in the castle. Good night."),
        ])

    static let friendship = StoryBlocks(
        words: ["friend", "friends", "friendship", "sharing", "school", "kindness", "together", "family", "birthday", "party"],
        titles: [
            StoryBlock("{hero} makes a friend", ""), StoryBlock("Room for one more", ""), StoryBlock("{hero} shares", ""),
        ],
        openings: [
            StoryBlock("{hero} had a free afternoon.", "It was the kind of afternoon that wants company, and {hero} knew it."),
            StoryBlock(
                "{hero} saw somebody new at the door.", "Somebody new stood at the door of {hero} and looked at the floor."),
            StoryBlock("{hero} had two biscuits.", "{hero} had two biscuits, and that was one too many."),
            StoryBlock("Today was a special day for {hero}.", "{hero} woke up and knew at once that today was special."),
        ],
        pictures: [
            StoryBlock("Together they made {picture}.", "Together, with four hands, they made {picture}."),
            StoryBlock("{hero} gave away {picture}.", "{hero} thought for a moment, and gave away {picture}."),
            StoryBlock("On the table lay {picture}.", "On the table, between the cups, lay {picture}."),
            StoryBlock("They both loved {picture}.", "They found out that both of them loved {picture}."),
            StoryBlock("A letter came with {picture}.", "A letter came, and in it was {picture}."),
            StoryBlock("On the wall hung {picture}.", "Everybody stopped, because on the wall hung {picture}."),
        ],
        middles: [
            StoryBlock("They took turns.", "They took turns, which is faster than quarrelling."),
            StoryBlock("Sorry, said one. Me too!", "“Sorry,” said one, and “me too” said the other."),
            StoryBlock("They built a den.", "They built a den of blankets, with a door for small guests."),
            StoryBlock("Somebody told a joke.", "Somebody told a joke that made no sense, and everybody laughed."),
            StoryBlock("There was enough for all.", "They cut it into pieces, and there was enough for all."),
        ],
        endings: [
            StoryBlock("See you tomorrow!", "“See you tomorrow,” they said, and it was a promise."),
            StoryBlock("Now there was one friend more.", "In the evening there was one friend more in the world."),
            StoryBlock("{hero} was happy.", "{hero} fell asleep with the feeling of a hand in the hand."),
            StoryBlock("Two biscuits are best for two.", "Two biscuits, {hero} knew now, are best for two."),
        ])

    static let nature = StoryBlocks(
        words: [
            "nature", "forest", "garden", "tree", "trees", "flower", "flowers", "rain", "rainbow", "weather", "winter",
            "spring", "summer", "autumn", "snow", "mountain",
        ],
        titles: [
            StoryBlock("{hero} in the forest", ""), StoryBlock("{hero} and the tall tree", ""),
            StoryBlock("After the rain", ""),
        ],
        openings: [
            StoryBlock(
                "It had rained. {hero} went out.", "It had rained all night, and now everything shone; {hero} went out."),
            StoryBlock("{hero} planted a seed.", "{hero} planted a seed and decided to wait."),
            StoryBlock("The forest was awake. {hero} was too.", "The forest was awake before {hero}, and that means early."),
            StoryBlock("A leaf fell on {hero}.", "A leaf fell exactly onto the nose of {hero}."),
        ],
        pictures: [
            StoryBlock("Under a leaf was {picture}.", "{hero} lifted a leaf, very slowly, and found {picture}."),
            StoryBlock(
                "Between the trees was {picture}.", "Between the trees, where the light falls in stripes, was {picture}."),
            StoryBlock("The rainbow ended at {picture}.", "They followed the rainbow to its end, and there was {picture}."),
            StoryBlock("In the pond they saw {picture}.", "The pond was as smooth as glass, and in it they saw {picture}."),
            StoryBlock("From the seed grew {picture}.", "The seed had waited long enough, and out came {picture}."),
            StoryBlock("The wind carried {picture}.", "The wind carried {picture} over the whole meadow."),
        ],
        middles: [
            StoryBlock("A snail passed by.", "A snail passed by and was in no hurry."),
            StoryBlock("It smelled of earth.", "It smelled of earth, of mushrooms and of morning."),
            StoryBlock("The birds sang.", "One bird began, and then all of them sang."),
            StoryBlock("{hero} jumped into a puddle.", "There was a puddle, and {hero} did what one does with puddles."),
            StoryBlock("The moss was soft.", "The moss was so soft that nobody wanted to get up."),
        ],
        endings: [
            StoryBlock("The forest went to sleep.", "The forest pulled up its blanket of fog and went to sleep."),
            StoryBlock("{hero} brought home one leaf.", "{hero} brought home one leaf, for the book of good days."),
            StoryBlock("The seed grows and grows.", "And the seed? It grows a little whenever somebody thinks of it."),
            StoryBlock("Good night, trees!", "“Good night, trees,” said {hero}, and the trees rustled."),
        ])

    static let bedtime = StoryBlocks(
        words: ["bedtime", "night", "sleep", "dream", "dreams", "moonlight", "cosy", "goodnight", "calm"],
        titles: [
            StoryBlock("{hero} cannot sleep yet", ""), StoryBlock("The dream of {hero}", ""),
            StoryBlock("Good night, {hero}", ""),
        ],
        openings: [
            StoryBlock(
                "It was evening. {hero} lay in bed.", "It was evening, and {hero} lay in bed and listened to the house."),
            StoryBlock("The moon looked in at {hero}.", "The moon looked in at the window to see whether {hero} slept."),
            StoryBlock("{hero} closed one eye.", "{hero} closed one eye, and then, because it was nice, the other."),
            StoryBlock("The blanket was a warm hill for {hero}.", "The blanket was a warm hill, and {hero} lived below it."),
        ],
        pictures: [
            StoryBlock("In the dream was {picture}.", "The dream opened like a door, and behind it was {picture}."),
            StoryBlock("A soft light showed {picture}.", "A soft light wandered over the wall and showed {picture}."),
            StoryBlock("The pillow told of {picture}.", "The pillow knew a story about {picture}, and told it quietly."),
            StoryBlock("A cloud looked like {picture}.", "Outside a cloud went by that looked like {picture}."),
            StoryBlock("The teddy bear dreamed of {picture}.", "Even the teddy bear dreamed, and its dream was {picture}."),
            StoryBlock("Good night to {picture}.", "{hero} said good night to {picture}, and it was answered."),
        ],
        middles: [
            StoryBlock("The clock said tick, tock.", "The clock said tick and tock, and nothing else."),
            StoryBlock("Everything grew slow.", "Everything grew slower, even the thoughts."),
            StoryBlock("{hero} yawned.", "{hero} yawned so widely that the stars came closer to look."),
            StoryBlock("It was warm and quiet.", "It was warm, and it was quiet, and it was late."),
            StoryBlock("A kiss on the nose.", "Somebody came on quiet feet and left a kiss on a nose."),
        ],
        endings: [
            StoryBlock("Good night, {hero}.", "And then {hero} slept, and the moon went on to the next window."),
            StoryBlock("{hero} slept. Psst!", "{hero} slept, and the whole house breathed along."),
            StoryBlock("Tomorrow is a new day.", "Tomorrow is a new day, and it already looks forward to {hero}."),
            StoryBlock("Sleep well, small and big ones.", "Sleep well, you small ones, and you big ones too."),
        ])
}
