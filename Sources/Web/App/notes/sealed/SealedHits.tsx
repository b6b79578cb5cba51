import { useEffect, useState, useSyncExternalStore } from "react";
import { Icon } from "../../design/mod.ts";
import { Problem, useSource } from "../../source/source.ts";
import { noteAddress } from "../links.ts";
import { hitsFor, type OpenText, openTexts } from "./find.ts";
import { vaultOf } from "./Vault.ts";

/** What is found in the sealed notes that are open in this window. Requirement N-509. */
export default function SealedHits({ asked }: { readonly asked: string }) {
  const source = useSource();
  const vault = vaultOf(source.workspace);
  const keys = useSyncExternalStore((changed) => vault.keys.subscribe(changed), () => vault.keys.get());
  const [texts, setTexts] = useState<readonly OpenText[]>([]);
  useEffect(() => {
    let isOver = false;
    openTexts(source, keys).then((found) => {
      if (!isOver) setTexts(found);
    }, (thrown) => {
      // The search below says that the service cannot be reached.
      if (!(thrown instanceof Problem)) throw thrown;
    });
    return () => {
      isOver = true;
    };
  }, [source, keys]);
  const hits = hitsFor(asked, texts);
  if (hits.length === 0) return null;
  return (
    <section className="hits" aria-labelledby="hits-sealed">
      <h2 id="hits-sealed" className="items-heading">Sealed notes</h2>
      <ul>
        {hits.map(({ note, title, passage }) => (
          <li key={note} className="hit">
            <Icon name="lock" />
            <div className="hit-body">
              <h3 className="hit-title">
                <a className="hit-link" href={noteAddress(source.workspace, note)}>{title}</a>
              </h3>
              {passage && <p className="hit-passage">{passage}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
