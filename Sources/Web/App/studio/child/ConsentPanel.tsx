import { Button, Icon, Switch } from "../../design/mod.ts";
import { useAct } from "../../boards/acting.tsx";
import { useView } from "../../source/source.ts";
import { answerFor, answering, isAllowed, type Purpose, purposes } from "./consent.ts";
import { elsewhere, noticeOf, type Provider } from "./providers.ts";
import { useProviders } from "./useProviders.ts";

/** Asks plainly, once there is a child, and goes once it was answered. Nothing is looked at before. Requirement J-305. */
export function ConsentQuestion() {
  const { value } = useView("listConsents", {});
  const act = useAct();
  const providers = useProviders();
  if (!value || value.some(({ purpose }) => purpose !== "training")) return null;
  const answer = (isGiven: boolean) =>
    void act(
      purposes.map(({ purpose }) => answering(purpose, null, isGiven, noticeOf(providers, purpose))),
      isGiven ? "Tips and stories are on" : "Tips and stories stay off",
    );
  return (
    <section className="consent" aria-labelledby="consent-title">
      <Icon name="shield-check" className="consent-icon" />
      <div className="consent-text">
        <h2 id="consent-title">May Daybook look at the pictures?</h2>
        <p>
          For tips and stories it has to. Nothing is looked at unless you say yes, nothing is used for training, and you
          can change your mind at any time under Children.
        </p>
        <p className="field-hint">
          <Where providers={providers} />
        </p>
        <div className="consent-actions">
          <Button kind="primary" onClick={() => answer(true)}>Yes, for all children</Button>
          <Button onClick={() => answer(false)}>No</Button>
        </div>
      </div>
    </section>
  );
}

/** Where pictures are looked at: Requirement B-72. */
function Where({ providers }: { readonly providers: readonly Provider[] | undefined }) {
  const outside = elsewhere(providers);
  if (!providers) {
    return (
      <>
        It happens on your Daybook server. If its owner has connected another service, nothing goes there before you
        agree to it by name.
      </>
    );
  }
  if (outside.length === 0) return <>It happens on your Daybook server, and nothing leaves it.</>;
  return (
    <>
      Pictures and titles are sent to{" "}
      {outside.map(({ provider }) => provider).join(" and ")}, outside of this server: at 1,024 pixels at most, without
      names, places or birthdays.
      {outside.some(({ trains }) => trains) && " By its contract it may learn from what it is sent."}
    </>
  );
}

/** What was agreed to for all children, to be changed at any time. Requirement J-310. */
export function ConsentSettings() {
  const { value } = useView("listConsents", {});
  const act = useAct();
  const providers = useProviders();
  if (!value) return null;
  return (
    <section className="studio-card" aria-labelledby="consents-title">
      <h2 id="consents-title">What Daybook may do</h2>
      {purposes.map(({ purpose, label, text }) => (
        <Switch
          key={purpose}
          label={label}
          hint={text}
          isOn={answerFor(value, purpose, null) === "given"}
          onChange={(isOn) =>
            void act(
              answering(purpose, null, isOn, noticeOf(providers, purpose)),
              `${label} turned ${isOn ? "on" : "off"}`,
            )}
        />
      ))}
      <p className="field-hint">
        <Where providers={providers} /> Turned off, everything under way stops at once.
      </p>
    </section>
  );
}

/** What was agreed to for one child. */
export function ConsentOfChild({ child, name }: { readonly child: string; readonly name: string }) {
  const { value } = useView("listConsents", {});
  const act = useAct();
  const providers = useProviders();
  if (!value) return null;
  const isOff = (purpose: Purpose) => answerFor(value, purpose, null) === "withdrawn";
  return (
    <section className="studio-card" aria-labelledby="consent-child">
      <h2 id="consent-child">What Daybook may do for {name}</h2>
      {purposes.map(({ purpose, label, text }) => (
        <Switch
          key={purpose}
          label={label}
          hint={isOff(purpose) ? "Turned off for all children." : text}
          disabled={isOff(purpose)}
          isOn={isAllowed(value, purpose, child)}
          onChange={(isOn) =>
            void act(
              answering(purpose, child, isOn, noticeOf(providers, purpose)),
              `${label} turned ${isOn ? "on" : "off"} for ${name}`,
            )}
        />
      ))}
    </section>
  );
}
