import { Card } from "../../../components/card";
import { AllowedSites } from "../editor/allowed-sites";
import { SignedCalls } from "../editor/signed-calls";
import { EmbedCode } from "../embed/embed-code";
import type { SectionProps } from "./section-content";
import { SectionForm } from "./section-form";
import { SITES } from "./texts";

export function SitesSection(props: SectionProps) {
  const { assistant, draft } = props;
  const { values, change } = draft;
  const seen = assistant.seenSites?.map(({ site }) => site) ?? [];
  return (
    <div className="grid gap-6">
      <Card title={SITES.code} subtitle={assistant.published ? undefined : SITES.draft}>
        <EmbedCode assistant={assistant} />
      </Card>
      <SectionForm {...props} title={SITES.allowed}>
        <AllowedSites
          value={values.allowedSites}
          seen={seen}
          onChange={(allowedSites) => change({ allowedSites })}
        />
      </SectionForm>
      <SignedCalls assistant={assistant} />
    </div>
  );
}
