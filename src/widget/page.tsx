/** The script of the page that the server renders with its assistant and button. Hydrates the button. */
import { hydrateRoot } from "react-dom/client";
import { must } from "../lib/must";
import { openHostLink } from "./frame/host-link";
import type { WidgetAssistant } from "./state/assistant";
import { AssistantButton } from "./view/assistant-button";
import type { ButtonSetting } from "./view/use-call";

const root = must(document.getElementById("root"), "#root");
const assistant = JSON.parse(must(root.dataset.assistant, "assistant")) as WidgetAssistant;
const setting: ButtonSetting = {
  host: openHostLink(),
  isTesting: false,
  isUnseen: "unseen" in root.dataset,
};
// All icons would be a thirtieth of the page.
const iconPath = must(root.querySelector("path")?.getAttribute("d"), "the icon");
hydrateRoot(root, <AssistantButton {...{ assistant, setting, iconPath }} />);
