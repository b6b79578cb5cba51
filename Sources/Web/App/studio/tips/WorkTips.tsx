import { useEffect, useState } from "react";
import { Banner, Button } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import { usePlace } from "../../shell/place.ts";
import { Problem, useSource, useView, type View } from "../../source/source.ts";
import { isAllowed } from "../child/consent.ts";
import { percent, sayMonth, skillName } from "../words.ts";
import { askForAnalysis } from "./asking.ts";
import { TipCards } from "./TipCards.tsx";
import { useAccess } from "../../shell/access.ts";

type Work = View<"showArtwork">;

/** What an analysis found in a work, or where it stands. Requirements J-307 to J-311, J-459, J-714. */
export function WorkTips({ work, canEdit }: { readonly work: Work; readonly canEdit: boolean }) {
  const { artwork, skills } = work;
  const tips = useView("listTips", { child: artwork.child }).value?.filter((tip) => tip.artwork === artwork.id) ?? [];
  return (
    <section className="studio-card work-tips" aria-labelledby="tips-title">
      <h2 id="tips-title">Tips</h2>
      <Standing work={work} canEdit={canEdit} hasTips={tips.length > 0} />
      <TipCards tips={tips} canEdit={canEdit} />
      {skills.length > 0 && (
        <ul className="work-skills" aria-label="Skills in this work">
          {skills.map((skill) => (
            <li key={skill.skill} className="work-skill">
              <span>{skillName(skill.skill)}</span>
              <meter min={0} max={1000} value={skill.valueThousandths} aria-label={skillName(skill.skill)} />
              <span>{sentenceOf(skill)}</span>
            </li>
          ))}
        </ul>
      )}
      {canEdit && <ReadMark analysis={tips.find((tip) => tip.new)?.analysis} />}
    </section>
  );
}

/** `75 %, up from 60 % in October`. */
function sentenceOf({ valueThousandths, changeThousandths, comparedWith }: Work["skills"][number]): string {
  const now = percent(valueThousandths);
  if (changeThousandths === null || !comparedWith) return now;
  const before = `${percent(valueThousandths - changeThousandths)} in ${sayMonth(comparedWith)}`;
  if (changeThousandths > 20) return `${now}, up from ${before}`;
  return changeThousandths < -20 ? `${now}, taking its time after ${before}` : `${now}, steady after ${before}`;
}

/** New tips are read by being seen. */
function ReadMark({ analysis }: { readonly analysis: string | undefined }) {
  const act = useAct();
  useEffect(() => {
    if (!analysis) return;
    const timer = setTimeout(() => void act({ type: "studio.readTips", analysis }), 3000);
    return () => clearTimeout(timer);
  }, [act, analysis]);
  return null;
}

function Standing({ work: { artwork, analyses }, canEdit, hasTips }: {
  readonly work: Work;
  readonly canEdit: boolean;
  readonly hasTips: boolean;
}) {
  const source = useSource();
  const to = usePlace();
  const { isOwner } = useAccess();
  const consents = useView("listConsents", {}).value;
  const [problem, setProblem] = useState<Problem>();
  const [isAsking, setAsking] = useState(false);
  const last = analyses.at(-1);
  const ask = async () => {
    setAsking(true);
    try {
      await askForAnalysis(source, artwork.id);
      setProblem(undefined);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setProblem(thrown);
    } finally {
      setAsking(false);
    }
  };
  if (!consents) return null;
  if (problem) {
    return (
      <Banner
        tone="warm"
        icon="exclamation-circle"
        actions={<Button onClick={() => void ask()}>Try again</Button>}
      >
        {problem.code === "offline" ? "Tips need a connection. Try again when you are online." : problem.message}
      </Banner>
    );
  }
  if (isAsking || last?.status === "pending") {
    return (
      <div className="work-analysing" role="status">
        <span className="spinner" aria-hidden="true" />
        <p>Analyzing… You can go on; tips appear here by themselves.</p>
      </div>
    );
  }
  if (!isAllowed(consents, "analysis", artwork.child)) {
    if (hasTips) return null;
    return (
      <p>
        Tips are off for {artwork.childName}.{" "}
        {isOwner && <a href={to("studio", "children", artwork.child)}>What Daybook may do</a>}
      </p>
    );
  }
  if (last?.status === "failed") {
    return (
      <Banner
        tone="warm"
        icon="exclamation-circle"
        actions={canEdit && <Button onClick={() => void ask()}>Retry analysis?</Button>}
      >
        The analysis did not succeed{last.reason ? `: ${last.reason}` : ""}. The work itself is safe.
      </Banner>
    );
  }
  if (last?.status === "completed") return hasTips ? null : <p>This analysis has no tips.</p>;
  return (
    <div className="work-analysing">
      <p>{last?.status === "stopped" ? "The analysis was stopped." : "Nobody has looked at this work yet."}</p>
      {canEdit && <Button icon="magic" onClick={() => void ask()}>Analyze it</Button>}
    </div>
  );
}
