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
      /** Where there is more room it has a button of its own. */
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
  /** A button; it has to take a ref and whatever further attributes it is given. */
  trigger: ReactElement<ComponentProps<"button">>;
  entries: readonly MenuEntry[];
};

const load = () => import("./opening-menu");

/** What opens is a quarter of a dashboard's script, and comes after it; who presses before is heard. */
export function Menu({ trigger, entries }: MenuProps) {
  const [Opening, setOpening] = useState<typeof OpeningMenu | null>(null);
  const [isPressed, setIsPressed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);

  useEffect(() => {
    let isGone = false;
    load().then(
      (loaded) => {
        if (!isGone) setOpening(() => loaded.OpeningMenu);
      },
      // Whoever presses the button has it loaded again.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);

  function press() {
    setIsPressed(true);
    void loadPart(load, "OpeningMenu").then((loaded) => setOpening(() => loaded));
  }

  if (Opening !== null) {
    return (
      <Opening trigger={trigger} entries={entries} isPressed={isPressed} isFocused={isFocused} />
    );
  }
  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    // What opens takes the place of this button, and the click would be lost if it came between these two.
    onPointerDown: (event) => {
      if (event.button !== 0 || event.ctrlKey) return;
      setIsPressed(true);
      // Nor may the button take the focus after what opens has: that would close it.
      event.preventDefault();
    },
    onClick: press,
    onFocus: () => setIsFocused(true),
    onBlur: () => setIsFocused(false),
  });
}
