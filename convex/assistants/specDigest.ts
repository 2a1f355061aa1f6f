/**
 * A digest of everything besides an assistant's own settings that its spec at the voice platform depends on: our code and
 * the deployment's settings. Each assistant stores the digest with which it was last sent, so that we know which ones to
 * send again after a new version, another secret or another address.
 */
import type { ActionForModel } from "../assistantActions/actions";
import { required } from "../lib/env";
import { fingerprint } from "../lib/secrets";
import { PARAMETER_TYPES } from "../shared/actions";
import { DEFAULT_CONVERSATION, type Conversation } from "../shared/conversation";
import { type Finding, FINDING_KINDS } from "../shared/findings";
import { LANGUAGES } from "../shared/languages";
import { OFFICE_HOURS } from "../shared/openingHours";
import { VOICES } from "../shared/voices";
import type { VoiceSettings } from "./table";
import { type VoiceConfig, voiceAssistantSpec } from "./voiceAssistantSpec";
import { voiceConfig } from "./voiceConfig";

type Sample = Pick<VoiceConfig, "tool"> & {
  assistant: VoiceSettings;
  actions?: ActionForModel[];
};
type Settings = Omit<VoiceConfig, "tool" | "actions" | "reportAuth">;

const PLAIN: VoiceSettings = {
  name: "Ada, the assistant whose name is longer than forty characters",
  systemPrompt: "Braces {{ are text }}.",
  assistantGoal: "Help.",
  voice: VOICES[0].id,
};

/** Every setting differs from its default. */
export const EVERY_SETTING: Conversation = {
  language: "en",
  greeting: "Good morning.",
  visitorSpeaksFirst: true,
  asksAfterSeconds: 20,
  silenceQuestion: "Are you still there?",
  endsAfterSeconds: 60,
  longestCallMinutes: 5,
  minutesADay: 60,
  timeZone: "Europe/Berlin",
  openingHours: OFFICE_HOURS,
  closedWords: "We are closed.",
  tellsPage: true,
};

const EVERY_FINDING: Finding[] = FINDING_KINDS.flatMap((kind) =>
  [true, false].map((isRequired) => ({
    label: `${kind} ${isRequired ? "required" : "optional"}`,
    kind,
    isRequired,
    ...(kind === "choice" ? { choices: ["One", "Two"] } : {}),
  })),
);

const ACTIONS: ActionForModel[] = [true, false].map((isSo) => ({
  ...{ name: "Order", description: "Orders.", toolName: "action_order", changesSomething: isSo },
  parameters: PARAMETER_TYPES.map((type) => ({
    ...{ name: type, type, description: "It.", isRequired: isSo },
  })),
}));

/** Together they cover every branch of the spec. */
const SAMPLES: Sample[] = [
  ...VOICES.map(({ id: voice }) => ({ assistant: { ...PLAIN, voice }, tool: null })),
  ...LANGUAGES.map(({ id: language }) => ({
    assistant: { ...PLAIN, talk: { ...DEFAULT_CONVERSATION, language } },
    tool: null,
  })),
  ...LANGUAGES.map(({ id: language }) => ({
    assistant: { ...PLAIN, talk: { ...DEFAULT_CONVERSATION, language } },
    tool: null,
    actions: ACTIONS,
  })),
  ...["lookup", null].map((name) => ({
    assistant: {
      ...PLAIN,
      findings: EVERY_FINDING,
      successWords: "An order was taken.",
      talk: EVERY_SETTING,
    },
    tool: { id: "tool", name },
  })),
  {
    assistant: { ...PLAIN, talk: { ...DEFAULT_CONVERSATION, asksAfterSeconds: null } },
    tool: null,
  },
];

export async function specDigest(): Promise<string> {
  const secrets = [required("VAPI_WEBHOOK_SECRET"), required("VAPI_PRIVATE_KEY")];
  return await digestOfSpecs(voiceConfig(), secrets);
}

export async function digestOfSpecs(settings: Settings, secrets: string[]): Promise<string> {
  // With a constant credential id, because a new credential with the same secret changes nothing.
  const reportAuth = { kind: "credential", credentialId: "credential" } as const;
  const specs = SAMPLES.map(({ assistant, tool, actions = [] }) =>
    JSON.stringify(voiceAssistantSpec(assistant, { ...settings, reportAuth, tool, actions })),
  );
  return await fingerprint([...secrets, ...specs]);
}
