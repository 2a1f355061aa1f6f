import { AudioWaveform, BookOpen, Brush, ChartNoAxesColumn, CodeXml, Mic } from "lucide-react";
import { SectionHeading } from "./section-heading";

const FEATURES = [
  {
    Icon: Mic,
    title: "Spoken, not typed",
    text: "A real conversation in the browser: no app, no phone number, no waiting line.",
  },
  {
    Icon: AudioWaveform,
    title: "Eight voices",
    text: "Hear each one before you choose. Change your mind whenever you like.",
  },
  {
    Icon: BookOpen,
    title: "Answers from your own words",
    text: "Write a prompt and a goal, and add a file with what your team knows by heart.",
  },
  {
    Icon: Brush,
    title: "Looks like your site",
    text: "Pick the colour, the icon and the size of the button that visitors press.",
  },
  {
    Icon: CodeXml,
    title: "One snippet",
    text: "Copy, paste, done. It works on every website that takes a line of HTML.",
  },
  {
    Icon: ChartNoAxesColumn,
    title: "Every call on record",
    text: "Read the transcript, hear the recording and see what each minute costs.",
  },
];

export function FeaturesSection() {
  return (
    <section
      id="features"
      aria-labelledby="features-title"
      className="border-y border-line bg-surface"
    >
      <div className="mx-auto grid max-w-page gap-12 px-4 py-16 lg:py-24">
        <SectionHeading
          id="features"
          title="Features"
          intro="What a good receptionist does, on every page of your website."
        />
        <ul className="grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map(({ Icon, title, text }) => (
            <li key={title} className="grid content-start gap-2">
              <Icon size={20} strokeWidth={1.75} className="text-faint" aria-hidden />
              <h3 className="text-lead font-semibold">{title}</h3>
              <p className="text-lead text-pretty text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
