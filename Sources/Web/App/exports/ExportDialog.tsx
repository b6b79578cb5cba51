import { Dialog } from "../design/mod.ts";
import type { ExportWish } from "./exporting.ts";
import { Making } from "./Making.tsx";

/** A file that is made at once. Requirement J-463. */
export default function ExportDialog({ title, wish, onClose }: {
  readonly title: string;
  readonly wish: ExportWish;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Making wish={wish} onClose={onClose} />
    </Dialog>
  );
}
