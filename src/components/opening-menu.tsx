import clsx from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useEffect, useRef, type ComponentProps, type ReactElement } from "react";
import type { MenuEntry } from "./menu";

type OpeningMenuProps = {
  trigger: ReactElement<ComponentProps<"button">>;
  entries: readonly MenuEntry[];
  outsidePx: number;
  /** The state of the button that this menu replaces. */
  isPressed: boolean;
  isFocused: boolean;
};

/**
 * Not modal, because locking the page's scrolling needs an inline <style>, which our policy forbids. Not
 * in a portal, because it would be outside of every landmark there.
 */
export function OpeningMenu(props: OpeningMenuProps) {
  const { trigger, entries, outsidePx, isPressed, isFocused } = props;
  const button = useRef<HTMLButtonElement>(null);
  // An open menu takes the focus itself, and closes when another element takes it.
  const isFocusLost = useRef(isFocused && !isPressed);

  useEffect(() => {
    if (isFocusLost.current) button.current?.focus();
  }, []);

  return (
    <DropdownMenu.Root modal={false} defaultOpen={isPressed}>
      <DropdownMenu.Trigger asChild ref={button}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        alignOffset={outsidePx}
        sideOffset={4}
        collisionPadding={16}
        className="z-20 min-w-56 rounded-card border border-line bg-raised p-1.5 shadow-soft outline-none"
      >
        {entries.map((entry, index) => (
          <Entry key={index} {...entry} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

const ITEM_CLASS =
  "flex min-h-9 cursor-pointer items-center gap-2 rounded-control px-2.5 font-medium text-ink outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-60 data-highlighted:bg-line/60 pointer-coarse:min-h-11";

function Entry(entry: MenuEntry) {
  switch (entry.kind) {
    case "item": {
      const { label, Icon, disabled = false, isForPhones = false, onSelect } = entry;
      return (
        <DropdownMenu.Item
          className={clsx(ITEM_CLASS, isForPhones && "sm:hidden")}
          disabled={disabled}
          onSelect={onSelect}
        >
          <Icon size={16} strokeWidth={1.75} className="shrink-0 text-faint" aria-hidden />
          {label}
        </DropdownMenu.Item>
      );
    }
    case "choice":
      return <Choice {...entry} />;
    case "text":
      return <p className="truncate px-2.5 py-1.5 text-small text-muted sm:hidden">{entry.text}</p>;
    case "line":
      return (
        <DropdownMenu.Separator
          className={clsx("mx-1 my-1.5 h-px bg-line", entry.isForPhones === true && "sm:hidden")}
        />
      );
  }
}

function Choice(entry: Extract<MenuEntry, { kind: "choice" }>) {
  const { label, value, choices, onChoose, closesMenu = false } = entry;
  return (
    <DropdownMenu.RadioGroup aria-label={label} value={value}>
      <DropdownMenu.Label className="px-2.5 py-1 text-small text-faint">{label}</DropdownMenu.Label>
      {choices.map(({ id, name }) => (
        <DropdownMenu.RadioItem
          key={id}
          value={id}
          className={ITEM_CLASS}
          onSelect={(event) => {
            if (!closesMenu) event.preventDefault();
            onChoose(id);
          }}
        >
          <span className="flex size-4 shrink-0 text-accent-ink">
            <DropdownMenu.ItemIndicator>
              <Check size={16} strokeWidth={1.75} aria-hidden />
            </DropdownMenu.ItemIndicator>
          </span>
          {name}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
