/** A class that sizes: padding, height or both sides, behind any variant such as `sm:` or `max-sm:hover:`. */
const SIZING = /(?:^|\s)(?:[\w-]+:)*(?:p[xytrbl]?|h|min-h|max-h|size)-/;

/** @typedef {{ type: string, [key: string]: unknown }} Node */

/** @type {import("eslint").Rule.RuleModule} */
export const buttonSize = {
  meta: {
    type: "problem",
    docs: {
      description:
        "A button is sized by its `size` alone. Which of two paddings wins depends on the order of the style sheet.",
    },
    messages: {
      sized: "“{{classes}}” sizes a button. Use its `size` (src/components/button-class.ts).",
    },
    schema: [],
  },
  create(context) {
    /** Constants of the file, because a class may have a name. @type {Map<string, unknown>} */
    const constants = new Map();

    return {
      VariableDeclarator: (node) => {
        if (node.id.type === "Identifier") constants.set(node.id.name, node.init);
      },
      /** @param {import("eslint").Rule.Node & Node} attribute */
      JSXAttribute: (attribute) => {
        const { name, value, parent } = attribute;
        if (nameOf(name) !== "className" || !isNode(value) || !isNode(parent)) return;
        if (nameOf(parent.name) !== "Button" && !callsButtonClass(value)) return;
        for (const classes of textsIn(value, constants)) {
          if (!SIZING.test(classes)) continue;
          context.report({ node: attribute, messageId: "sized", data: { classes } });
        }
      },
    };
  },
};

/**
 * @param {Node} node
 * @returns {boolean}
 */
function callsButtonClass(node) {
  if (node.type === "CallExpression" && nameOf(node.callee) === "buttonClass") return true;
  return childrenOf(node).some(callsButtonClass);
}

/**
 * Every text that may become a class.
 *
 * @param {Node} node
 * @param {Map<string, unknown>} constants
 * @returns {string[]}
 */
function textsIn(node, constants) {
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : [];
  if (node.type === "TemplateElement") return [rawOf(node.value)];
  if (node.type === "Identifier") {
    const value = constants.get(nameOf(node) ?? "");
    return isNode(value) && value.type === "Literal" ? textsIn(value, constants) : [];
  }
  return childrenOf(node).flatMap((child) => textsIn(child, constants));
}

/**
 * @param {Node} node
 * @returns {Node[]}
 */
function childrenOf(node) {
  return Object.entries(node)
    .filter(([key]) => key !== "parent")
    .flatMap(([, value]) => value)
    .filter(isNode);
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function rawOf(value) {
  return typeof value === "object" && value !== null && "raw" in value ? String(value.raw) : "";
}

/**
 * @param {unknown} node
 * @returns {string | null}
 */
function nameOf(node) {
  return isNode(node) && typeof node.name === "string" ? node.name : null;
}

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
function isNode(value) {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
  );
}
