import clsx from "clsx";
import { Check } from "lucide-react";

type FeatureListProps = { features: readonly string[]; className?: string };

export function FeatureList({ features, className = "gap-2" }: FeatureListProps) {
  return (
    <ul className={clsx("grid", className)}>
      {features.map((feature) => (
        <li key={feature} className="flex gap-2">
          <Check size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-good" aria-hidden />
          {feature}
        </li>
      ))}
    </ul>
  );
}
