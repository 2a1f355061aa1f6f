/** What comes from elsewhere is looked at before it is believed. */
export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** None where it is nothing that has any. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}
