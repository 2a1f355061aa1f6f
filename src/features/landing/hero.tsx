import { Link } from "react-router-dom";
import { TRIAL_DAYS } from "../../../convex/shared/plans";
import { AS_NEWCOMER, ROUTES } from "../../lib/routes";
import { buttonClass } from "../../components/button-class";
import { HeroPicture } from "./hero-picture";
import { Invitation } from "./invitation";

export function Hero() {
  return (
    <section className="mx-auto grid max-w-page items-center gap-12 px-4 py-16 lg:grid-cols-[1.1fr_1fr] lg:py-24">
      <div className="grid justify-items-start gap-6">
        <h1 className="text-hero font-semibold tracking-tight text-balance">
          Let your website pick up the phone
        </h1>
        <p className="max-w-form text-lead text-pretty text-muted">
          Visitors press one button and talk. Your assistant listens, answers from what you told it,
          and works towards the goal you set, day and night.
        </p>
        <div className="flex flex-wrap gap-3">
          <Link to={ROUTES.dashboard} state={AS_NEWCOMER} className={buttonClass("primary")}>
            Start free trial
          </Link>
          <a href="#how-it-works" className={buttonClass("secondary")}>
            See how it works
          </a>
        </div>
        <p className="text-faint">{TRIAL_DAYS}-day trial. No credit card needed.</p>
        <Invitation />
      </div>
      <HeroPicture />
    </section>
  );
}
