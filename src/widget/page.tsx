/** The page that the server has drawn: looked up, painted, and taken over where it stands. */
import { hydrateRoot } from "react-dom/client";
import { must } from "../lib/must";
import type { WidgetAssistant } from "./backend";
import { openHostLink } from "./host-link";
import { Talking } from "./talking";

const root = must(document.getElementById("root"), "the #root element");
const assistant = JSON.parse(must(root.dataset.assistant, "the assistant")) as WidgetAssistant;
// The functions leave it out where a call needs more than a page that they served.
const { proof = null } = root.dataset;
hydrateRoot(
  root,
  <Talking assistant={assistant} setting={{ host: openHostLink(), isTesting: false, proof }} />,
);
