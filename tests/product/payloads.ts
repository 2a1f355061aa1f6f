/** Random arguments: almost valid, valid with wrong IDs, and invalid. */
import type { ValidatorJSON } from "convex/values";
import fc from "fast-check";

type Arbitrary = fc.Arbitrary<unknown>;

const TEXT = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom("", " ", "\u0000", "null", "__proto__", "<script>", "'; drop table calls; --"),
  fc.string({ minLength: 10_001, maxLength: 12_000 }),
);
const NUMBER = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, -1, NaN, Infinity, -Infinity, Number.MAX_SAFE_INTEGER, 1e308),
);
const PLAIN = { maxKeys: 4, noNullPrototype: true };
const ANYTHING: Arbitrary = fc.oneof(
  TEXT,
  NUMBER,
  fc.boolean(),
  fc.constant(null),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.array(TEXT, { maxLength: 4 }),
  fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), NUMBER, PLAIN),
);

/** Existing IDs by table, of any owner. */
export type Ids = Record<string, string[]>;

/** Payloads for a function; half of them have the right shape. */
export function payloadsOf(args: ValidatorJSON, ids: Ids): fc.Arbitrary<Record<string, unknown>> {
  const shaped = valuesOf(args, ids) as fc.Arbitrary<Record<string, unknown>>;
  const record = (value: Arbitrary) =>
    fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,12}$/), value, PLAIN);
  const bent = fc.tuple(shaped, record(ANYTHING)).map(([right, wrong]) => ({ ...right, ...wrong }));
  const broken = fc.tuple(shaped, fc.nat(), ANYTHING).map(([right, at, wrong]) => {
    const names = Object.keys(right);
    const name = names[at % Math.max(1, names.length)];
    return name === undefined ? right : { ...right, [name]: wrong };
  });
  return fc.oneof({ weight: 3, arbitrary: shaped }, bent, broken, record(ANYTHING));
}

function valuesOf(validator: ValidatorJSON, ids: Ids): Arbitrary {
  switch (validator.type) {
    case "null":
      return fc.constant(null);
    case "number":
      return NUMBER;
    case "bigint":
      return fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
    case "boolean":
      return fc.boolean();
    case "string":
      return TEXT;
    case "bytes":
      return fc.uint8Array().map((bytes) => bytes.slice().buffer);
    case "any":
      return ANYTHING;
    case "literal":
      return fc.constant(validator.value);
    case "id":
      return fc.oneof(fc.constantFrom("nonsense", ...(ids[validator.tableName] ?? [])), TEXT);
    case "array":
      return fc.array(valuesOf(validator.value, ids), { maxLength: 3 });
    case "record":
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), ANYTHING, PLAIN);
    case "union":
      return fc.oneof(...validator.value.map((member) => valuesOf(member, ids)));
    case "object": {
      const fields = Object.entries(validator.value);
      const required = fields.filter(([, { optional }]) => !optional).map(([name]) => name);
      const values = fields.map(([name, { fieldType }]) => [name, valuesOf(fieldType, ids)]);
      return fc.record(Object.fromEntries(values) as Record<string, Arbitrary>, {
        requiredKeys: required,
        noNullPrototype: true,
      });
    }
    default:
      throw new Error(`No payloads for ${JSON.stringify(validator)}`);
  }
}
