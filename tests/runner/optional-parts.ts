/** The optional programs that some tests need, and how to install them. */
import { isRecognizerMissing, WHAT_IS_MISSING } from "@hark/vapi-stand-in/hearing/test-recognizer";
import { ENGINES } from "../engines/engines.ts";
import { whyNoNamespaces } from "../machines/restricted-machine.ts";

/** One line for each that is missing on this machine. */
export function missingParts(): string[] {
  const noNamespaces = whyNoNamespaces();
  return [
    ...(isRecognizerMissing ? [`${WHAT_IS_MISSING}: npm install --include=optional`] : []),
    ...ENGINES.filter(({ isHere }) => !isHere).map(
      ({ name, howToGet }) => `${name} is not installed: ${howToGet}`,
    ),
    ...(noNamespaces === null
      ? []
      : [
          `tests/machines needs Linux's namespaces, and ${noNamespaces}: run it as root, with iproute2`,
        ]),
  ];
}
