/** The parts of OpenAPI's schemas that say what is allowed, in short form. */
export interface Schema {
  /** The name of a type. */
  ref?: string;
  oneOf?: Schema[];
  /** Several where null is one of them. */
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  /** What properties without a name of their own hold. */
  additionalProperties?: Schema;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  format?: string;
}

export interface Operation {
  query?: Record<string, Schema>;
  body?: Schema;
  status?: number;
  answer?: Schema;
}

export interface PublishedDocument {
  source: string;
  commit: string;
  /** `POST /emails`; those that the stand-in does not have by name alone. */
  operations: Record<string, Operation>;
  types: Record<string, Schema>;
}
