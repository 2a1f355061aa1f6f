import { cloneElement, useEffect, useState, type ComponentProps, type ReactElement } from "react";
import type { LucideIcon } from "lucide-react";
import type { OpeningMenu } from "./opening-menu";
import { loadPart } from "../lib/load-part";

export type MenuEntry =
  | {
      kind: "item";
      label: string;
      Icon: LucideIcon;
      disabled?: boolean;
      /** On wider screens the action has its own button instead. */
      isForPhones?: boolean;
      onSelect: () => void;
    }
  | {
      kind: "choice";
      label: string;
      value: string;
      choices: readonly { id: string; name: string }[];
      onChoose: (id: string) => void;
      /** By default the menu stays open, so that the owner sees what the choice does. */
      closesMenu?: boolean;
    }
  /** Only on phones. */
  | { kind: "text"; text: string }
  | { kind: "line"; isForPhones?: boolean };

type MenuProps = {
  /** A button that accepts a ref and any further attributes. */
  trigger: ReactElement<ComponentProps<"button">>;
  entries: readonly MenuEntry[];
  /** How far the button's padding extends beyond the content's edge, in pixels. */
  outsidePx?: number;
};

const load = () => import("./opening-menu");

/** The menu itself is a quarter of the dashboard's script, so it loads later. A press before that opens it once it has loaded. */
export function Menu({ trigger, entries, outsidePx = 0 }: MenuProps) {
  const [Opening, setOpening] = useState<typeof OpeningMenu | null>(null);
  const [isPressed, setIsPressed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);

  useEffect(() => {
    let isUnmounted = false;
    load().then(
      (loaded) => {
        if (!isUnmounted) setOpening(() => loaded.OpeningMenu);
      },
      // Pressing the button loads it again.
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, []);

  function press() {
    setIsPressed(true);
    void loadPart(load, "OpeningMenu").then((loaded) => setOpening(() => loaded));
  }

  if (Opening !== null) {
    return <Opening {...{ trigger, entries, outsidePx, isPressed, isFocused }} />;
  }
  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    // The loaded menu replaces this button, and a click at that moment would be lost.
    onPointerDown: (event) => {
      if (event.button !== 0 || event.ctrlKey) return;
      setIsPressed(true);
      // If the button took the focus back from the open menu, the menu would close.
      event.preventDefault();
    },
    onClick: press,
    onFocus: () => setIsFocused(true),
    onBlur: () => setIsFocused(false),
  });
}
