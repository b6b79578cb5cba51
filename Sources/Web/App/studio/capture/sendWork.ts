/** Sending one work: each picture on from where it was left, then the command that makes the work, and only then is it let go here. */

import type { Command } from "../../source/api.ts";
import { Problem } from "../../source/problem.ts";
import type { LastingUpload, Uploaded } from "../../source/service/upload.ts";
import { commandsOf, isUploaded, type PendingPicture, type PendingWork } from "./pending.ts";

/** What is needed to send a work. */
export interface Sending {
  readonly store: {
    readonly picture: (id: string, type: string) => Promise<Blob | undefined>;
    readonly update: (work: PendingWork) => Promise<void>;
    readonly remove: (work: PendingWork) => Promise<void>;
  };
  readonly upload: (picture: Blob, uploading: LastingUpload) => Promise<Uploaded>;
  /** Keeps a picture for this device to show, while the service makes it small. */
  readonly uploaded: (digest: string, picture: Blob) => void;
  /** Resolves when the commands are kept. */
  readonly perform: (commands: readonly Command[]) => Promise<void>;
  /** Of 1, how much of the work is sent. */
  readonly tell: (share: number) => void;
  /** The day on this device. */
  readonly today: string;
}

/**
 * Sends a work that is kept on this device. Ended at any moment and begun again it goes on: nothing is lost, and the work is there once,
 * since its commands have its own identifier. @throws {Problem} where it cannot; what is there already stays.
 */
export async function sendWork(
  first: PendingWork,
  { store, upload, uploaded, perform, tell, today }: Sending,
): Promise<void> {
  const all = Math.max(first.pictures.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), 1);
  let work = first;
  let before = 0;
  for (const picture of first.pictures) {
    const change = async (fields: Partial<PendingPicture>) => {
      const pictures = work.pictures.map((one) => one.id === picture.id ? { ...one, ...fields } : one);
      work = { ...work, pictures };
      await store.update(work);
    };
    if (picture.digest === undefined) {
      const blob = await store.picture(picture.id, picture.type);
      if (!blob) throw new Problem("gone", "The picture is no longer on this device. Add it again.");
      const { digest, picture: facts } = await upload(blob, {
        address: picture.address,
        begun: (address) => change({ address }),
        sent: (bytes) => tell((before + bytes) / all),
      });
      if (!facts) throw new Problem("noPicture", `“${picture.name}” is not a picture that Daybook can read.`);
      uploaded(digest, blob);
      await change({ digest, facts });
    }
    before += picture.sizeBytes;
    tell(before / all);
  }
  if (!isUploaded(work)) throw new Problem("gone", "A picture of this work is no longer on this device. Add it again.");
  await perform(commandsOf(work, today));
  await store.remove(work);
}
