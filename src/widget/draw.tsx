/** Renders the button of a finished page when the page is built: docs/decisions/0012. */
import { renderToStaticMarkup } from "react-dom/server";
import { WIDGET_ICONS } from "../../convex/shared/looks";
import { ICON_PATHS } from "../components/widget-icon-paths";
import { IDLE } from "./state/call-state";
import { TalkButton } from "./view/talk-button";

const nothing = () => undefined;

/** The markup of the button for each icon. The style sets color and size. */
export function drawFaces(): Record<string, string> {
  const faces = WIDGET_ICONS.map(({ id }) => [
    id,
    renderToStaticMarkup(
      <TalkButton
        iconPath={ICON_PATHS[id]}
        state={IDLE}
        message={null}
        isHostShowing={false}
        onPress={nothing}
        onApproach={nothing}
      />,
    ),
  ]);
  return Object.fromEntries(faces) as Record<string, string>;
}
