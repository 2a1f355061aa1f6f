/**
 * What the talk button says in English. It comes with the button's own script, while every other language comes with the
 * page, so that a page carries one language. The keys are the codes that the button and the server use for a message.
 */
import type { Wording } from "../talkButtonTexts";
import {
  CALL_REFUSALS,
  confirmToKeepTesting,
  freeTrialLimitReached,
  spendingLimitReached,
  testLimitReached,
  trialMinutesUsedUp,
  voiceNotConfigured,
} from "../messages";
import { CONNECTION_LOST, NO_ANSWER, OFFLINE, SESSION_ENDED } from "./offline";

/** For a message that only its server knows. */
export const NO_CALL_SHORT_TEXT = "No call possible";

export const EN_MESSAGES = {
  microphone_denied: [
    "Microphone access is required for voice chat. Please allow microphone permissions and try again.",
    "Allow your microphone",
  ],
  microphone_forbidden: [
    'This website does not let the button use the microphone. Its owner needs to add allow="microphone" to the iframe.',
    "Microphone not allowed",
  ],
  microphone_missing: [
    "No microphone was found. Please connect one and try again.",
    "No microphone found",
  ],
  microphone_busy: [
    "Another app is using the microphone. Please close it and try again.",
    "Microphone in use",
  ],
  page_insecure: [
    "Voice chat needs a secure connection. Please open this website over HTTPS.",
    "Page not secure",
  ],
  browser_too_old: [
    "This browser does not support voice chat. Please update it or try another one.",
    "Browser too old",
  ],
  not_heard: [
    "We can't hear you. Please check that your microphone is on and not muted.",
    "Can't hear you",
  ],
  sound_blocked: ["Your browser blocked the sound. Please press the button again.", "Sound is off"],
  no_sound_output: [
    "No speaker was found. Please connect speakers or headphones and try again.",
    "No speaker",
  ],
  offline: OFFLINE,
  connection_cut: ["The connection was interrupted. Please wait a moment.", "No connection"],
  connection_lost: CONNECTION_LOST,
  no_answer: NO_ANSWER,
  session_ended: SESSION_ENDED,
  call_failed: ["The call could not be started. Please try again.", "Please try again"],

  // From here on the server's codes for a call that it refuses.
  assistant_not_found: [CALL_REFUSALS.assistantNotServed, "Not available now"],
  site_not_allowed: [CALL_REFUSALS.siteNotAllowed, "Not allowed here"],
  page_token_refused: [CALL_REFUSALS.pageOutdated, "Please reload"],
  busy: [CALL_REFUSALS.linesBusy, "All lines busy"],
  too_many_requests: [CALL_REFUSALS.tooManyRequests, "Please wait"],
  voice_platform_failed: [CALL_REFUSALS.voicePlatformFailed, "Please try again"],
} as const satisfies Record<string, Wording>;

export type MessageCode = keyof typeof EN_MESSAGES;

/** What these messages have to name. It travels as data beside their code. */
export type MessageParams = {
  not_configured: { name: string };
  test_limit_reached: { usedMinutes: number };
  free_trial_limit_reached: { usedMinutes: number; limitMinutes: number };
  trial_minutes_used_up: { usedMinutes: number; includedMinutes: number };
  spending_limit_reached: { limitCents: number };
  address_unconfirmed: { email: string };
};
export type ParamCode = keyof MessageParams;

/** All but the first are for owners who test, and exist in English alone. */
export const EN_MESSAGES_WITH_PARAMS: {
  [Code in ParamCode]: (params: MessageParams[Code]) => Wording;
} = {
  not_configured: ({ name }) => [voiceNotConfigured(name), "Voice not configured"],
  test_limit_reached: ({ usedMinutes }) => [testLimitReached(usedMinutes), "Test limit reached"],
  free_trial_limit_reached: ({ usedMinutes, limitMinutes }) => [
    freeTrialLimitReached(usedMinutes, limitMinutes),
    "Trial limit reached",
  ],
  trial_minutes_used_up: ({ usedMinutes, includedMinutes }) => [
    trialMinutesUsedUp(usedMinutes, includedMinutes),
    NO_CALL_SHORT_TEXT,
  ],
  spending_limit_reached: ({ limitCents }) => [
    spendingLimitReached(limitCents),
    NO_CALL_SHORT_TEXT,
  ],
  address_unconfirmed: ({ email }) => [confirmToKeepTesting(email), "Confirm your email"],
};
