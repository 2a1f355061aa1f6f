/** The parts of OpenAPI's schemas that say what is allowed, in short form. */
export interface Schema {
  /** The name of a type. */
  ref?: string;
  oneOf?: Schema[];
  type?: "object" | "array" | "string" | "number" | "integer" | "boolean";
  properties?: Record<string, Schema>;
  required?: string[];
  /** What properties without a name of their own hold. */
  additionalProperties?: Schema;
  items?: Schema;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  nullable?: boolean;
}

export interface Operation {
  query?: Schema;
  body?: Schema;
  isForm?: boolean;
  /** By status. Redirects and refusals have no published bodies. */
  answers?: Record<string, Schema>;
}

export interface PublishedDocument {
  source: string;
  date: string;
  /** `POST /assistant/{id}`; those of resources that the stand-in does not have by name alone. */
  operations: Record<string, Operation>;
  types: Record<string, Schema>;
}
