import { useMemo } from "react";
import { COMPARISON } from "./texts";
import { wordDiff, type DiffPart } from "./word-diff";

/** How many unchanged characters are shown around a change. */
const CONTEXT_LENGTH = 120;

/** What screen readers say before a part that only one text has. */
export type Words = Record<Exclude<DiffPart["kind"], "same">, string>;
const OF_VERSIONS: Words = { then: COMPARISON.onlyInVersion, now: COMPARISON.onlyInCurrent };

type WordDifferenceProps = { then: string; now: string; words?: Words };

/** Changes are struck out or underlined, and named for screen readers, so that nobody depends on colour. */
export function WordDifference({ then, now, words = OF_VERSIONS }: WordDifferenceProps) {
  const parts = useMemo(() => wordDiff(then, now), [then, now]);
  return parts.map(({ kind, text }, index) => {
    const key = `${index} ${kind}`;
    if (kind === "same") {
      const ends = { isFirst: index === 0, isLast: index === parts.length - 1 };
      return <span key={key}>{shortened(text, ends)}</span>;
    }
    return <Changed key={key} kind={kind} text={text} words={words} />;
  });
}

type ChangedProps = { kind: Exclude<DiffPart["kind"], "same">; text: string; words: Words };

function Changed({ kind, text, words }: ChangedProps) {
  const shown = text.trimEnd();
  const blanks = text.slice(shown.length);
  return kind === "then" ? (
    <>
      <del className="rounded-sm bg-bad-soft text-bad">
        <span className="sr-only">{words.then}</span>
        {shown}
      </del>
      {blanks === "" ? " " : blanks}
    </>
  ) : (
    <>
      <ins className="rounded-sm bg-good-soft text-good">
        <span className="sr-only">{words.now}</span>
        {shown}
      </ins>
      {blanks}
    </>
  );
}

function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  const [before, after] = [isFirst ? 0 : CONTEXT_LENGTH, isLast ? 0 : CONTEXT_LENGTH];
  if (text.length <= before + after + CONTEXT_LENGTH) return text;
  const head = text.slice(0, before).replace(/\S*$/, "");
  const tail = after === 0 ? "" : text.slice(-after).replace(/^\S*/, "");
  return `${head}… ${tail}`;
}
