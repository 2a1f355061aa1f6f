import { Link } from "react-router-dom";
import { TRIAL_MINUTES_WITHOUT_CARD } from "../../../convex/shared/limits";
import { TRIAL_DAYS } from "../../../convex/shared/plans";
import { AS_NEWCOMER, ROUTES } from "../../lib/routes";
import { buttonClass } from "../../components/button-class";
import { HeroPicture } from "./hero-picture";
import { Invitation } from "./invitation";
import { HERO } from "./texts";

export function Hero() {
  return (
    <section className="mx-auto grid max-w-page items-center gap-12 px-4 py-16 lg:grid-cols-[1.1fr_1fr] lg:py-24">
      <div className="grid justify-items-start gap-6">
        <h1 className="text-hero font-semibold tracking-tight text-balance">{HERO.title}</h1>
        <p className="max-w-form text-lead text-muted">{HERO.text}</p>
        <div className="flex flex-wrap gap-3">
          <Link to={ROUTES.dashboard} state={AS_NEWCOMER} className={buttonClass("primary")}>
            {HERO.start}
          </Link>
          <a href="#how-it-works" className={buttonClass("secondary")}>
            {HERO.seeHow}
          </a>
        </div>
        <div className="text-faint">
          <p>{HERO.trial(TRIAL_DAYS)}</p>
          <p>{HERO.withoutCard(TRIAL_MINUTES_WITHOUT_CARD)}</p>
        </div>
        <Invitation />
      </div>
      <HeroPicture />
    </section>
  );
}
