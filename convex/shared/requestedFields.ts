/** What an assistant can ask a visitor to type during a call. Each kind has its keyboard and its check in the page. */
export const FIELD_KINDS = ["email", "phone", "name", "number", "text"] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** In characters. The assistant writes it, and it has to fit beside the field in a narrow panel. */
export const MAX_FIELD_LABEL = 60;
/** In characters. */
export const MAX_FIELD_VALUE = 300;

export const FIELD_PATH = "/conversation/field";

/** A field as the page receives it. */
export interface RequestedField {
  id: string;
  kind: FieldKind;
  label: string;
}
