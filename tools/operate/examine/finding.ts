import type { Check } from "../../../convex/shared/deploymentChecks.ts";

/** The result of one check. */
export interface Finding extends Check {
  topic:
    | "variables"
    | "sessions"
    | "stripe"
    | "voice"
    | "mail"
    | "turnstile"
    | "callers"
    | "services"
    | "app"
    | "versions"
    | "clocks"
    | "plans"
    | "work"
    | "smoke"
    | "release";
}

/** Creates findings on one topic. */
export function findingsOn(topic: Finding["topic"]) {
  return {
    ok: (code: string, message: string): Finding => ({ topic, verdict: "ok", code, message }),
    fault: (code: string, message: string, fix: string): Finding => ({
      topic,
      verdict: "fault",
      code,
      message,
      fix,
    }),
    unknown: (code: string, message: string, fix: string): Finding => ({
      topic,
      verdict: "unknown",
      code,
      message,
      fix,
    }),
  };
}

/** The error message in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

export function formatFindings(findings: readonly Finding[]): string {
  const WORDS = { ok: "ok     ", fault: "FAULT  ", unknown: "?      " };
  return findings
    .flatMap(({ verdict, topic, message, fix }) => [
      `${WORDS[verdict]}${topic.padEnd(11)}${message}`,
      ...(fix === undefined ? [] : [`${" ".repeat(18)}-> ${fix}`]),
    ])
    .join("\n");
}

/** Adds `--env-file` to commands, which otherwise use the deployment in `.env.local` that `npm start` wrote. */
export function withEnvFile(findings: Finding[], envFile: string | null): Finding[] {
  if (envFile === null) return findings;
  return findings.map(({ fix, ...finding }) => {
    if (fix === undefined) return finding;
    const named = fix
      .replaceAll(/npx convex (run|env \w+)/g, `$& --env-file ${envFile}`)
      .replaceAll(/npm run deploy( --(?= --))?/g, `npm run deploy -- --env-file ${envFile}`);
    return { ...finding, fix: named };
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
  const result = faults === 0 ? "No fault found" : faults === 1 ? "1 fault" : `${faults} faults`;
  return `${result}; ${count("ok")} checks passed${unknown === 0 ? "" : `, ${unknown} need your attention`}.`;
}
