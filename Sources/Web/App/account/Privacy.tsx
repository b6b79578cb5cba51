import { useTitle } from "../shell/router.ts";
import { Mark } from "./AccountPage.tsx";

/** Plain words on what is kept where. Requirement O-511. */
export default function Privacy() {
  useTitle("Privacy");
  return (
    <main id="main" className="prose" tabIndex={-1}>
      <a className="prose-home" href="/">
        <Mark /> Daybook
      </a>
      <h1>Privacy</h1>
      <p className="prose-lead">
        Version 1, 26 November 2026. This page says what this Daybook keeps, where, and how you take it away.
      </p>

      <h2>What is kept on the service</h2>
      <ul>
        <li>
          <strong>What you write:</strong>{" "}
          notes, boards, captures, files and drawings, with their history, so that everything can be undone. In a new
          installation it is encrypted on the disk, with a key of its own for each workspace.
        </li>
        <li>
          <strong>Your account:</strong>{" "}
          your e-mail address, your name if you gave one, and your settings. Your password is kept only as a hash that
          cannot be turned back.
        </li>
        <li>
          <strong>Your devices:</strong>{" "}
          what each is called, since when it is known, and until when it is signed in. The secret of a session is kept
          only as a digest.
        </li>
        <li>
          <strong>Notifications, where you switch them on:</strong>{" "}
          the address that your browser gives for them, and its keys, until you switch them off or sign out. They go
          through the push service of your browser, encrypted, and name nobody.
        </li>
        <li>
          <strong>A visit without an account:</strong>{" "}
          what you make is kept in the memory of the service only, and gone when the visit ends, unless you sign up.
        </li>
        <li>
          <strong>Logs:</strong>{" "}
          the kind of each request, whether it worked and how long it took. Not what you wrote, not your address on the
          network. To keep strangers from guessing passwords, network addresses are counted in memory for at most a day,
          and never written down.
        </li>
      </ul>

      <h2>What is kept in this browser</h2>
      <ul>
        <li>One cookie, which keeps you signed in. There is no other, and none that follows you.</li>
        <li>A copy of your workspaces, and changes that wait to be sent, so that you can work without a network.</li>
        <li>The theme, and which workspace you had open last.</li>
      </ul>
      <p>Signing out takes the copy away from this browser.</p>

      <h2>Who else sees it</h2>
      <ul>
        <li>The members of a workspace see what is in it.</li>
        <li>Whoever you give a share link to sees the one thing it leads to, until you take the link back.</li>
        <li>Programs that you connect yourself, by a token or a webhook, see what you let them see.</li>
        <li>
          Whoever runs this service can, as with every service, reach the machine it runs on. Ask them about backups:
          what you erase is still in backups that were made before. The text of a note that you sealed by a passphrase
          is kept from them; its title and its dates are not.
        </li>
        <li>This app loads nothing from anywhere else: no fonts, no statistics, no advertising.</li>
        <li>No computer model reads what you wrote. Nothing is used to train one.</li>
      </ul>

      <h2>How long</h2>
      <p>
        What you write is kept until you delete it. What you delete lies in the trash, and its history stays, until you
        say for how many days they are kept, or erase it.
      </p>

      <h2>How you take it away</h2>
      <ul>
        <li>
          <strong>Take it with you:</strong> Settings, Export. You get files that open without Daybook.
        </li>
        <li>
          <strong>Sign a device out:</strong> Settings, Devices.
        </li>
        <li>
          <strong>Erase everything:</strong>{" "}
          Settings, Erase your account. Your account, and the workspaces that only you are in, go with their files and
          keys. In the workspaces of others your name is erased.
        </li>
      </ul>
    </main>
  );
}
