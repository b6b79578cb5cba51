/** The browser's own recognition of speech, where it has one (Web Speech API). */

interface SpeechResult {
  readonly isFinal: boolean;
  readonly 0: { readonly transcript: string };
}

interface SpeechEvent extends Event {
  readonly results: ArrayLike<SpeechResult>;
}

interface SpeechFault extends Event {
  readonly error: string;
}

interface Recogniser extends EventTarget {
  lang: string;
  interimResults: boolean;
  start(): void;
  stop(): void;
  abort(): void;
}

interface Recognisers {
  readonly SpeechRecognition?: new () => Recogniser;
  readonly webkitSpeechRecognition?: new () => Recogniser;
}

/** Whether this browser recognises speech. */
export function canListen(): boolean {
  return recogniserType() !== undefined;
}

function recogniserType(): (new () => Recogniser) | undefined {
  const all = globalThis as Recognisers;
  return all.SpeechRecognition ?? all.webkitSpeechRecognition;
}

/** Those who listen are told what is heard so far, why it failed, and that it is over. */
export interface Listener {
  readonly heard: (text: string) => void;
  readonly failed: (words: string) => void;
  readonly ended: () => void;
}

/** Starts to listen, in the language that the browser is set to. @returns a function that stops. */
export function listen({ heard, failed, ended }: Listener): () => void {
  const Type = recogniserType();
  if (!Type) {
    failed("This browser does not recognize speech. You can write instead.");
    ended();
    return () => {};
  }
  const recogniser = new Type();
  recogniser.lang = navigator.language;
  recogniser.interimResults = true;
  recogniser.addEventListener("result", (event) => {
    const { results } = event as SpeechEvent;
    heard(Array.from(results, (result) => result[0].transcript).join(" ").trim());
  });
  recogniser.addEventListener("error", (event) => failed(sentenceFor((event as SpeechFault).error)));
  recogniser.addEventListener("end", ended);
  try {
    recogniser.start();
  } catch (thrown) {
    if (!(thrown instanceof DOMException)) throw thrown;
    failed(sentenceFor("not-allowed"));
    ended();
  }
  return () => recogniser.stop();
}

/** Why nothing was heard, for a person. */
function sentenceFor(fault: string): string {
  switch (fault) {
    case "not-allowed":
    case "service-not-allowed":
      return "The microphone is not allowed here. Allow it in the browser's settings for this site, or write instead.";
    case "no-speech":
      return "Nothing was heard. Try again, or write instead.";
    case "audio-capture":
      return "No microphone was found. You can write instead.";
    case "language-not-supported":
      return `This browser does not recognize ${languageName()} by voice. You can write instead.`;
    case "aborted":
      return "";
    default:
      return "Recognizing speech did not work now. You can write instead.";
  }
}

/** The language that the browser is set to, by its name. */
function languageName(): string {
  return new Intl.DisplayNames(["en"], { type: "language" }).of(navigator.language) ?? navigator.language;
}
