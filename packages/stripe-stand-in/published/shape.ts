/** Stripe's published types, reduced to names, kinds and values. */
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

/** A call of the API. */
export interface PublishedCall {
  method: string;
  /** Ids are parameters, such as `:id`. */
  path: string;
  request: Shape;
  response: Shape;
}

export interface Published {
  calls: PublishedCall[];
  /** By event type. */
  events: Record<string, Shape>;
  /** By name: the shapes that other shapes refer to. */
  shapes: Record<string, Shape>;
  /** The `error` object of an error response. */
  error: Shape;
  /** The published error codes. */
  errorCodes: string[];
}
