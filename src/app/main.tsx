import "./styles.css";
import "../lib/going-back";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { ErrorBoundary } from "../components/error-boundary";
import { must } from "../lib/must";
import { App } from "./app";
import { ErrorPage } from "./error-page";

createRoot(must(document.getElementById("root"), "the #root element")).render(
  <StrictMode>
    <ErrorBoundary fallback={({ error }) => <ErrorPage error={error} />}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </ErrorBoundary>
  </StrictMode>,
);
