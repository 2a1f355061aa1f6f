import { CORE, SCRIPT } from "./core.ts";
import { JSX_A11Y } from "./jsx-a11y.ts";
import type { Faults } from "./kinds.ts";
import { MISPLACED } from "./places.ts";
import { REACT } from "./react.ts";
import { TYPES } from "./types.ts";

export interface Fault {
  rule: string;
  file: string;
  code: string;
}

/** Every fault with the file in which it stands. */
export const FAULTS: Fault[] = [
  ...files("local", "ts", { ...CORE, ...TYPES }),
  ...files("lint", "js", SCRIPT),
  ...files("src", "tsx", { ...REACT, ...JSX_A11Y }),
  ...MISPLACED,
];

function files(folder: string, extension: string, faults: Faults): Fault[] {
  return Object.entries(faults).flatMap(([rule, kinds]) =>
    kinds.map((code, index) => ({
      rule,
      file: `${folder}/planted/${rule.replace("/", "-")}-${index}.${extension}`,
      code,
    })),
  );
}
