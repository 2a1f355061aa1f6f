import { useState } from "react";
import { MAX_RATING_LENGTH } from "../../../convex/shared/limits";
import type { TalkTexts } from "./languages/en";

export type RatingProps = {
  texts: TalkTexts;
  /** False if it could not be saved. */
  onRate: (rating: { isGood: boolean; words: string }) => Promise<boolean>;
  onDone: () => void;
};

/** Asks whether the conversation helped, and then why. */
export function Rating({ texts, onRate, onDone }: RatingProps) {
  const [isGood, setIsGood] = useState<boolean | null>(null);
  const [words, setWords] = useState("");
  const [hasFailed, setHasFailed] = useState(false);

  async function rate(value: boolean): Promise<void> {
    const isSaved = await onRate({ isGood: value, words: "" });
    setHasFailed(!isSaved);
    if (isSaved) setIsGood(value);
  }

  async function send(value: boolean): Promise<void> {
    const isSaved = words.trim() === "" || (await onRate({ isGood: value, words: words.trim() }));
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
