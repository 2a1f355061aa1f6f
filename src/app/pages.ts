/** The pages that load when they are opened. Each is a chunk of its own. */
import { lazyPage } from "./lazy-page";
import { ROUTES } from "../lib/routes";

/** Everything that needs the backend, so that the landing page loads none of it. */
export const OwnerApp = lazyPage(
  () => import("./owner-app"),
  "OwnerApp",
  ROUTES.login,
  ROUTES.forgot,
  ROUTES.dashboard,
);

export const LoginPage = lazyPage(
  () => import("../features/auth/login-page"),
  "LoginPage",
  ROUTES.login,
);

export const LandingPage = lazyPage(
  () => import("../features/landing/landing-page"),
  "LandingPage",
  ROUTES.landing,
);
export const PrivacyPage = lazyPage(
  () => import("../features/landing/privacy-page"),
  "PrivacyPage",
  ROUTES.privacy,
);
export const TermsPage = lazyPage(
  () => import("../features/landing/terms-page"),
  "TermsPage",
  ROUTES.terms,
);
