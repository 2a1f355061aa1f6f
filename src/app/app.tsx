import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { Spinner } from "../components/spinner";
import { LandingPage } from "../features/landing/landing-page";
import { NotFoundPage } from "./not-found-page";
import { ROUTES } from "./routes";
import { useScrollOnNavigation } from "./use-scroll-on-navigation";

// Everything that needs the backend is one chunk, so that the landing page loads none of it.
const OwnerApp = lazy(async () => ({ default: (await import("./owner-app")).OwnerApp }));
const PrivacyPage = lazy(async () => ({
  default: (await import("../features/landing/privacy-page")).PrivacyPage,
}));
const TermsPage = lazy(async () => ({
  default: (await import("../features/landing/terms-page")).TermsPage,
}));

export function App() {
  useScrollOnNavigation();
  return (
    <Suspense fallback={<Spinner label="Loading" />}>
      <Routes>
        <Route path={ROUTES.landing} element={<LandingPage />} />
        <Route path={ROUTES.privacy} element={<PrivacyPage />} />
        <Route path={ROUTES.terms} element={<TermsPage />} />
        <Route path={ROUTES.login} element={<OwnerApp area="login" />} />
        <Route path={`${ROUTES.dashboard}/*`} element={<OwnerApp area="dashboard" />} />
        <Route path={ROUTES.studio} element={<OwnerApp area="studio" />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
