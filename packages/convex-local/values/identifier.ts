const LONGEST = 64;

/** What is wrong with a name in Convex's words, or null: crates/convex/sync_types/src/identifier.rs. */
export function findBadIdentifier(name: string): string | null {
  const [first = ""] = name;
  if (first === "") return "Identifier cannot be empty";
  if (!/[A-Za-z_]/.test(first)) {
    return `Invalid first character '${first}' in ${name}: Identifiers must start with an alphabetic character or underscore`;
  }
  const [wrong] = /[^A-Za-z0-9_]/u.exec(name) ?? [];
  if (wrong !== undefined) {
    return `Identifier ${name} has invalid character '${wrong}': Identifiers can only contain alphanumeric characters or underscores`;
  }
  if (name.length > LONGEST) {
    return `Identifier is too long (${name.length} > maximum ${LONGEST})`;
  }
  return /^_+$/.test(name) ? `Identifier ${name} cannot have exclusively underscores` : null;
}
