import { useMemo } from "react";
import { wordDiff, type DiffPart } from "./word-diff";

/** Letters of what did not change that are shown before and after what did. */
const AROUND = 120;

/** Known without colour: by line, and to who does not see it by words. */
export function WordDifference({ then, now }: { then: string; now: string }) {
  const parts = useMemo(() => wordDiff(then, now), [then, now]);
  return parts.map(({ kind, text }, index) => {
    const key = `${index} ${kind}`;
    if (kind === "same") {
      const ends = { isFirst: index === 0, isLast: index === parts.length - 1 };
      return <span key={key}>{shortened(text, ends)}</span>;
    }
    return <Changed key={key} kind={kind} text={text} />;
  });
}

function Changed({ kind, text }: { kind: Exclude<DiffPart["kind"], "same">; text: string }) {
  const words = text.trimEnd();
  const blanks = text.slice(words.length);
  return kind === "then" ? (
    <>
      <del className="rounded-sm bg-bad-soft text-bad">
        <span className="sr-only">Only then: </span>
        {words}
      </del>
      {blanks === "" ? " " : blanks}
    </>
  ) : (
    <>
      <ins className="rounded-sm bg-good-soft text-good">
        <span className="sr-only">Only now: </span>
        {words}
      </ins>
      {blanks}
    </>
  );
}

function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  const [before, after] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  if (text.length <= before + after + AROUND) return text;
  const head = text.slice(0, before).replace(/\S*$/, "");
  const tail = after === 0 ? "" : text.slice(-after).replace(/^\S*/, "");
  return `${head}… ${tail}`;
}
