/** Which fields a validator can let through, for what indexes name: crates/common/src/schemas/validator.rs. */
import type { ValidatorJson } from "./validator.ts";

export function canContainField(validator: ValidatorJson, fieldPath: string): boolean {
  // System fields are there whatever the validator says.
  if (/^_[^.]*$/.test(fieldPath)) return true;
  return validatorsAt(validator, fieldPath.split(".")).length > 0;
}

/** All that may stand at the path: one for each member of the unions on the way. */
function validatorsAt(validator: ValidatorJson, path: readonly string[]): ValidatorJson[] {
  if (validator.type === "union") {
    return validator.value.flatMap((member) => validatorsAt(member, path));
  }
  const [first, ...rest] = path;
  if (first === undefined || validator.type === "any") return [validator];
  if (validator.type !== "object") return [];
  const field = validator.value[first];
  return field === undefined ? [] : validatorsAt(field.fieldType, rest);
}
