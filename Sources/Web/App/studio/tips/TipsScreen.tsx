import { useState } from "react";
import { EmptyState, SegmentedControl, Skeleton } from "../../design/mod.ts";
import { ScreenHead } from "../../inbox/ScreenHead.tsx";
import { Trouble } from "../../inbox/Trouble.tsx";
import { usePlace } from "../../shell/place.ts";
import { useView } from "../../source/source.ts";
import { ChildPicker } from "../child/ChildPicker.tsx";
import { Select } from "../Select.tsx";
import { counted, type Skill, skills } from "../words.ts";
import { TipCard } from "./TipCards.tsx";
import { useFamily } from "../child/useFamily.ts";

const shelves = [{ value: "all", label: "All" }, { value: "new", label: "New" }, {
  value: "saved",
  label: "Saved",
}] as const;

/** All tips: new ones, saved ones, by child and skill. Requirements J-209, J-302, J-309. */
export function TipsScreen({ canEdit }: { readonly canEdit: boolean }) {
  const [shelf, setShelf] = useState<"all" | "new" | "saved">("all");
  const [child, setChild] = useState("");
  const [skill, setSkill] = useState<Skill | "">("");
  const family = useFamily().value ?? [];
  const { value, problem } = useView("listTips", {
    ...(child ? { child } : {}),
    ...(skill ? { skill } : {}),
    ...(shelf === "saved" ? { saved: true } : shelf === "new" ? { new: true } : {}),
  });
  const to = usePlace();
  return (
    <div className="screen studio-screen">
      <ScreenHead title="Tips" detail={value && counted(value.length, "tip")} />
      <SegmentedControl label="Show" choices={shelves} value={shelf} onChange={setShelf} />
      <div className="tip-filter">
        <ChildPicker options={family} value={child} onChange={setChild} all="All" />
        <Select label="Skill" value={skill} onChange={(next) => setSkill(next as Skill | "")}>
          <option value="">Any skill</option>
          {skills.map((one) => <option key={one.value} value={one.value}>{one.label}</option>)}
        </Select>
      </div>
      <Trouble problem={problem} />
      {!value && !problem && <Skeleton lines={4} label="Loading tips" />}
      {value?.length === 0 && (
        <EmptyState icon="lightbulb" title={shelf === "saved" ? "No saved tips" : "No tips yet"}>
          Tips come with the analysis of a work, once you have said yes to it under Children.
        </EmptyState>
      )}
      <ul className="tip-list" aria-label="Tips">
        {value?.map((tip) => (
          <li key={tip.id}>
            <TipCard
              tip={tip}
              canEdit={canEdit}
              origin={
                <>
                  For {tip.childName}, from <a href={to("studio", "works", tip.artwork)}>{tip.artworkTitle}</a>
                </>
              }
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
