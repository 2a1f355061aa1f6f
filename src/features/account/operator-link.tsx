import { useQuery } from "convex/react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { TEXT_LINK_CLASS } from "../../components/text-link-class";
import { ROUTES } from "../../lib/routes";
import { ACCOUNT } from "./texts";

/** Only operators see it. It is here rather than in the menu, which every page loads. */
export function OperatorLink() {
  const owner = useQuery(api.auth.loggedInUser);
  if (owner?.isOperator !== true) return null;
  return (
    <Link to={ROUTES.operator} className={TEXT_LINK_CLASS}>
      {ACCOUNT.operator}
    </Link>
  );
}
