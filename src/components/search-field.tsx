import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { MAX_SEARCH_LENGTH } from "../../convex/shared/limits";
import { Field } from "./field";

/** Long enough to type a word without a search for each letter. */
const TYPING_PAUSE_MS = 300;

type SearchFieldProps = {
  label: string;
  placeholder: string;
  /** The words of the current search. */
  words: string;
  onSearch: (words: string) => void;
};

/** Searches when the typing pauses, or at once with Enter. */
export function SearchField({ label, placeholder, words, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(words);
  const [sent, setSent] = useState(words);
  const [previous, setPrevious] = useState(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  // A search from elsewhere, such as a link or the back button, replaces what was typed.
  if (words !== previous) {
    setPrevious(words);
    if (words !== sent) {
      setSent(words);
      setTyped(words);
    }
  }

  function search(text: string) {
    setSent(text.trim());
    onSearch(text.trim());
  }

  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), TYPING_PAUSE_MS);
  }

  function searchAtOnce({ key }: KeyboardEvent) {
    if (key !== "Enter") return;
    clearTimeout(timer.current);
    search(typed);
  }

  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="search"
          maxLength={MAX_SEARCH_LENGTH}
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={searchAtOnce}
        />
      )}
    </Field>
  );
}
