import { Button, Skeleton } from "../design/mod.ts";
import { type Member, roleNames } from "../family/members.ts";
import { useMembers } from "../family/useMembers.ts";
import { useAccess } from "../shell/access.ts";
import { useSession } from "../source/session.ts";
import { useSource } from "../source/source.ts";

/** Those who read and write a note with this person, and the way to one more of them. Requirement N-624. */
export function WriteTogether({ onInvite }: { readonly onInvite: () => void }) {
  const { workspace } = useSource();
  const { isOwner } = useAccess();
  const session = useSession();
  const { members, problem } = useMembers(workspace);
  const own = session.kind === "signedIn" ? session.user : "";
  const others = members?.members.filter((member) => member.user !== own && seesNotes(member)) ?? [];
  return (
    <section className="share-section" aria-labelledby="share-together">
      <h3 id="share-together">Write together</h3>
      <p>
        Members of this workspace see all its notes. Those who may change them write here at the same time, and what
        they write is merged.
      </p>
      {problem && <p>{problem.code === "offline" ? "Members are known with a connection only." : problem.message}</p>}
      {!members && !problem && <Skeleton lines={1} label="Looking for members" />}
      {others.length > 0 && (
        <ul className="share-links" aria-label="Others who see this note">
          {others.map(({ user, name, role }) => (
            <li key={user}>
              <span className="avatar avatar-m" aria-hidden="true">{Array.from(name)[0]?.toUpperCase()}</span>
              <span>{name} · {roleNames[role]}</span>
            </li>
          ))}
        </ul>
      )}
      {isOwner
        ? (
          <div className="share-ways">
            <Button icon="person-plus" onClick={onInvite}>Write together…</Button>
          </div>
        )
        : <p>An owner of this workspace invites others.</p>}
    </section>
  );
}

/** Members who see some children only see no notes. */
function seesNotes({ role, children }: Member): boolean {
  return role === "owner" || !children;
}
