import path from "node:path";
import { objection, objectionToCall } from "./features.js";

const ROOT = path.resolve(import.meta.dirname, "..");
/** @type {import("eslint").Rule.RuleModule} */
export const walls = {
  meta: {
    type: "problem",
    docs: { description: "Folders import and call only what lint/features.js allows." },
    messages: { wall: "{{objection}} (lint/features.js)" },
    schema: [],
  },
  create(context) {
    const file = toProjectPath(context.filename);
    if (file === null) return {};

    /**
     * @param {import("eslint").Rule.Node} node
     * @param {{ type: string, value?: unknown } | null | undefined} source
     */
    const check = (node, source) => {
      if (source?.type !== "Literal" || typeof source.value !== "string") return;
      const target = targetOf(context.filename, source.value);
      const reason = target === null ? null : objection(file, target);
      if (reason !== null) context.report({ node, messageId: "wall", data: { objection: reason } });
    };

    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      MemberExpression: (node) => {
        if (node.parent.type === "MemberExpression" && node.parent.object === node) return;
        const names = namesOf(node);
        if (names?.[0] !== "internal") return;
        const reason = objectionToCall(file, ["convex", ...names.slice(1)].join("/"));
        if (reason !== null) {
          context.report({ node, messageId: "wall", data: { objection: reason } });
        }
      },
    };
  },
};

/**
 * @param {string} filename
 * @param {string} specifier
 */
function targetOf(filename, specifier) {
  if (!specifier.startsWith(".")) return { package: specifier };
  const target = toProjectPath(path.resolve(path.dirname(filename), specifier));
  return target === null ? null : { path: target.replace(/\.[cm]?[jt]sx?$/, "") };
}

/**
 * The names of a chain such as `internal.calls.life.apply`; null for anything else.
 *
 * @param {unknown} node
 * @returns {string[] | null}
 */
function namesOf(node) {
  if (typeof node !== "object" || node === null) return null;
  if ("name" in node && typeof node.name === "string") return [node.name];
  if (!("object" in node && "property" in node)) return null;
  const before = namesOf(node.object);
  const last = namesOf(node.property);
  return before === null || last === null ? null : [...before, ...last];
}

/** @param {string} filename */
function toProjectPath(filename) {
  const relative = path.relative(ROOT, filename).split(path.sep).join("/");
  return relative.startsWith("../") ? null : relative;
}
