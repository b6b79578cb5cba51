import { useState } from "react";
import { Button, EmptyState, FormDialog, Icon, Menu, Skeleton, Switch, TextField } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import { ScreenHead } from "../../inbox/ScreenHead.tsx";
import { Trouble } from "../../inbox/Trouble.tsx";
import type { Child } from "../../source/api.ts";
import { mint, type View } from "../../source/source.ts";
import { useWhole } from "../../source/views/whole.ts";
import { today } from "../child/birth.ts";
import { ChildPicker } from "../child/ChildPicker.tsx";
import { counted, sayDay } from "../words.ts";
import { useFamily } from "../child/useFamily.ts";

type Milestone = View<"listMilestones">[number];

/** What was celebrated, and what a family wants to celebrate. Requirement J-005. */
export function MilestonesScreen({ canEdit }: { readonly canEdit: boolean }) {
  const [isAll, setAll] = useState(false);
  const { items, problem } = useWhole("listMilestones", isAll ? { hidden: true } : {});
  const family = useFamily().value ?? [];
  const [edited, setEdited] = useState<Milestone | "new">();
  const act = useAct();
  return (
    <div className="screen studio-screen">
      <ScreenHead title="Milestones" detail={items && counted(items.length, "milestone")}>
        {canEdit && family.length > 0 && (
          <Button kind="primary" icon="trophy" onClick={() => setEdited("new")}>Celebrate</Button>
        )}
      </ScreenHead>
      <Trouble problem={problem} />
      {!items && !problem && <Skeleton lines={4} label="Loading milestones" />}
      {items?.length === 0 && (
        <EmptyState icon="trophy" title="Nothing celebrated yet">
          The first work and the first story are celebrated by themselves. Add what matters to you.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className="child-list" aria-label="Milestones">
          {items.map((one) => (
            <li key={one.id} className={one.hidden ? "milestone is-hidden" : "milestone"}>
              <Icon name="trophy" />
              <span className="child-line-text">
                <span className="child-line-name">{one.milestone}</span>
                <span className="child-line-detail">
                  {one.childName} · {sayDay(one.date)}
                  {one.hidden && " · hidden"}
                </span>
              </span>
              {canEdit && (
                <Menu
                  label={`More for ${one.milestone}`}
                  icon="three-dots"
                  sections={[[
                    { label: "Change", icon: "pencil", onSelect: () => setEdited(one) },
                    one.hidden
                      ? {
                        label: "Show",
                        icon: "eye",
                        onSelect: () =>
                          void act({ type: "studio.showMilestone", milestone: one.id }, `“${one.milestone}” shown`),
                      }
                      : {
                        label: "Hide",
                        icon: "eye-slash",
                        onSelect: () =>
                          void act({ type: "studio.hideMilestone", milestone: one.id }, `“${one.milestone}” hidden`),
                      },
                  ]]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {canEdit && <Switch label="Show hidden ones too" isOn={isAll} onChange={setAll} />}
      {edited && (
        <MilestoneDialog
          family={family}
          {...edited === "new" ? {} : { milestone: edited }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}

function MilestoneDialog({ milestone, family, onClose }: {
  readonly milestone?: Milestone;
  readonly family: readonly Child[];
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(milestone?.milestone ?? "");
  const [child, setChild] = useState(milestone?.child ?? family[0]?.id ?? "");
  const [day, setDay] = useState(milestone?.date ?? today());
  const act = useAct();
  const save = async () => {
    if (!name.trim() || !day) return;
    const id = milestone?.id ?? mint();
    const commands = !milestone
      ? [{ type: "studio.celebrateMilestone", milestone: id, name: name.trim(), child, day } as const]
      : [
        ...name.trim() === milestone.milestone
          ? []
          : [{ type: "studio.renameMilestone", milestone: id, name: name.trim() } as const],
        ...day === milestone.date ? [] : [{ type: "studio.dateMilestone", milestone: id, day } as const],
      ];
    await act(commands, milestone ? `“${name.trim()}” changed` : `“${name.trim()}” celebrated`);
    onClose();
  };
  return (
    <FormDialog
      title={milestone ? "Change the milestone" : "Celebrate"}
      submit={milestone ? "Save" : "Celebrate"}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label="What is celebrated"
        placeholder="First time a whole name was written"
        value={name}
        onChange={setName}
        maxLength={100}
        required
        data-autofocus
      />
      {!milestone && <ChildPicker options={family} value={child} onChange={setChild} />}
      <TextField label="Day" type="date" value={day} onChange={setDay} required />
    </FormDialog>
  );
}
