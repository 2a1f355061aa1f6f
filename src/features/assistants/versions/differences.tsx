import { differences, type VersionContent } from "./version-changes";
import { WordDifference, type Words } from "./word-difference";

type DifferencesProps = {
  then: VersionContent;
  now: VersionContent;
  /** The first part is struck out and the third underlined, like the texts that they explain. */
  legend: readonly [string, string, string, string];
  words?: Words;
};

/** The settings that differ, word by word. Nothing if none does. */
export function Differences({ then, now, legend, words }: DifferencesProps) {
  const different = differences(then, now);
  if (different.length === 0) return null;
  const [struckOut, onlyThen, underlined, onlyNow] = legend;
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        <del>{struckOut}</del>
        {onlyThen}
        <ins>{underlined}</ins>
        {onlyNow}
      </p>
      <dl className="grid gap-4">
        {different.map(({ label, then: before, now: after }) => (
          <div key={label} className="grid gap-1.5">
            <dt className="font-medium">{label}</dt>
            <dd className="rounded-control border border-line bg-canvas p-3 break-words whitespace-pre-wrap">
              <WordDifference
                then={before}
                now={after}
                {...(words === undefined ? {} : { words })}
              />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
