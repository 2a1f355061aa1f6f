import type { Faults } from "./kinds.ts";

const raw = String.raw;

/** What goes wrong in the language itself, whatever its types. */
export const CORE: Faults = {
  "for-direction": ["for (let i = 0; i < 9; i--) console.log(i);"],
  "no-array-constructor": ["console.log(new Array(1, 2));", "console.log(Array());"],
  "no-async-promise-executor": ["await new Promise(async (done) => { await null; done(1); });"],
  "no-case-declarations": [
    "switch (process.pid) { case 1: const one = 1; console.log(one); break; default: }",
    "switch (process.pid) { case 1: function one() { return 1; } console.log(one()); }",
  ],
  "no-compare-neg-zero": ["console.log(process.pid === -0);", "console.log(process.pid > -0);"],
  "no-cond-assign": ["let x; if (x = 1) console.log(x);"],
  "no-constant-binary-expression": [
    "console.log(process.pid + 1 ?? 2);",
    "console.log({} === {});",
    "console.log([] || 1);",
  ],
  "no-constant-condition": [
    "if (1) console.log(1);",
    "console.log([] ? 1 : 2);",
    "for (; 1; ) console.log(1);",
  ],
  "no-control-regex": [raw`console.log(/\x1f/.test(""));`],
  "no-debugger": ["debugger;"],
  "no-delete-var": ["let x = 1; console.log(x); delete x;"],
  "no-dupe-else-if": ["const x = process.pid; if (x) console.log(1); else if (x) console.log(2);"],
  "no-duplicate-case": ["switch (process.pid) { case 1: break; case 1: break; default: }"],
  "no-empty": [
    "if (process.pid) {}",
    "try { console.log(1); } catch {}",
    "switch (process.pid) {}",
  ],
  "no-empty-character-class": ["console.log(/a[]/.test(''));"],
  "no-empty-function": [
    "export function idle() {}",
    "export const idle = () => {};",
    "export class Idle { stop() {} }",
    "export const idler = { stop() {} };",
  ],
  "no-empty-pattern": [
    "export const {} = process;",
    "export function idle([]: string[]) { return 1; }",
  ],
  "no-empty-static-block": ["export class Idle { static {} }"],
  "no-ex-assign": ["try { console.log(1); } catch (error) { error = 1; }"],
  "no-extra-boolean-cast": [
    "if (!!process.pid) console.log(1);",
    "console.log(!Boolean(process.pid));",
  ],
  "no-fallthrough": ["switch (process.pid) { case 1: console.log(1); case 2: console.log(2); }"],
  "no-global-assign": ["Object = null;"],
  "no-invalid-regexp": ['console.log(new RegExp("["));', 'console.log(RegExp("a", "zz"));'],
  "no-irregular-whitespace": ["console.log(\u00a01);"],
  "no-loss-of-precision": ["console.log(9007199254740993);"],
  "no-misleading-character-class": [
    "console.log(/[👍]/.test(''));",
    raw`console.log(/[A\u0301]/.test(""));`,
  ],
  "no-nonoctal-decimal-escape": [raw`console.log("\8");`],
  "no-prototype-builtins": ['console.log(process.hasOwnProperty("pid"));'],
  "no-regex-spaces": ["console.log(/a  b/.test(''));", 'console.log(new RegExp("a  b"));'],
  "no-self-assign": [
    "let x = 1; x = x; console.log(x);",
    "const o = { a: 1 }; o.a = o.a;",
    "let [a, b] = [1, 2]; [a, b] = [a, 3]; console.log(a, b);",
  ],
  "no-shadow-restricted-names": ["export function f(undefined: number) { return undefined; }"],
  "no-sparse-arrays": ["console.log([1, , 2]);"],
  "no-unexpected-multiline": ["const f = console.log\n(1);\nconsole.log(f);"],
  "no-unsafe-finally": ["export function f() { try { return 1; } finally { return 2; } }"],
  "no-unsafe-optional-chaining": [
    "export const f = (o?: { g: () => void }) => (o?.g)();",
    "export const f = (o?: { n: number }) => { const { n } = o?.n; return n; };",
    "export const f = (o?: { l: number[] }) => [...o?.l];",
  ],
  "no-unused-expressions": [
    "process.pid;",
    "process.pid > 1 ? 1 : 2;",
    "process.pid && 1;",
    "process.pid?.toString;",
  ],
  "no-unused-labels": ["away: for (;;) break;"],
  "no-unused-private-class-members": [
    "export class Box { #x = 1; }",
    "export class Box { #f() { return 1; } }",
  ],
  "no-unused-vars": [
    "const x = 1;",
    'import path from "node:path";',
    "function f() { return 1; }",
    "export function f(x: number, lost: number) { return x; }",
    "try { console.log(1); } catch (error) { console.log(2); }",
    "type Lost = string;",
    "interface Lost { a: string }",
    "enum Lost { a }",
    "let x = 1; x = 2;",
    "export function f<T>() { return 1; }",
  ],
  "no-useless-backreference": [
    raw`console.log(/\1(a)/.test(""));`,
    raw`console.log(/(?:(a)|\1b)/.test(""));`,
  ],
  "no-useless-catch": ["try { console.log(1); } catch (error) { throw error; }"],
  "no-useless-constructor": [
    "export class Box { constructor() {} }",
    "class Box { x = 1; }\nexport class Bag extends Box { constructor() { super(); } }",
  ],
  "no-useless-escape": [raw`console.log("\q");`, raw`console.log(/\;/.test(""));`],
  "no-var": ["export var x = 1;"],
  "prefer-const": ["let x = 1; console.log(x);", "let [a, b] = [1, 2]; console.log(a, b);"],
  "prefer-rest-params": ["export function f() { return arguments[0] as unknown; }"],
  "prefer-spread": ["console.log(Math.max.apply(Math, process.argv.map(Number)));"],
  "require-yield": ["export function* f() { return 1; }"],
  "use-isnan": [
    "console.log(process.pid === NaN);",
    "switch (process.pid) { case NaN: break; default: }",
    "switch (NaN) { case process.pid: break; default: }",
  ],
  "valid-typeof": ['console.log(typeof process === "strnig");'],
};

/** What the compiler refuses in TypeScript, and nobody else in a script. */
export const SCRIPT: Faults = {
  "constructor-super": [
    "class A {}\nexport class B extends A { constructor() { console.log(1); } }",
  ],
  "getter-return": [
    "export const o = { get x() { console.log(1); } };",
    "export class A { get x() {} }",
  ],
  "no-class-assign": ["class A {}\nA = 1;"],
  "no-const-assign": ["const x = 1; x = 2;", "const y = 1; y++;"],
  "no-dupe-class-members": ["export class A { f() { return 1; } f() { return 2; } }"],
  "no-dupe-keys": ["export const o = { a: 1, a: 2 };"],
  "no-func-assign": ["function f() { return 1; }\nf = 2;"],
  "no-import-assign": [
    'import path from "node:path";\npath = 1;',
    'import * as os from "node:os";\nos.x = 1;',
  ],
  "no-new-native-nonconstructor": [
    "export const s = new Symbol();",
    "export const b = new BigInt(1);",
  ],
  "no-obj-calls": ["export const m = Math();", "export const j = new JSON();"],
  "no-redeclare": ["var a = 1; var a = 2; console.log(a);"],
  "no-setter-return": ["export const o = { set x(v) { return v; } };"],
  "no-this-before-super": [
    "class A {}\nexport class B extends A { constructor() { this.x = 1; super(); } }",
  ],
  "no-undef": ["console.log(nowhere);", "nowhere = 1;"],
  "no-unreachable": [
    "export function f() { return 1; console.log(2); }",
    "while (true) {}\nconsole.log(1);",
  ],
  "no-unsafe-negation": [
    "console.log(!process in {});",
    "console.log(!process instanceof Object);",
  ],
  "no-with": ["with (process) { console.log(pid); }"],
};
