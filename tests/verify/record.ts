/** The results on the real vendors: each case with the date of its last run. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

export interface CaseResult {
  /** Relative to the project's root. */
  file: string;
  title: string;
  /** As 2026-01-31. */
  date: string;
  result: "passed" | "failed" | "not run";
  why?: string;
}

const RECORD = "verify-report.json";
const REPORT = "verify-report.md";

/** Merges the results into the record in the folder, and rewrites the report. */
export async function record(folder: string, results: readonly CaseResult[]): Promise<void> {
  const all = merge(await readRecord(folder), results);
  await writeFile(path.join(folder, RECORD), `${JSON.stringify(all, null, 2)}\n`);
  await writeFile(path.join(folder, REPORT), reportOf(all));
}

async function readRecord(folder: string): Promise<CaseResult[]> {
  const text = await readFile(path.join(folder, RECORD), "utf8").catch(() => "[]");
  return JSON.parse(text) as CaseResult[];
}

/** Cases that were not run, or could not run, keep their earlier result. */
export function merge(before: readonly CaseResult[], now: readonly CaseResult[]): CaseResult[] {
  const all = new Map(before.map((one) => [keyOf(one), one]));
  for (const one of now) all.set(keyOf(one), one);
  return [...all.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ file, title }: CaseResult): string => `${file}\n${title}`;

/** In the order of the report. A file belongs to the first match. */
const VENDORS: [name: string, files: RegExp][] = [
  ["Stripe", /^tests\/contract\/stripe\//],
  ["Vapi", /^tests\/(contract\/voice\/|verify\/vapi)/],
  ["Turnstile", /^tests\/verify\/turnstile/],
  ["Cal.com", /^tests\/verify\/calcom/],
  ["Messengers", /^tests\/verify\/messengers/],
  ["Hark", /^tests\/verify\//],
  ["Convex", /^tests\/contract\//],
];

function vendorOf(file: string): string {
  return VENDORS.find(([, files]) => files.test(file))?.[0] ?? "Other";
}

export function reportOf(results: readonly CaseResult[]): string {
  const parts = VENDORS.map(([name]) => name)
    .sort()
    .map((name): [string, CaseResult[]] => [
      name,
      results.filter(({ file }) => vendorOf(file) === name),
    ])
    .filter(([, own]) => own.length > 0)
    .map(([name, own]) => `## ${name}\n\n${countLine(own)}\n\n${tableOf(own)}`);
  return `${[HEAD, ...parts].join("\n\n")}\n`;
}

const HEAD = `# Tried on the real ones

Written by \`npm run verify\` ([docs/verify.md](docs/verify.md)), with the date of each case's last run. The codes are
those of [docs/fidelity.md](docs/fidelity.md).`;

function countLine(results: readonly CaseResult[]): string {
  const count = (wanted: CaseResult["result"]) =>
    results.filter(({ result }) => result === wanted).length;
  return `${count("passed")} passed, ${count("failed")} failed, ${count("not run")} not run.`;
}

function tableOf(results: readonly CaseResult[]): string {
  const rows = results
    .flatMap((one) => codesOf(one.title).map((code): [string, CaseResult] => [code, one]))
    .sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(
      ([code, { title, date, result, why = "" }]) =>
        `| ${code} | ${cell(withoutCodes(title))} | ${date} | ${result} | ${cell(why)} |`,
    );
  return ["| code | case | date | result | why |", "| --- | --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}

/** A title names one code or several: "[Q3, Q5] …" or "[R7] [K7] …". */
export function codesOf(title: string): string[] {
  const codes = [...title.matchAll(CODES)].flatMap(([, list = ""]) => list.split(/,\s*/));
  return codes.length === 0 ? [""] : codes;
}

const CODES = /\[([A-Z]+\d+[a-z]?(?:,\s*[A-Z]+\d+[a-z]?)*)\]/g;

function withoutCodes(title: string): string {
  return title.replace(CODES, "").trim();
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
