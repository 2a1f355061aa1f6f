import { useState } from "react";
import { MAX_RATING_LENGTH } from "../../../convex/shared/limits";
import { sendRating } from "../transport/send-rating";
import type { TalkTexts } from "./languages/en";

export type RatingProps = {
  texts: TalkTexts;
  siteUrl: string;
  conversation: { embedId: string; thread: string };
  onDone: () => void;
};

/** Asks whether the conversation helped, and then why. */
export function Rating({ texts, siteUrl, conversation, onDone }: RatingProps) {
  const [isGood, setIsGood] = useState<boolean | null>(null);
  const [words, setWords] = useState("");
  const [hasFailed, setHasFailed] = useState(false);

  const save = (isRatedGood: boolean, why: string) =>
    sendRating(siteUrl, { ...conversation, isGood: isRatedGood, words: why });

  async function rate(value: boolean): Promise<void> {
    const isSaved = await save(value, "");
    setHasFailed(!isSaved);
    if (isSaved) setIsGood(value);
  }

  async function send(value: boolean): Promise<void> {
    const isSaved = words.trim() === "" || (await save(value, words.trim()));
    setHasFailed(!isSaved);
    if (isSaved) onDone();
  }

  const failure = hasFailed && <p role="alert">{texts.notSent}</p>;
  if (isGood === null) {
    return (
      <div className="rating" role="group" aria-label={texts.helpful}>
        <p>{texts.helpful}</p>
        <button type="button" onClick={() => void rate(true)}>
          {texts.yes}
        </button>
        <button type="button" onClick={() => void rate(false)}>
          {texts.no}
        </button>
        {failure}
      </div>
    );
  }
  return (
    <form
      className="rating"
      onSubmit={(event) => {
        event.preventDefault();
        void send(isGood);
      }}
    >
      <p role="status">{texts.thanks}</p>
      <label>
        {texts.tellMore}
        <input
          value={words}
          dir="auto"
          maxLength={MAX_RATING_LENGTH}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </label>
      <button type="submit">{words.trim() === "" ? texts.close : texts.send}</button>
      {failure}
    </form>
  );
}
