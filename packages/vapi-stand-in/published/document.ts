/** The vendor's document, as `reduce.ts` left it. */
import { readFileSync } from "node:fs";
import { must } from "@hark/stand-in-kit/must";
import type { Operation, PublishedDocument } from "./schema.ts";

const REDUCED = new URL("vapi.json", import.meta.url);

export const { operations, types } = JSON.parse(readFileSync(REDUCED, "utf8")) as PublishedDocument;

/** Null for a path that the vendor does not have. */
export function operationFor(method: string, pathname: string): Operation | null {
  const name = Object.keys(operations).find((candidate) => {
    const [verb, path] = candidate.split(" ");
    return verb === method && fits(must(path, "path"), pathname);
  });
  return name === undefined ? null : must(operations[name], name);
}

function fits(pattern: string, pathname: string): boolean {
  const [wanted, given] = [pattern.split("/"), pathname.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith("{") ? given[at] !== "" : part === given[at]))
  );
}
