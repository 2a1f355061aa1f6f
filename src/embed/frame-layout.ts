/** Position and size of the button's frame: in the corner, larger while its panel is open, or the whole screen of a phone. */

export const FRAME_PX = 90;
export const MARGIN_PX = 20;
const PANEL_WIDTH_PX = 376;
const PANEL_HEIGHT_PX = 640;
/** The frame's page uses the same. */
const PHONE = "(max-device-width: 480px), (max-device-height: 480px)";

interface Elements {
  holder: HTMLElement;
  bubble: HTMLElement;
}

export function createFrameLayout({ holder, bubble }: Elements, rightPx: number) {
  let isOpen = false;
  // The part of the page above a phone's keyboard.
  const visible = window.visualViewport;
  const layOut = () => {
    const isSheet = isOpen && window.matchMedia(PHONE).matches;
    const corner = `calc(100vw - ${rightPx + MARGIN_PX}px)`;
    // Set one by one, because a page's policy may forbid style attributes. Fixed, so that the page's layout does not change.
    Object.assign(holder.style, {
      all: "initial",
      position: "fixed",
      zIndex: "2147483000",
      ...(isSheet
        ? {
            top: `${visible?.offsetTop ?? 0}px`,
            left: "0",
            width: "100%",
            height: visible === null ? "100%" : `${visible.height}px`,
          }
        : {
            bottom: `${MARGIN_PX}px`,
            right: `${rightPx}px`,
            width: isOpen ? `min(${PANEL_WIDTH_PX}px, ${corner})` : `${FRAME_PX}px`,
            height: isOpen
              ? `min(${PANEL_HEIGHT_PX}px, calc(100vh - ${2 * MARGIN_PX}px))`
              : `${FRAME_PX}px`,
          }),
    });
    // The panel shows the same texts.
    bubble.style.visibility = isOpen ? "hidden" : "visible";
  };
  const follow = () => {
    if (isOpen) layOut();
  };
  visible?.addEventListener("resize", follow);
  visible?.addEventListener("scroll", follow);
  layOut();
  return {
    show(isNowOpen: boolean) {
      isOpen = isNowOpen;
      layOut();
    },
    remove() {
      visible?.removeEventListener("resize", follow);
      visible?.removeEventListener("scroll", follow);
    },
  };
}
