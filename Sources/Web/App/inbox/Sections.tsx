import { Icon } from "../design/mod.ts";
import { Link } from "../shell/Link.tsx";
import { usePlace } from "../shell/place.ts";

const sections = [
  { path: [], label: "Inbox", icon: "inbox" },
  { path: ["follow-up"], label: "Follow-up", icon: "calendar-event" },
  { path: ["plans"], label: "Plans", icon: "list-nested" },
  { path: ["logbook"], label: "Logbook", icon: "journal-check" },
  { path: ["trash"], label: "Trash", icon: "trash3" },
] as const;

/** The lists of the inbox's area, side by side. */
export function Sections() {
  const to = usePlace();
  return (
    <nav className="sections" aria-label="Inbox and plans">
      <ul>
        {sections.map(({ path, label, icon }) => (
          <li key={label}>
            <Link className="section-link" href={to("inbox", ...path)} isCurrentWithin={path.length > 0}>
              <Icon name={icon} />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
