import { Check } from "lucide-react";

export function FeatureList({ features }: { features: readonly string[] }) {
  return (
    <ul className="grid gap-2">
      {features.map((feature) => (
        <li key={feature} className="flex gap-2">
          <Check size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-good" aria-hidden />
          {feature}
        </li>
      ))}
    </ul>
  );
}
