/** Checks the voice platform's key, webhooks, assistants and voices. */
import {
  type Check,
  checkControl,
  checkOutdated,
  checkVoiceFailures,
} from "../../../convex/shared/deploymentChecks.ts";
import { VOICES } from "../../../convex/shared/voices.ts";
import { VoicePlatformError } from "../../../convex/vendors/vapiAnswers.ts";
import { endingVoices, LAST_DAY, replacedVoices } from "../retired-voices.ts";
import { voicePlatformFrom } from "../vendors.ts";
import { findingsOn, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { AssistantAsSent, Facts, Target } from "./target.ts";

const { ok, fault, unknown } = findingsOn("voice");

export async function examineVoice(target: Target): Promise<Finding[]> {
  const platform = await examinePlatform(target);
  return [
    ...platform,
    ...examineVersions(target),
    ...examineControl(target),
    ...(await examineReports(target)),
    ...(await examineVoices(target)),
    ...examineEndingVoices(target),
  ];
}

async function examinePlatform({ variables, facts }: Target): Promise<Finding[]> {
  if ((variables.VAPI_PRIVATE_KEY ?? "") === "") return [];
  try {
    const platform = voicePlatformFrom(variables);
    // Finds nothing, but fails with a wrong key.
    await platform.findAssistant("", Date.now());
    const key = ok("voice-key", "The voice platform accepts the key.");
    const { assistants } = facts;
    if (assistants === null) return [key];
    const findings: Finding[] = [];
    for (const assistant of assistants) {
      const { platformId } = assistant;
      const atVendor = platformId === null ? null : await platform.findAssistantById(platformId);
      const difference = differenceFrom(assistant, facts, atVendor);
      if (difference !== null) findings.push(outOfSyncFinding(assistant.name, difference));
    }
    const inStep = ok(
      "in-step",
      `The newest ${assistants.length} assistants there are as saved here.`,
    );
    return [key, ...(findings.length > 0 || assistants.length === 0 ? findings : [inStep])];
  } catch (error) {
    if (error instanceof VoicePlatformError && error.status === 401) {
      const fix =
        "Take the private key from the platform's dashboard: npx convex env set VAPI_PRIVATE_KEY";
      return [fault("voice-key-refused", "The voice platform rejects the key.", fix)];
    }
    const message = `The voice platform could not be reached (${reasonOf(error)}).`;
    return [
      fault(
        "voice-silent",
        message,
        "Try again. If this persists, check VAPI_API_URL and the network.",
      ),
    ];
  }
}

/** How the platform's assistant differs from the saved one; null if it does not. */
function differenceFrom(
  { hasFailed, reportsTo, voiceId, firstMessage, clientMessages }: AssistantAsSent,
  { credentialId }: Facts,
  atVendor: Record<string, unknown> | null,
): string | null {
  if (atVendor === null) return "does not exist at the voice platform";
  const { server, voice } = atVendor as {
    server?: { url?: unknown; credentialId?: unknown };
    voice?: { voiceId?: unknown };
  };
  if (server?.url !== reportsTo) return `reports to ${String(server?.url)}`;
  if (voice?.voiceId !== voiceId) return `has the voice ${String(voice?.voiceId)}`;
  if (atVendor.firstMessage !== firstMessage) return "has another first message";
  if (JSON.stringify(atVendor.clientMessages) !== JSON.stringify(clientMessages)) {
    return "sends more than captions to visitors' pages";
  }
  if ((server.credentialId ?? null) !== credentialId) {
    return "signs its reports with another secret";
  }
  return hasFailed ? "lacks the last change" : null;
}

function outOfSyncFinding(name: string, difference: string): Finding {
  const fix = "npx convex run operator:resyncAssistants sends all of them again.";
  return fault("out-of-step", `The assistant "${name}" ${difference}.`, fix);
}

function examineVersions({ facts: { outdated } }: Target): Finding[] {
  if (outdated === null) return [];
  const assistants = outdated.assistants.map(({ name, assistantId, isWaiting }) => ({
    name: `"${name}" (${assistantId})`,
    isWaiting,
  }));
  return [onVoice(checkOutdated({ assistants, isMore: outdated.isMore }))];
}

function examineControl({ variables }: Target): Finding[] {
  const check = checkControl((variables.VAPI_PUBLIC_KEY ?? "") !== "");
  return check === null ? [] : [onVoice(check)];
}

function onVoice(check: Check): Finding {
  return { topic: "voice", ...check };
}

/** Sends a report as the platform does, and one with a wrong secret. */
async function examineReports({ variables, facts, timeoutMs }: Target): Promise<Finding[]> {
  const { VAPI_WEBHOOK_SECRET: secret = "" } = variables;
  const url = `${facts.siteUrl}/vapi`;
  // A type of message that the product ignores.
  const body = JSON.stringify({ message: { type: "hang", call: { id: "examination" } } });
  const post = async (withSecret: string) => {
    const headers = { "Content-Type": "application/json", "X-Vapi-Secret": withSecret };
    const signal = AbortSignal.timeout(timeoutMs);
    return (await fetch(url, { method: "POST", headers, body, redirect: "manual", signal })).status;
  };
  try {
    const [known, forged] = [await post(secret), await post(`${secret}x`)];
    if (known === 200 && forged === 401) {
      return [ok("reports", "Reports of calls are accepted, and forged ones are refused.")];
    }
    if (secret === "") return [];
    const message = `${url} answers a report with ${known} and a forged one with ${forged}.`;
    return [fault("reports-refused", message, "Push the functions again: npm run deploy.")];
  } catch (error) {
    const message = `${url} cannot be reached (${reasonOf(error)}): calls will not end in the dashboard.`;
    return [
      fault("reports-unreachable", message, "Make the deployment's URL for HTTP actions public."),
    ];
  }
}

/**
 * The platform publishes no list of voices, so this looks at the provider's and at calls that failed for lack of a
 * voice.
 */
async function examineVoices({ variables, facts, voices, timeoutMs }: Target): Promise<Finding[]> {
  const failure = checkVoiceFailures(facts.voiceFailures);
  if (failure !== null) return [onVoice(failure)];
  if (voices === null) {
    const message = `Whether the ${VOICES.length} voices still exist was not checked, but no recent call failed because of one.`;
    return [
      unknown(
        "voices-unasked",
        message,
        "Set ELEVENLABS_API_KEY, of any account there, to check it.",
      ),
    ];
  }
  const findings: Finding[] = [];
  for (const { id, name, providerVoiceId } of VOICES) {
    const voiceId = replacedVoices(variables)[id] ?? providerVoiceId;
    // https://elevenlabs.io/docs/api-reference/voices/get
    const answer = await fetch(`${voices.apiUrl}/v1/voices/${encodeURIComponent(voiceId)}`, {
      headers: { "xi-api-key": voices.key },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.ok) continue;
    if (answer.status === 401) {
      const message = "The provider of voices rejects ELEVENLABS_API_KEY.";
      return [unknown("voices-unasked", message, "Set another key, or none.")];
    }
    if (!(await isVoiceMissing(answer))) {
      const message = `The provider of voices could not tell whether ${name}'s voice exists (${answer.status}).`;
      return [unknown("voices-unasked", message, "Try again later.")];
    }
    const message = `${name}'s voice ${voiceId} no longer exists (${answer.status}).`;
    findings.push(fault("voice-gone", message, `Replace it: VOICE_IDS={"${id}":"<voice id>"}`));
  }
  return findings.length > 0 ? findings : [ok("voices", `All ${VOICES.length} voices exist.`)];
}

/** What the provider has announced. It is no fault, because calls go on with each voice's fallback. */
function examineEndingVoices({ variables }: Target): Finding[] {
  const names = endingVoices(variables);
  if (names.length === 0) return [];
  const message = `ElevenLabs withdraws ${names.join(", ")} after ${LAST_DAY}. Calls then use the fallback of each voice.`;
  const fix =
    "npm run deploy -- --new-voices takes the voices that ElevenLabs names as their successors.";
  return [unknown("voices-ending", message, fix)];
}

/** Status 404 by the documentation (https://elevenlabs.io/docs/eleven-api/resources/errors, and what its own pull request
 * elevenlabs/elevenlabs-docs#1317 shows), 400 in what its client met with (elevenlabs/elevenlabs-python#454, #293).
 * The field is called `code` now, and was `status`.
 */
async function isVoiceMissing(answer: Response): Promise<boolean> {
  if (answer.status === 404) return true;
  if (answer.status !== 400) return false;
  const { detail } = (await answer.json().catch(() => ({}))) as {
    detail?: { code?: unknown; status?: unknown };
  };
  const LOST: unknown[] = ["voice_not_found", "voice_does_not_exist"];
  return LOST.includes(detail?.code) || LOST.includes(detail?.status);
}
