import path from "node:path";
import { objection } from "./house.js";

const ROOT = path.resolve(import.meta.dirname, "..");
/** @type {import("eslint").Rule.RuleModule} */
export const walls = {
  meta: {
    type: "problem",
    docs: { description: "Rooms of the project import only what lint/house.js allows." },
    messages: { wall: "{{objection}} (lint/house.js)" },
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

/** @param {string} filename */
function toProjectPath(filename) {
  const relative = path.relative(ROOT, filename).split(path.sep).join("/");
  return relative.startsWith("../") ? null : relative;
}
