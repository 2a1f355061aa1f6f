/** What an examination says of one thing. */
export interface Finding {
  /** Stays the same whatever the words become. */
  code: string;
  about:
    | "variables"
    | "sessions"
    | "stripe"
    | "voice"
    | "mail"
    | "turnstile"
    | "callers"
    | "app"
    | "clocks"
    | "plans"
    | "work";
  verdict: "sound" | "fault" | "unknown";
  says: string;
  /** What to do about it. */
  mend?: string;
}

/** The three verdicts on one subject. */
export function findingsAbout(about: Finding["about"]) {
  return {
    sound: (code: string, says: string): Finding => ({ about, verdict: "sound", code, says }),
    fault: (code: string, says: string, mend: string): Finding => ({
      about,
      verdict: "fault",
      code,
      says,
      mend,
    }),
    unknown: (code: string, says: string, mend: string): Finding => ({
      about,
      verdict: "unknown",
      code,
      says,
      mend,
    }),
  };
}

/** What went wrong while something was looked at, in a line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

export function inLines(findings: readonly Finding[]): string {
  const WORDS = { sound: "ok     ", fault: "FAULT  ", unknown: "?      " };
  return findings
    .flatMap(({ verdict, about, says, mend }) => [
      `${WORDS[verdict]}${about.padEnd(11)}${says}`,
      ...(mend === undefined ? [] : [`${" ".repeat(18)}-> ${mend}`]),
    ])
    .join("\n");
}

/** Convex's tools take what `npm start` wrote into `.env.local`, unless they are told which deployment is meant. */
export function namingFile(findings: Finding[], envFile: string | null): Finding[] {
  if (envFile === null) return findings;
  return findings.map(({ mend, ...finding }) => {
    if (mend === undefined) return finding;
    const named = mend
      .replaceAll(/npx convex (run|env \w+)/g, `$& --env-file ${envFile}`)
      .replaceAll("npm run deploy", `$& -- --env-file ${envFile}`);
    return { ...finding, mend: named };
  });
}

export function hasFault(findings: readonly Finding[]): boolean {
  return findings.some(({ verdict }) => verdict === "fault");
}

export function summary(findings: readonly Finding[]): string {
  const count = (verdict: Finding["verdict"]) =>
    findings.filter((finding) => finding.verdict === verdict).length;
  const faults = count("fault");
  const unknown = count("unknown");
  const said = faults === 0 ? "No fault found" : faults === 1 ? "1 fault" : `${faults} faults`;
  return `${said}; ${count("sound")} things are sound${unknown === 0 ? "" : `, ${unknown} could not be looked at`}.`;
}
