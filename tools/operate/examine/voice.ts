/** Whether the voice platform takes the key, reports to the deployment, and has the assistants as saved. */
import { VOICES } from "../../../convex/shared/voices.ts";
import { VoicePlatformError } from "../../../convex/vendors/vapiAnswers.ts";
import type { Variables } from "../deployment.ts";
import { voicePlatformOf } from "../vendors.ts";
import { findingsAbout, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { AssistantAsSent, Facts, Patient } from "./patient.ts";

const { sound, fault, unknown } = findingsAbout("voice");

export async function examineVoice(patient: Patient): Promise<Finding[]> {
  const platform = await examinePlatform(patient);
  return [
    ...platform,
    ...examineVersions(patient),
    ...examineControl(patient),
    ...(await examineReports(patient)),
    ...(await examineVoices(patient)),
  ];
}

async function examinePlatform({ variables, facts }: Patient): Promise<Finding[]> {
  if ((variables.VAPI_PRIVATE_KEY ?? "") === "") return [];
  try {
    const platform = voicePlatformOf(variables);
    // Finds nothing, and is refused with a wrong key.
    await platform.findAssistant("", Date.now());
    const key = sound("voice-key", "The voice platform takes the key.");
    const { assistants } = facts;
    if (assistants === null) return [key];
    const findings: Finding[] = [];
    for (const assistant of assistants) {
      const { platformId } = assistant;
      const there = platformId === null ? null : await platform.findAssistantById(platformId);
      const difference = differenceOf(assistant, facts, there);
      if (difference !== null) findings.push(outOfStep(assistant.name, difference));
    }
    const inStep = sound("in-step", `Its newest ${assistants.length} assistants are in step.`);
    return [key, ...(findings.length > 0 || assistants.length === 0 ? findings : [inStep])];
  } catch (error) {
    if (error instanceof VoicePlatformError && error.status === 401) {
      const mend =
        "Take the private key from the platform's dashboard: npx convex env set VAPI_PRIVATE_KEY";
      return [fault("voice-key-refused", "The voice platform does not know the key.", mend)];
    }
    const says = `The voice platform could not be asked (${reasonOf(error)}).`;
    return [
      fault(
        "voice-silent",
        says,
        "Try again; if it stays so, look at VAPI_API_URL and the network.",
      ),
    ];
  }
}

/** In what the platform's differs from what is saved here, or null. */
function differenceOf(
  { hasFailed, reportsTo, voiceId, firstMessage, clientMessages }: AssistantAsSent,
  { credentialId }: Facts,
  there: Record<string, unknown> | null,
): string | null {
  if (there === null) return "is not there";
  const { server, voice } = there as {
    server?: { url?: unknown; credentialId?: unknown };
    voice?: { voiceId?: unknown };
  };
  if (server?.url !== reportsTo) return `reports to ${String(server?.url)}`;
  if (voice?.voiceId !== voiceId) return `has the voice ${String(voice?.voiceId)}`;
  if (there.firstMessage !== firstMessage) return "says another first sentence";
  if (JSON.stringify(there.clientMessages) !== JSON.stringify(clientMessages)) {
    return "sends visitors' pages more than captions";
  }
  if ((server.credentialId ?? null) !== credentialId) {
    return "proves its reports with another secret";
  }
  return hasFailed ? "lacks what was saved last" : null;
}

function outOfStep(name: string, difference: string): Finding {
  const mend = "npx convex run operator:resyncAssistants sends all of them anew.";
  return fault("out-of-step", `The assistant "${name}" ${difference}.`, mend);
}

const NAMED_AT_ONCE = 10;

/** Of all assistants, by what they were last sent with: `npm start` and `npm run deploy` have the rest sent again. */
function examineVersions({ facts: { outdated } }: Patient): Finding[] {
  if (outdated === null) return [];
  const { assistants, isMore } = outdated;
  if (assistants.length === 0) {
    return [sound("up-to-date", "Every assistant was sent as this version makes it.")];
  }
  const left = assistants.filter(({ isWaiting }) => !isWaiting);
  const shown = left.length > 0 ? left : assistants;
  const names = shown
    .slice(0, NAMED_AT_ONCE)
    .map(({ name, assistantId }) => `"${name}" (${assistantId})`)
    .join(", ");
  const count = `${isMore ? "more than " : ""}${shown.length}`;
  const others = shown.length > NAMED_AT_ONCE ? " and others" : "";
  if (left.length === 0) {
    const says = `Assistants that are being sent again as this version makes them: ${count}, ${names}${others}.`;
    return [unknown("updating", says, "Look again in a few minutes.")];
  }
  const says = `Assistants that the voice platform still has as an older version or other settings made them: ${count}, ${names}${others}.`;
  const mend = "npx convex run operator:resendOutdated sends them; npm run deploy does so too.";
  return [fault("outdated", says, mend)];
}

function examineControl({ variables }: Patient): Finding[] {
  if ((variables.VAPI_PUBLIC_KEY ?? "") !== "") return [];
  const says = "Whoever knows the id of a call that goes on can control it.";
  const mend =
    "Take the public key from the platform's dashboard: npx convex env set VAPI_PUBLIC_KEY; then npm run deploy.";
  return [unknown("control-open", says, mend)];
}

/** Comes to the deployment's door as the platform does, and as somebody who does not know the secret. */
async function examineReports({ variables, facts, patienceMs }: Patient): Promise<Finding[]> {
  const { VAPI_WEBHOOK_SECRET: secret = "" } = variables;
  const url = `${facts.siteUrl}/vapi`;
  // A kind of message that is let be.
  const body = JSON.stringify({ message: { type: "hang", call: { id: "examination" } } });
  const knock = async (withSecret: string) => {
    const headers = { "Content-Type": "application/json", "X-Vapi-Secret": withSecret };
    const signal = AbortSignal.timeout(patienceMs);
    return (await fetch(url, { method: "POST", headers, body, redirect: "manual", signal })).status;
  };
  try {
    const [known, stranger] = [await knock(secret), await knock(`${secret}x`)];
    if (known === 200 && stranger === 401) {
      return [sound("reports", "Reports of calls are let in, and those of strangers are not.")];
    }
    if (secret === "") return [];
    const says = `${url} answers a report with ${known}, and a stranger's with ${stranger}.`;
    return [fault("reports-refused", says, "Push the functions again: npm run deploy.")];
  } catch (error) {
    const says = `${url} cannot be reached (${reasonOf(error)}): calls would never end in the dashboard.`;
    return [
      fault("reports-unreachable", says, "Make the deployment's address for HTTP actions public."),
    ];
  }
}

/** The platform publishes no list of voices. The provider's own does it, and calls that ended for want of one. */
async function examineVoices({
  variables,
  facts,
  voices,
  patienceMs,
}: Patient): Promise<Finding[]> {
  const failures = new Set(facts.voiceFailures);
  if (failures.size > 0) {
    const says = `Calls have ended for want of a voice (${[...failures].join(", ")}).`;
    return [fault("voices-failed", says, "Put another voice in its place with VOICE_IDS.")];
  }
  if (voices === null) {
    const says =
      "Whether the eight voices still exist was not asked, though no recent call lacked one.";
    return [
      unknown(
        "voices-unasked",
        says,
        "Give ELEVENLABS_API_KEY, of any account there, to have it asked.",
      ),
    ];
  }
  const findings: Finding[] = [];
  for (const { id, name, providerVoiceId } of VOICES) {
    const voiceId = replacedVoices(variables)[id] ?? providerVoiceId;
    // https://elevenlabs.io/docs/api-reference/voices/get
    const answer = await fetch(`${voices.apiUrl}/v1/voices/${encodeURIComponent(voiceId)}`, {
      headers: { "xi-api-key": voices.key },
      signal: AbortSignal.timeout(patienceMs),
    });
    if (answer.ok) continue;
    if (answer.status === 401) {
      const says = "The provider of voices does not know ELEVENLABS_API_KEY.";
      return [unknown("voices-unasked", says, "Give another key, or none.")];
    }
    if (!(await isLost(answer))) {
      const says = `The provider of voices could not say whether ${name}'s exists (${answer.status}).`;
      return [unknown("voices-unasked", says, "Try again later.")];
    }
    const says = `${name}'s voice ${voiceId} is not there any more (${answer.status}).`;
    findings.push(
      fault("voice-gone", says, `Put another in its place: VOICE_IDS={"${id}":"<voice id>"}`),
    );
  }
  return findings.length > 0 ? findings : [sound("voices", "All eight voices exist.")];
}

/**
 * 404 by its documentation (https://elevenlabs.io/docs/eleven-api/resources/errors, and what its own pull request
 * elevenlabs/elevenlabs-docs#1317 shows), 400 in what its client met with (elevenlabs/elevenlabs-python#454, #293).
 * The field is called `code` now, and was `status`.
 */
async function isLost(answer: Response): Promise<boolean> {
  if (answer.status === 404) return true;
  if (answer.status !== 400) return false;
  const { detail } = (await answer.json().catch(() => ({}))) as {
    detail?: { code?: unknown; status?: unknown };
  };
  const LOST: unknown[] = ["voice_not_found", "voice_does_not_exist"];
  return LOST.includes(detail?.code) || LOST.includes(detail?.status);
}

/** What is wrong with it has been said. */
function replacedVoices({ VOICE_IDS = "" }: Variables): Record<string, string | undefined> {
  try {
    return JSON.parse(VOICE_IDS) as Record<string, string>;
  } catch {
    return {};
  }
}
