/** The page that the server has drawn: looked up, painted, and taken over where it stands. */
import { hydrateRoot } from "react-dom/client";
import { must } from "../lib/must";
import type { WidgetAssistant } from "./backend";
import { openHostLink } from "./host-link";
import { Talking } from "./talking";
import type { ButtonSetting } from "./use-talk";

const root = must(document.getElementById("root"), "the #root element");
const assistant = JSON.parse(must(root.dataset.assistant, "the assistant")) as WidgetAssistant;
const setting: ButtonSetting = {
  host: openHostLink(),
  isTesting: false,
  isUnseen: "unseen" in root.dataset,
};
hydrateRoot(root, <Talking assistant={assistant} setting={setting} />);
