/**
 * Checks parts of our style: no line of Markdown is too wide for a diff, and no replaced word comes back.
 * `lint/plain-english.json` lists these words, each with its replacement and the folders to check. To replace a word in
 * another folder, add the folder to the paths of its scope, or add a scope.
 *
 * A word is found in any form: "call proof" also in `callProofs`, `CALL_PROOF` and `call-proof.ts`. In Markdown only
 * prose is checked: code and links follow the code that they name.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "./project-files.ts";

export interface Settings {
  /** Markdown that still has wide lines. */
  wide: string[];
  scopes: Scope[];
}

export interface Scope {
  /** Files and folders to check. */
  paths: string[];
  /** Files and folders below these that are not checked yet. */
  except?: string[];
  /** Each replaced word, and its replacement. */
  words: Record<string, string>;
}

const ROOT = path.resolve(import.meta.dirname, "..");
const SETTINGS = path.join(import.meta.dirname, "plain-english.json");
const MAX_WIDTH = 250;

/** `file:line: what is wrong`, for each fault in the project. */
export function faultsOfProject(root = ROOT, { wide, scopes } = readSettings()): string[] {
  return filesBelow(root).flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    const isNarrow = file.endsWith(".md") && !isBelow(wide, file);
    const faults = [
      ...(isNarrow ? wideLines(text) : []),
      ...scopes
        .filter(({ paths, except = [] }) => isBelow(paths, file) && !isBelow(except, file))
        .flatMap(({ words }) => replacedWords(file, text, words)),
    ];
    return faults
      .sort((one, other) => one.line - other.line)
      .map(({ line, fault }) => `${file}:${line}: ${fault}`);
  });
}

interface Fault {
  line: number;
  fault: string;
}

/** Mostly tables, whose rows cannot be wrapped. */
export function wideLines(markdown: string): Fault[] {
  return markdown
    .split("\n")
    .flatMap((text, at) =>
      text.length > MAX_WIDTH
        ? { line: at + 1, fault: `${text.length} characters wide; at most ${MAX_WIDTH}` }
        : [],
    );
}

export function replacedWords(file: string, text: string, words: Record<string, string>): Fault[] {
  const searched = Object.entries(words).map(([word, use]) => ({ word, use, key: spaced(word) }));
  const lines = (file.endsWith(".md") ? proseOf(text) : text).split("\n");
  return lines.flatMap((line, at) => {
    const found = `${spaced(line)} `;
    return searched
      .filter(({ key }) => found.includes(`${key} `) || found.includes(`${key}s `))
      .map(({ word, use }) => ({ line: at + 1, fault: `"${word}": write "${use}"` }));
  });
}

/** In lower case, with a space before each word: " call proof" for `callProof`. */
function spaced(text: string): string {
  const words = text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9']+/);
  return ` ${words.filter((word) => word !== "").join(" ")}`;
}

/** Without code and links; the lines keep their numbers. */
function proseOf(markdown: string): string {
  const emptied = (text: string) => text.replaceAll(/[^\n]+/g, " ");
  return markdown
    .replaceAll(/^ *```.*?^ *```/gms, emptied)
    .replaceAll(/`[^`]+`/g, emptied)
    .replaceAll(/\]\([^)]*\)/g, (target) => `]${emptied(target)}`)
    .replaceAll(/\bhttps?:\S+|\b[\w./-]+\.(md|ts|tsx)\b/g, " ");
}

function isBelow(paths: string[], file: string): boolean {
  return paths.some((one) => file === one || file.startsWith(`${one}/`));
}

export function readSettings(): Settings {
  return JSON.parse(readFileSync(SETTINGS, "utf8")) as Settings;
}

if (process.argv[1] === import.meta.filename) {
  const faults = faultsOfProject();
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
