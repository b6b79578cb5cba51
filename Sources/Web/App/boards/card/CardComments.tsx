import { useState } from "react";
import { Button, Menu, TextArea } from "../../design/mod.ts";
import { appended, WriteByHand } from "../../reading/WriteByHand.tsx";
import { mint } from "../../source/source.ts";
import { useAct } from "../acting.tsx";
import type { Card } from "../types.ts";

type Comment = Card["comments"][number];

/** What was said about a card, in the order in which it was said. */
export function CardComments({ card, canEdit }: { readonly card: Card; readonly canEdit: boolean }) {
  const act = useAct();
  const [text, setText] = useState("");
  const say = async () => {
    const said = text.trim();
    if (!said) return;
    setText("");
    if (!await act({ type: "boards.addComment", card: card.id, comment: mint(), text: said }, "Comment added")) {
      setText(said);
    }
  };
  if (!canEdit && card.comments.length === 0) return null;
  return (
    <section className="inspector-section" aria-label="Comments">
      <div className="inspector-heading">
        <h3>Comments</h3>
        {canEdit && (
          <WriteByHand
            label="Write a comment by hand"
            onText={(more) => setText((before) => appended(before, more))}
          />
        )}
      </div>
      {card.comments.length > 0 && (
        <ul className="comments">
          {card.comments.map((comment) => (
            <CommentLine key={comment.id} card={card.id} comment={comment} canEdit={canEdit} />
          ))}
        </ul>
      )}
      {canEdit && (
        <form
          className="comment-new"
          onSubmit={(event) => {
            event.preventDefault();
            void say();
          }}
        >
          <TextArea
            label="New comment"
            isLabelHidden
            rows={1}
            placeholder="Write a comment"
            value={text}
            onChange={setText}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              void say();
            }}
          />
          {text.trim() && <Button type="submit" kind="primary" title="Comment (Ctrl Enter)">Comment</Button>}
        </form>
      )}
    </section>
  );
}

function CommentLine({ card, comment, canEdit }: {
  readonly card: string;
  readonly comment: Comment;
  readonly canEdit: boolean;
}) {
  const act = useAct();
  const [draft, setDraft] = useState<string>();
  const reword = () => {
    const text = draft?.trim();
    setDraft(undefined);
    if (!text || text === comment.text) return;
    void act({ type: "boards.rewordComment", card, comment: comment.id, text }, "Comment changed");
  };
  return (
    <li className="comment">
      <div className="comment-head">
        <strong>{comment.author}</strong>
        <time dateTime={comment.made} title={new Date(comment.made).toLocaleString()}>
          {momentText(comment.made)}
          {comment.reworded && " (edited)"}
        </time>
        {canEdit && draft === undefined && (
          <Menu
            label={`Menu of the comment by ${comment.author}`}
            icon="three-dots"
            sections={[
              [{ label: "Edit", icon: "pencil", onSelect: () => setDraft(comment.text) }],
              [{
                label: "Remove",
                icon: "trash3",
                isDanger: true,
                onSelect: () =>
                  void act({ type: "boards.removeComment", card, comment: comment.id }, "Comment removed"),
              }],
            ]}
          />
        )}
      </div>
      {draft === undefined ? <p className="comment-text">{comment.text}</p> : (
        <div className="comment-new">
          <TextArea label="Comment" isLabelHidden autoFocus value={draft} onChange={setDraft} />
          <div className="add-card-actions">
            <Button kind="primary" onClick={reword}>Keep</Button>
            <Button kind="quiet" onClick={() => setDraft(undefined)}>Cancel</Button>
          </div>
        </div>
      )}
    </li>
  );
}

/** A moment in few words. */
function momentText(moment: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
}
