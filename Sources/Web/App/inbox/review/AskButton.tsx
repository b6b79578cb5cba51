import { useState } from "react";
import { Button, type ButtonKind } from "../../design/mod.ts";
import { notify } from "../../shell/notice.ts";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import { Problem, useSource } from "../../source/source.ts";
import { askToOrganise } from "./asking.ts";

/** Asks how captures may be organised, by default the inbox; only ever when it is pressed. Requirements O-301, O-408. */
export function AskButton({ label = "Suggest an order", items, kind = "quiet" }: {
  readonly label?: string;
  readonly items?: readonly string[];
  readonly kind?: ButtonKind;
}) {
  const source = useSource();
  const to = usePlace();
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      navigate(to("inbox", "review", await askToOrganise(source, items)));
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      notify(wordsFor(thrown));
    } finally {
      setBusy(false);
    }
  };
  return <Button kind={kind} icon="stars" isBusy={isBusy} onClick={() => void ask()}>{label}</Button>;
}

function wordsFor({ code, status, message }: Problem): string {
  if (code === "offline") return "Suggestions need a connection. You can organize by hand meanwhile.";
  return status === 429 ? `${message} You can always organize by hand.` : message;
}
