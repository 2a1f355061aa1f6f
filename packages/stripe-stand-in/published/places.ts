/** Where in a published shape a parameter or a property lies. */
import { choicesOf, objectsOf } from "./published.ts";
import type { Shape } from "./shape.ts";

/** What a parameter may be, by the name under which it travels: `items[0][price]`. Null: there is none. */
export function parameterShape(request: Shape, name: string): Shape | null {
  const keys = name.split(/[[\]]+/).filter((key) => key !== "");
  let shapes: Shape[] = [request];
  for (const key of keys) {
    shapes = shapes.flatMap(choicesOf).flatMap((shape): Shape[] => {
      if (shape.kind === "object") {
        return Object.hasOwn(shape.fields, key) ? [shape.fields[key]?.shape ?? shape] : [];
      }
      if (shape.kind === "list") return /^\d*$/.test(key) ? [shape.of] : [];
      return shape.kind === "map" ? [shape.of] : [];
    });
  }
  if (shapes.length === 0) return null;
  return { kind: "either", of: shapes };
}

/** Whether this property of an answer is an id that can be replaced, or a list that can be asked for. */
export function isExpandable(answer: Shape, path: string): boolean {
  const steps = path.split(".");
  let shapes: Shape[] = [answer];
  for (const [index, step] of steps.entries()) {
    const fields = shapes
      .flatMap(objectsOf)
      .flatMap((shape) => shape.fields[step] ?? [])
      .map((field) => ({ ...field, choices: choicesOf(field.shape) }));
    if (index === steps.length - 1) {
      return fields.some(({ isOptional, choices }) => {
        const items = choices.flatMap((one) => (one.kind === "list" ? choicesOf(one.of) : [one]));
        const isReference =
          items.some(({ kind }) => kind === "text") && items.some(({ kind }) => kind === "object");
        return isReference || (isOptional && choices.some(({ kind }) => kind === "object"));
      });
    }
    shapes = fields.flatMap(({ choices }) =>
      choices.flatMap((one) => (one.kind === "list" ? [one.of] : [one])),
    );
  }
  return false;
}
