import "./styles.css";
import "../lib/going-back";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { must } from "../lib/must";
import { App } from "./app";
import { watchLinks } from "./prefetch";
import { RouteBoundary } from "./route-boundary";

watchLinks();
const container = must(document.getElementById("root"), "the #root element");
const app = (
  <StrictMode>
    <RouteBoundary>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </RouteBoundary>
  </StrictMode>
);
// Hydrates a prerendered page, unless the host serves it at an address that it was not rendered for.
if (container.dataset.drawn === location.pathname) hydrateRoot(container, app);
else createRoot(container).render(app);
