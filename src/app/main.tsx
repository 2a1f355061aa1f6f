import "./styles.css";
import "../lib/going-back";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { must } from "../lib/must";
import { App } from "./app";
import { watchLinks } from "./prefetch";
import { RouteBoundary } from "./route-boundary";

watchLinks();
createRoot(must(document.getElementById("root"), "the #root element")).render(
  <StrictMode>
    <RouteBoundary>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </RouteBoundary>
  </StrictMode>,
);
