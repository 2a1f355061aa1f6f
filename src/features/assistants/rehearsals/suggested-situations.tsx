import { Button } from "../../../components/button";
import { REHEARSALS, SUGGESTED } from "./texts";

type SuggestedSituationsProps = {
  situations: string[];
  onUse: (situation: string) => void;
  onClose: () => void;
};

/** The platform suggests what to ask, and the owner decides what is right. */
export function SuggestedSituations({ situations, onUse, onClose }: SuggestedSituationsProps) {
  return (
    <section
      aria-label={SUGGESTED.title}
      className="grid gap-3 rounded-control border border-line p-3"
    >
      <h3 className="font-medium">{SUGGESTED.title}</h3>
      <p className="text-muted">{situations.length === 0 ? SUGGESTED.none : SUGGESTED.intro}</p>
      <ul className="grid gap-3">
        {situations.map((situation) => (
          <li key={situation} className="flex flex-wrap items-start justify-between gap-3">
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere" dir="auto">
              {situation}
            </span>
            <Button
              aria-label={REHEARSALS.labelFor(SUGGESTED.use, situation)}
              onClick={() => onUse(situation)}
            >
              {SUGGESTED.use}
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" className="justify-self-start" onClick={onClose}>
        {SUGGESTED.close}
      </Button>
    </section>
  );
}
