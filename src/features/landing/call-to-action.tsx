import { Link } from "react-router-dom";
import { AS_NEWCOMER, ROUTES } from "../../lib/routes";
import { buttonClass } from "../../components/button-class";
import { CALL_TO_ACTION } from "./texts";

export function CallToAction() {
  return (
    <section
      aria-labelledby="begin-title"
      className="mx-auto grid max-w-page justify-items-center gap-6 px-4 py-16 text-center lg:py-24"
    >
      <h2 id="begin-title" className="text-section font-semibold tracking-tight text-balance">
        {CALL_TO_ACTION.title}
      </h2>
      <Link to={ROUTES.dashboard} state={AS_NEWCOMER} className={buttonClass("primary")}>
        {CALL_TO_ACTION.create}
      </Link>
    </section>
  );
}
