import { types } from "node:util";
import type { AnyFunction } from "./realm-script.ts";

const METHODS = [
  "decrypt",
  "digest",
  "encrypt",
  "importKey",
  "sign",
  "unwrapKey",
  "verify",
] as const;

/** Node's `crypto.subtle` refuses an ArrayBuffer of another realm, and accepts a view of one. */
export const SUBTLE_METHODS = METHODS.map((name): readonly [AnyFunction, AnyFunction] => {
  const ours = Reflect.get(SubtleCrypto.prototype, name) as AnyFunction;
  return [
    ours,
    function (this: unknown, ...args: unknown[]): unknown {
      const given = args.map((arg) => (types.isArrayBuffer(arg) ? new Uint8Array(arg) : arg));
      return Reflect.apply(ours, this, given);
    },
  ];
});
