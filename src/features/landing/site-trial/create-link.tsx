import { buttonClass } from "../../../components/button-class";
import { ROUTES } from "../../../lib/routes";
import { rememberWebsite } from "../../../lib/website-to-begin-with";

type CreateLinkProps = { address: string; label: string };

/**
 * Leads to the sign-up, and from there to the form of a new assistant with this website. It loads a page of its own, because
 * this one may have a script of Turnstile.
 */
export function CreateLink({ address, label }: CreateLinkProps) {
  return (
    <a
      href={ROUTES.dashboard}
      className={buttonClass("secondary")}
      onClick={() => rememberWebsite(address)}
    >
      {label}
    </a>
  );
}
