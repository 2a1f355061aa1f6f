import { Check, type LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

type MenuProps = {
  /** A button; it has to take a ref and whatever further attributes it is given. */
  trigger: ReactElement;
  children: ReactNode;
};

/**
 * Not modal: locking the page's scrolling needs an inline <style>, which our policy forbids. Not
 * moved to the end of the page either: there it would be outside of every landmark.
 */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={16}
        className="z-20 min-w-56 rounded-card border border-line bg-raised p-1.5 shadow-soft outline-none"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

const ITEM_CLASS =
  "flex min-h-9 cursor-pointer items-center gap-2 rounded-control px-2.5 font-medium text-ink outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-60 data-highlighted:bg-line/60 pointer-coarse:min-h-11";

type MenuItemProps = {
  Icon: LucideIcon;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem({ Icon, children, ...props }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={ITEM_CLASS} {...props}>
      <Icon size={16} strokeWidth={1.75} className="shrink-0 text-faint" aria-hidden />
      {children}
    </DropdownMenu.Item>
  );
}

type MenuChoiceProps<Id extends string> = {
  label: string;
  value: Id;
  choices: readonly { id: Id; name: string }[];
  onChoose: (id: Id) => void;
};

export function MenuChoice<Id extends string>(props: MenuChoiceProps<Id>) {
  const { label, value, choices, onChoose } = props;
  return (
    <DropdownMenu.RadioGroup aria-label={label} value={value}>
      <DropdownMenu.Label className="px-2.5 py-1 text-small text-faint">{label}</DropdownMenu.Label>
      {choices.map(({ id, name }) => (
        <DropdownMenu.RadioItem
          key={id}
          value={id}
          className={ITEM_CLASS}
          onSelect={(event) => {
            // The menu stays, so that the owner sees what the choice does.
            event.preventDefault();
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

export function MenuLine() {
  return <DropdownMenu.Separator className="mx-1 my-1.5 h-px bg-line" />;
}
