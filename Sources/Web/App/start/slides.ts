/** The slides of the tour. Requirement J-617. */

export interface Slide {
  readonly icon: string;
  readonly title: string;
  readonly text: string;
}

/** The slides, in the order in which things are done. */
export const slides: readonly Slide[] = [
  {
    icon: "camera",
    title: "Snap a photo",
    text: "A drawing, a letter, a tower of bricks. The page is straightened, and the original is kept for good.",
  },
  {
    icon: "lightbulb",
    title: "Get tips",
    text: "Ideas for what to try next that fit the age. Only once you allow it, and never for training anything.",
  },
  {
    icon: "book",
    title: "Build stories",
    text: "A bedtime story of your child’s own pictures, to be read, heard and given to grandparents.",
  },
  {
    icon: "lightning",
    title: "And empty your head",
    text:
      "Write a thought down on any screen. It is saved at once, and can become a note, a card or a list, or nothing.",
  },
];
