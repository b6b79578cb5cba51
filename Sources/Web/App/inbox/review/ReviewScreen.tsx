import { type FormEvent, useState } from "react";
import { Banner, Button, EmptyState, IconButton, Skeleton, TextField } from "../../design/mod.ts";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import type { Run } from "../../source/api.ts";
import { useView } from "../../source/source.ts";
import { ScreenHead } from "../ScreenHead.tsx";
import { Trouble } from "../Trouble.tsx";
import { type Doing, useDoing } from "../useDoing.ts";
import { AskButton } from "./AskButton.tsx";
import { SuggestionCard } from "./SuggestionCard.tsx";

const reasons: Readonly<Record<NonNullable<Run["reason"]>, string>> = {
  "unreachable": "Nobody could be reached who makes suggestions.",
  "timed out": "It took too long.",
  "declined": "The request was declined.",
  "malformed": "The answer could not be understood.",
  "too large": "There was too much to look at at once.",
};

/** Suggestions of one request: nothing of them is done before a person says so. Requirements O-305, O-320 to O-325, O-408. */
export default function ReviewScreen({ run: id }: { readonly run: string }) {
  const { value: run, problem } = useView("showRun", { run: id });
  const doing = useDoing();
  const to = usePlace();
  const back = () => navigate(to("inbox"));
  const cancel = async () => {
    if (
      await doing.run({ commands: [{ type: "capture.cancelRun", run: id }], says: "Cancelled. Nothing was changed." })
    ) {
      back();
    }
  };
  const open = run?.suggestions?.filter(({ decision }) => decision === "open") ?? [];
  return (
    <div className="screen">
      <ScreenHead title="Suggestions" detail="Nothing is changed until you accept it. Your own words stay as they are.">
        <IconButton icon="x-lg" label="Back to the inbox" onClick={back} />
      </ScreenHead>
      <Trouble problem={problem} />
      <Trouble problem={doing.problem} onDismiss={doing.dismiss} />
      {!run && !problem && <Skeleton lines={4} label="Loading suggestions" />}
      {run?.status === "pending" && (
        <div className="suggestion is-pending" role="status">
          <span className="spinner" aria-hidden="true" />
          <p>Looking at {run.items.length} items… You can go on; suggestions appear here by themselves.</p>
          <Button onClick={() => void cancel()}>Cancel</Button>
        </div>
      )}
      {run?.status === "failed" && (
        <Banner tone="warm" icon="exclamation-circle" actions={<Button onClick={back}>Organize by hand</Button>}>
          There are no suggestions this time. {run.reason && reasons[run.reason]}{" "}
          Everything is as it was, and it does not count for this month.
        </Banner>
      )}
      {run?.status === "cancelled" && (
        <Banner icon="info-circle">This request was cancelled. Nothing was changed.</Banner>
      )}
      {run?.status === "completed" && (
        <>
          <p className="field-hint">
            {run.provider === "daybook"
              ? "Read by rules of Daybook itself: nothing was sent anywhere."
              : `Suggested by ${run.provider}, ${run.model}.`}
          </p>
          {run.questions?.map(({ question, answer }, at) => (
            <Question key={question} run={id} at={at} question={question} answer={answer} doing={doing} />
          ))}
          {run.questions?.some(({ answer }) => answer !== null) && (
            <AskButton label="Suggest again with my answers" kind="primary" items={run.items} />
          )}
          {run.suggestions?.map((suggestion) => (
            <SuggestionCard key={suggestion.id} run={id} suggestion={suggestion} doing={doing} />
          ))}
          {(run.suggestions?.length ?? 0) === 0 && (run.questions?.length ?? 0) === 0 && (
            <EmptyState icon="stars" title="No suggestions" action={<Button onClick={back}>Organize by hand</Button>}>
              Nothing in these items belongs together clearly enough to say so.
            </EmptyState>
          )}
          {(run.suggestions?.length ?? 0) > 0 && open.length === 0 && (
            <Banner icon="check2" actions={<Button onClick={back}>Back to the inbox</Button>}>All decided.</Banner>
          )}
        </>
      )}
    </div>
  );
}

function Question({ run, at, question, answer, doing }: {
  readonly run: string;
  readonly at: number;
  readonly question: string;
  readonly answer: string | null;
  readonly doing: Doing;
}) {
  const [text, setText] = useState("");
  if (answer !== null) return <p className="suggestion is-decided">{question} — {answer}</p>;
  const reply = (words: string) =>
    void doing.run({
      commands: [{ type: "capture.answerQuestion", run, question: at, answer: words }],
      says: "Answered; the next suggestions take it into account",
    });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) reply(text.trim());
  };
  if (question.startsWith("One task or two")) {
    return (
      <div className="suggestion" role="group" aria-label={question}>
        <p>{question}</p>
        <div className="form-actions">
          <Button onClick={() => reply("one")}>One</Button>
          <Button onClick={() => reply("two")}>Two</Button>
        </div>
      </div>
    );
  }
  return (
    <form className="suggestion" onSubmit={send}>
      <TextField label={question} value={text} onChange={setText} />
      <div className="form-actions">
        <Button type="submit">Answer</Button>
      </div>
    </form>
  );
}
