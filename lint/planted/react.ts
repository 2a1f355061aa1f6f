import type { Faults } from "./kinds.ts";

const HOOKS = 'import { useCallback, useEffect, useMemo, useRef, useState } from "react";\n';

function component(body: string): string {
  return `${HOOKS}export function Box({ x, l }: { x: number; l: number[] }) { ${body} }\nconsole.log(useCallback, useEffect, useMemo, useRef, useState);`;
}

/** What breaks a component of React's. */
export const REACT: Faults = {
  "react/rules-of-hooks": [
    component("if (x) useState(1); return l.length;"),
    component("for (const i of l) useState(i); return x;"),
    component("if (x) return null; useState(1); return l.length;"),
    component("const f = () => useState(1); f(); return x + l.length;"),
    `${HOOKS}export function plain() { return useState(1); }`,
    `${HOOKS}useState(1);`,
    `${HOOKS}export class Box { render() { return useState(1); } }`,
  ],
  "react/exhaustive-deps": [
    component("useEffect(() => { console.log(x); }, []); return l.length;"),
    component("const a = useMemo(() => x, [l]); return a;"),
    component("const f = useCallback(() => x, []); return f() + l.length;"),
    component("const o = { x }; useEffect(() => { console.log(o); }, [o]); return l.length;"),
    component("useEffect(() => { console.log(x); }, l); return 1;"),
    component("useEffect(async () => { await null; console.log(x); }, [x]); return l.length;"),
    component("useEffect(() => { console.log(1); }, ['a']); return x + l.length;"),
    component("useEffect(() => { console.log(l[x]); }, [l[x]]); return 1;"),

    component("const [a, setA] = useState(1); useEffect(() => { setA(x); }); return a + l.length;"),
    component("return useMemo(() => x + l.length);"),
  ],
  "react/static-components": [
    component("const Inner = () => <p>{x}</p>; return <div><Inner />{l}</div>;"),
    component("const Inner = x ? () => <p>1</p> : () => <b>2</b>; return <div><Inner />{l}</div>;"),
  ],
  "react/use-memo": [
    component("const a = useMemo((y: number) => y, []); return <p>{a}{x}{l}</p>;"),
    component(
      "const a = useMemo(async () => await Promise.resolve(x), [x]); return <p>{String(a)}{l}</p>;",
    ),
  ],
  "react/preserve-manual-memoization": [
    component(
      "const [o] = useState({ a: { b: x } }); const f = useCallback(() => { console.log(o.a.b); }, [o.a?.b]); return <button onClick={f}>{l}</button>;",
    ),
  ],
  "react/incompatible-library": [
    'import { useForm } from "react-hook-form";\nexport function Box() { const { watch } = useForm(); const a = watch("a"); return <p>{a}</p>; }',
    'import { useReactTable } from "@tanstack/react-table";\nexport function Box({ data }: { data: number[] }) { const t = useReactTable({ data }); return <p>{t.x}</p>; }',
    'import { useVirtualizer } from "@tanstack/react-virtual";\nexport function Box({ count }: { count: number }) { const t = useVirtualizer({ count }); return <p>{t.x}</p>; }',
  ],
  "react/immutability": [
    component(
      "const [a, setA] = useState({ n: 1 }); const f = () => { a.n = x; setA(a); }; return <button onClick={f}>{l}</button>;",
    ),
    component("const [a] = useState({ n: x }); a.n = 2; return <p>{a.n}{l}</p>;"),
    component("window.name = 'a'; return <p>{x}{l}</p>;"),
    component("const a = useMemo(() => ({ n: x }), [x]); a.n = 2; return <p>{a.n}{l}</p>;"),
  ],
  "react/globals": [
    `let last = 0;\n${component("last = x; return <p>{last}{l}</p>;")}`,
    `let last = 0;\n${component("const f = () => { last = x; }; f(); return <p>{last}{l}</p>;")}`,
  ],
  "react/refs": [
    component("const r = useRef(x); return <p>{r.current}{l}</p>;"),
    component("const r = useRef(0); r.current = x; return <p>{l}</p>;"),
    component("const r = useRef(x); const read = () => r.current; return <p>{read()}{l}</p>;"),
  ],
  "react/set-state-in-effect": [
    component(
      "const [a, setA] = useState(0); useEffect(() => { setA(x); }, [x]); return <p>{a}{l}</p>;",
    ),
    component(
      "const [a, setA] = useState(0); const f = () => { setA(1); }; useEffect(() => { f(); }, []); return <p>{a}{x}{l}</p>;",
    ),
  ],
  "react/error-boundaries": [component("try { return <p>{x}</p>; } catch { return <p>{l}</p>; }")],
  "react/purity": [
    component("const a = Math.random(); return <p>{a}{x}{l}</p>;"),
    component("const a = Date.now(); return <p>{a}{x}{l}</p>;"),
    component("const a = performance.now(); return <p>{a}{x}{l}</p>;"),
  ],
  "react/set-state-in-render": [
    component("const [a, setA] = useState(0); setA(x); return <p>{a}{l}</p>;"),
    component(
      "const [a, setA] = useState(0); const f = () => { setA(x); }; f(); return <p>{a}{l}</p>;",
    ),
    component(
      "const [a, setA] = useState(0); const b = useMemo(() => { setA(x); return 1; }, [x]); return <p>{a}{b}{l}</p>;",
    ),
  ],
  "react/unsupported-syntax": [component("const a = eval('1'); return <p>{a}{x}{l}</p>;")],
};
