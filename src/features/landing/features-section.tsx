import { AudioWaveform, BookOpen, Brush, ChartNoAxesColumn, CodeXml, Mic } from "lucide-react";
import { SectionHeading } from "./section-heading";
import { FEATURES } from "./texts";

const ITEMS = [
  { Icon: Mic, ...FEATURES.spoken },
  { Icon: AudioWaveform, ...FEATURES.voices },
  { Icon: BookOpen, ...FEATURES.knowledge },
  { Icon: Brush, ...FEATURES.look },
  { Icon: CodeXml, ...FEATURES.snippet },
  { Icon: ChartNoAxesColumn, ...FEATURES.calls },
];

export function FeaturesSection() {
  return (
    <section
      id="features"
      aria-labelledby="features-title"
      className="border-y border-line bg-surface"
    >
      <div className="mx-auto grid max-w-page gap-12 px-4 py-16 lg:py-24">
        <SectionHeading id="features" title={FEATURES.title} intro={FEATURES.intro} />
        <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {ITEMS.map(({ Icon, title, text }) => (
            <li key={title} className="grid content-start gap-2">
              <Icon size={20} strokeWidth={1.75} className="text-faint" aria-hidden />
              <h3 className="text-lead font-semibold">{title}</h3>
              <p className="text-lead text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
