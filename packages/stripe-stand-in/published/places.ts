/** Finds the published shape of a parameter or property. */
import { choicesOf, objectsOf } from "./published.ts";
import type { Shape } from "./shape.ts";

/**
 * The shapes that a parameter may have, by the name in the form: `items[0][price]`. Null if there is no such parameter.
 */
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

/** Whether this property of a response is an id that can be expanded, or a list that can be included. */
export function isExpandable(response: Shape, path: string): boolean {
  const steps = path.split(".");
  let shapes: Shape[] = [response];
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
