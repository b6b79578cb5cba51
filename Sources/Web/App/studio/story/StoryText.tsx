import { WorkImage } from "../pictures/WorkPicture.tsx";
import type { StoryVersion } from "./request.ts";
import { sentencesOf } from "./sentences.ts";
import { withDescription } from "../work/alternative.ts";
import type { IllustratedWork } from "./useStoryWorks.ts";

/** A sentence of a story by its place. */
export interface SentencePlace {
  readonly passage: number;
  readonly sentence: number;
}

/** A story with its pictures; the sentence that is read aloud is marked. Requirements J-404, J-414. */
export function StoryText({ version, works, spoken, from = 0, to = version.passages.length }: {
  readonly version: StoryVersion;
  readonly works: readonly IllustratedWork[];
  readonly spoken?: SentencePlace | undefined;
  /** Passages that are shown. */
  readonly from?: number;
  readonly to?: number;
}) {
  return (
    <article className="story-text" aria-label="The story">
      {version.passages.slice(from, to).map(({ text, artworks }, place) => (
        <section key={from + place} className="story-passage" aria-label={`Part ${from + place + 1}`}>
          {artworks.map((id) => {
            const work = works.find((one) =>
              one.id === id
            );
            return work?.image && (
              <figure key={id} className="story-picture">
                <WorkImage
                  image={work.image}
                  size="1280"
                  alt={withDescription(`${work.title}, by ${work.childName}`, work.description)}
                />
              </figure>
            );
          })}
          <p>
            {sentencesOf(text).map((sentence, at) =>
              spoken?.passage === from + place && spoken.sentence === at
                ? <mark key={at} className="story-spoken">{sentence}</mark>
                : <span key={at}>{sentence}</span>
            )}
          </p>
        </section>
      ))}
    </article>
  );
}
