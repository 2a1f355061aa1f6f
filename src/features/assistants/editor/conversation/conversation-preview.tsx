import type { Talk } from "../../../../../convex/catalog/talk";

type TalkPreviewProps = {
  talk: Talk;
  ready: { language: string; greeting: string; question: string; closed: string };
};

/** What visitors hear and read, as it stands in the form. */
export function TalkPreview({ talk, ready }: TalkPreviewProps) {
  const { asksAfterSeconds, visitorSpeaksFirst, openingHours } = talk;
  const lines = [
    ["First", visitorSpeaksFirst ? null : (talk.greeting ?? ready.greeting)],
    [
      `After ${asksAfterSeconds ?? 0} seconds of silence`,
      asksAfterSeconds === null ? null : (talk.silenceQuestion ?? ready.question),
    ],
    ["When it is closed", openingHours === null ? null : (talk.closedWords ?? ready.closed)],
  ] as const;
  const said = lines.filter(([, text]) => text !== null);
  if (said.length === 0) return null;
  return (
    <figure className="grid gap-1.5">
      <figcaption className="font-medium">Live preview</figcaption>
      <dl className="grid gap-3 rounded-card border border-line p-4">
        {said.map(([when, text]) => (
          <div key={when} className="grid gap-1">
            <dt className="text-small text-faint">{when}</dt>
            <dd
              lang={ready.language}
              className="w-fit rounded-card bg-canvas px-3 py-2 break-words"
            >
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
