/** What Stripe's published types say of a value, reduced to names, kinds and values. */
export type Shape =
  | { kind: "text" | "number" | "boolean" | "decimal" | "null" | "anything" }
  | { kind: "literal"; value: string | number | boolean }
  | { kind: "list"; of: Shape }
  | { kind: "map"; of: Shape }
  | { kind: "object"; fields: Record<string, Field> }
  | { kind: "either"; of: Shape[] }
  | { kind: "named"; name: string };

export interface Field {
  shape: Shape;
  isOptional: boolean;
}

export type ObjectShape = Extract<Shape, { kind: "object" }>;

/** One call of the API. */
export interface PublishedCall {
  method: string;
  /** Ids are parameters, such as `:id`. */
  path: string;
  request: Shape;
  answer: Shape;
}

export interface Published {
  calls: PublishedCall[];
  /** By their types. */
  events: Record<string, Shape>;
  /** By name, what other shapes refer to. */
  shapes: Record<string, Shape>;
  /** What a refusal says under `error`. */
  error: Shape;
  /** What an error may be called. */
  errorCodes: string[];
}
