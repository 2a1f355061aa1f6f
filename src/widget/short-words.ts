import { CALL_REFUSALS, WIDGET_MESSAGES, WIDGET_OFFLINE_WORDS } from "../../convex/shared/messages";

/** Of texts that begin like this: there are numbers and names in them. */
const BEGINNINGS: [beginning: string, words: string][] = [
  ["Test limit reached!", "Test limit reached"],
  ["Free trial limit reached!", "Trial limit reached"],
  ["Confirm your email address", "Confirm your email"],
  ["Voice chat is not configured", "Voice not configured"],
];

const WORDS: Record<string, string> = Object.fromEntries([
  ...inWords(WIDGET_MESSAGES, {
    microphoneDenied: "Allow your microphone",
    microphoneForbidden: "Microphone not allowed",
    microphoneMissing: "No microphone found",
    microphoneBusy: "Microphone in use",
    pageInsecure: "Page not secure",
    browserTooOld: "Browser too old",
    notHeard: "Can't hear you",
    soundBlocked: "Sound is off",
    noSoundOutput: "No loudspeaker",
    offline: WIDGET_OFFLINE_WORDS,
    connectionCut: WIDGET_OFFLINE_WORDS,
    connectionLost: "Connection lost",
    noAnswer: "No answer",
    notSignedIn: "Please sign in",
    callFailed: "Please try again",
  }),
  ...inWords(CALL_REFUSALS, {
    assistantNotServed: "Not available now",
    siteNotAllowed: "Not allowed here",
    pageOutdated: "Please reload",
    linesBusy: "All lines busy",
    tooManyRequests: "Please wait",
    voicePlatformFailed: "Please try again",
  }),
]);

/** At most four, for a frame of 90 pixels; the whole text is told elsewhere. */
export function shortWords(text: string): string {
  const beginning = BEGINNINGS.find(([start]) => text.startsWith(start));
  return beginning?.[1] ?? WORDS[text] ?? "No call possible";
}

function inWords<Texts extends Record<string, string>>(
  texts: Texts,
  words: Record<keyof Texts & string, string>,
): [text: string, words: string][] {
  return Object.entries(words).map(([name, short]) => [texts[name] ?? "", short]);
}
