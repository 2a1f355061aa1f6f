import { Tabs as Primitive } from "radix-ui";
import { Children, isValidElement, type ReactElement, type ReactNode } from "react";

type TabProps = { value: string; title: string; children: ReactNode };

type TabsProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: (ReactElement<TabProps> | false)[];
};

/** Every panel stays mounted, so that its fields keep what was typed. */
export function Tabs({ label, value, onChange, children }: TabsProps) {
  const titles = Children.toArray(children).filter((tab) => isValidElement<TabProps>(tab));
  return (
    <Primitive.Root value={value} onValueChange={onChange}>
      <Primitive.List
        aria-label={label}
        className="mb-6 flex overflow-x-auto shadow-[inset_0_-1px_var(--line)]"
      >
        {titles.map(({ props }) => (
          <Primitive.Trigger
            key={props.value}
            value={props.value}
            className="min-h-10 shrink-0 border-b-2 border-transparent px-3 font-medium text-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink pointer-coarse:min-h-11"
          >
            {props.title}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {children}
    </Primitive.Root>
  );
}

export function Tab({ value, children }: TabProps) {
  return (
    <Primitive.Content
      value={value}
      forceMount
      tabIndex={-1}
      className="outline-none data-[state=inactive]:hidden"
    >
      {children}
    </Primitive.Content>
  );
}
