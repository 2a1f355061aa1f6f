import { useRef } from "react";
import { PLANS } from "../../../convex/shared/plans";
import { Button } from "../../components/button";
import { FeatureList } from "../../components/feature-list";
import { formatPrice } from "../../lib/format-price";
import { must } from "../../lib/must";
import { ContactSalesDialog } from "./contact-sales-dialog";
import { PLANS_SECTION } from "./texts";

const ENTERPRISE = must(
  PLANS.find(({ type }) => type === "ENTERPRISE"),
  "the enterprise plan",
);

export function EnterpriseCard() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [description, ...features] = ENTERPRISE.features;
  return (
    <article
      aria-label={ENTERPRISE.name}
      className="flex flex-col gap-5 rounded-card border border-dashed border-field-line bg-surface p-4 sm:p-6"
    >
      <div className="grid gap-1">
        <h3 className="text-lead font-semibold">{ENTERPRISE.name}</h3>
        <p className="text-pretty text-muted">{description}</p>
      </div>
      <p className="text-muted">
        {PLANS_SECTION.startingAt}{" "}
        <span className="text-title font-semibold text-ink tabular-nums">
          {formatPrice(ENTERPRISE.priceCents)}
        </span>{" "}
        {PLANS_SECTION.perMonth}
      </p>
      <FeatureList features={features} />
      <div className="mt-auto grid">
        <Button aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
          {PLANS_SECTION.contactSales}
        </Button>
      </div>
      <ContactSalesDialog ref={dialog} />
    </article>
  );
}
