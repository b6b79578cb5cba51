import { useState } from "react";
import { Icon, IconButton, Pane, Skeleton } from "../../design/mod.ts";
import { HistoryPanel } from "../../history/HistoryPanel.tsx";
import { navigate, useTitle } from "../../shell/router.ts";
import { useView } from "../../source/source.ts";
import { ItemDetails } from "./ItemDetails.tsx";
import { Trouble } from "../Trouble.tsx";

interface Shown {
  readonly item: string;
  /** The list that it is shown from. */
  readonly back: string;
}

/** An item beside its list. */
export function ItemPane({ item, back }: Shown) {
  const [isHistory, setHistory] = useState(false);
  return (
    <Pane
      label="Item"
      onClose={() => navigate(back)}
      actions={<HistoryButton isOn={isHistory} onToggle={() => setHistory(!isHistory)} />}
    >
      <Content item={item} back={back} isHistory={isHistory} />
    </Pane>
  );
}

/** An item alone on the screen, where there is no room beside a list. Requirement O-909. */
export function ItemScreen({ item, back }: Shown) {
  const [isHistory, setHistory] = useState(false);
  return (
    <div className="item-screen">
      <header className="item-screen-head">
        <a className="icon-button" href={back} aria-label="Back to the list">
          <Icon name="chevron-left" />
        </a>
        <h1>Item</h1>
        <HistoryButton isOn={isHistory} onToggle={() => setHistory(!isHistory)} />
      </header>
      <Content item={item} back={back} isHistory={isHistory} />
    </div>
  );
}

function HistoryButton({ isOn, onToggle }: { readonly isOn: boolean; readonly onToggle: () => void }) {
  return <IconButton icon="clock-history" label="History" aria-expanded={isOn} onClick={onToggle} />;
}

function Content({ item, back, isHistory }: Shown & { readonly isHistory: boolean }) {
  const { value, problem } = useView("showItem", { item });
  useTitle(value?.title);
  if (!value) return problem ? <Trouble problem={problem} /> : <Skeleton lines={5} label="Loading the item" />;
  if (isHistory) return <HistoryPanel thing={item} kind="item" />;
  return <ItemDetails item={value} back={back} />;
}
