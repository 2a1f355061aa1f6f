import { type ReactNode, useId } from "react";
import { Badge } from "../../components/badge";

type SwitchedSettingProps = {
  texts: { title: string; on: string; off: string; onText: string; offText: string };
  isOn: boolean;
  children: ReactNode;
};

/** A setting that takes effect at once, apart from the form, and whether it is on. */
export function SwitchedSetting({ texts, isOn, children }: SwitchedSettingProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-3 rounded-card border border-line bg-surface p-4 shadow-soft sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={titleId} className="text-lead font-semibold">
          {texts.title}
        </h2>
        <Badge tone={isOn ? "good" : "neutral"}>{isOn ? texts.on : texts.off}</Badge>
      </div>
      <p className="text-small text-faint">{isOn ? texts.onText : texts.offText}</p>
      {children}
    </section>
  );
}
