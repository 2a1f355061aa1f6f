import { Link } from "react-router-dom";
import { ROUTES } from "../../lib/routes";
import { Logo } from "../../components/logo";

export function LegalHeader() {
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex h-16 max-w-page items-center px-4">
        <Link to={ROUTES.landing} className="flex rounded-control">
          <Logo />
        </Link>
      </div>
    </header>
  );
}
