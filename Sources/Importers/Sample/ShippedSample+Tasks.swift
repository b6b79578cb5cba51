extension ShippedSample {
    /// A project as Todoist exports it, with tasks below tasks: what becomes a plan with levels.
    static let tasks = """
        TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
        task,Empty the old flat @moving,,4,1,Sofia (1),,,en,Europe/Berlin
        task,Take down the curtains,,4,2,Sofia (1),,2026-11-25,en,Europe/Berlin
        task,Cellar,Half an hour with two people,4,2,Sofia (1),,,en,Europe/Berlin
        task,Bring the paint tins to the yard,,4,3,Sofia (1),,2026-11-26,en,Europe/Berlin
        task,Give the bicycle pump back to Mr Otto,,4,3,Sofia (1),,,en,Europe/Berlin
        task,Hand over the keys,,1,1,Sofia (1),,2026-11-30,en,Europe/Berlin
        task,Read the meters,"Electricity, water, gas; take pictures",4,2,Sofia (1),,2026-11-30,en,Europe/Berlin

        """
}
