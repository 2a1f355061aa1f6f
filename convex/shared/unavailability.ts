/** Why visitors cannot reach an assistant, and what its owner wants them to find then. */

export const CHOICES = ["message", "words", "nothing"] as const;
export type Choice = (typeof CHOICES)[number];

/**
 * One entry for each case: what the owner can choose, and the default. The page learns that all lines are taken only after a
 * press, so the button cannot be hidden then. It is always hidden while an assistant is not live, unless it takes messages.
 */
export const UNAVAILABILITY = {
  closed: { choices: ["message", "words", "nothing"], default: "message" },
  busy: { choices: ["message", "words"], default: "message" },
  noMinutes: { choices: ["message", "words", "nothing"], default: "message" },
  notLive: { choices: ["message", "words"], default: "words" },
} as const satisfies Record<string, { choices: readonly Choice[]; default: Choice }>;

export type UnavailableCase = keyof typeof UNAVAILABILITY;
export type ChoiceFor<Case extends UnavailableCase> =
  (typeof UNAVAILABILITY)[Case]["choices"][number];
export type WhenUnavailable = { [Case in UnavailableCase]: ChoiceFor<Case> };

export const UNAVAILABLE_CASES = Object.keys(UNAVAILABILITY) as UnavailableCase[];

export const DEFAULT_WHEN_UNAVAILABLE: WhenUnavailable = {
  closed: UNAVAILABILITY.closed.default,
  busy: UNAVAILABILITY.busy.default,
  noMinutes: UNAVAILABILITY.noMinutes.default,
  notLive: UNAVAILABILITY.notLive.default,
};

/** Of an assistant that has not chosen, the default. */
export function choiceFor(
  { whenUnavailable = DEFAULT_WHEN_UNAVAILABLE }: { whenUnavailable?: WhenUnavailable },
  unavailableCase: UnavailableCase,
): Choice {
  return whenUnavailable[unavailableCase];
}
