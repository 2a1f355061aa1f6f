import { Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { Spinner } from "../components/spinner";
import { NotFoundPage } from "./not-found-page";
import { OwnerArea } from "./owner-area";
import { LandingPage, PrivacyPage, TermsPage } from "./pages";
import { answerPathFor, receiptPathFor, ROUTES } from "../lib/routes";
import { LOADING } from "./texts";
import { useScrollOnNavigation } from "./use-scroll-on-navigation";

export function App() {
  useScrollOnNavigation();
  return (
    <Suspense fallback={<Spinner label={LOADING.page} />}>
      <Routes>
        <Route path={ROUTES.landing} element={<LandingPage />} />
        <Route path={ROUTES.privacy} element={<PrivacyPage />} />
        <Route path={ROUTES.terms} element={<TermsPage />} />
        <Route path={ROUTES.login} element={<OwnerArea area="login" />} />
        <Route path={ROUTES.forgot} element={<OwnerArea area="forgot" />} />
        <Route path={ROUTES.confirm} element={<OwnerArea area="confirm" />} />
        <Route path={answerPathFor(":key")} element={<OwnerArea area="answer" />} />
        <Route path={receiptPathFor(":key")} element={<OwnerArea area="receipt" />} />
        <Route path={`${ROUTES.dashboard}/*`} element={<OwnerArea area="dashboard" />} />
        <Route path={ROUTES.studio} element={<OwnerArea area="studio" />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
