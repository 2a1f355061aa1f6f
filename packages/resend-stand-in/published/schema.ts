/** The parts of OpenAPI schemas that restrict values, in a short form. */
export interface Schema {
  /** The name of a type. */
  ref?: string;
  oneOf?: Schema[];
  /** Several if null is allowed. */
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  /** The schema of properties that are not listed. */
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
  response?: Schema;
}

export interface PublishedDocument {
  source: string;
  commit: string;
  /** `POST /emails`. Operations that the stand-in lacks have only their name. */
  operations: Record<string, Operation>;
  types: Record<string, Schema>;
}
