import convexPlugin from "@convex-dev/eslint-plugin";
import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";
import { wallsConfig } from "./lint/walls.js";

export default defineConfig(
  globalIgnores([
    ".local/",
    "convex/_generated/",
    "coverage/",
    "dist/",
    "playwright-report/",
    "test-results/",
  ]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      globals: globals.node,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Numbers read well in a sentence.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `type` for a closed union or record, `interface` for a seam: the author's choice.
      "@typescript-eslint/consistent-type-definitions": "off",
      // `() => resolve()` and `return this.stop()` are clearer than braces around them.
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // An async function without await still turns a throw into a rejection, as its callers expect.
      "@typescript-eslint/require-await": "off",
      // `const { secret, ...rest } = row` is how a field is left out.
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
    },
  },
  { files: ["eslint.config.js", "public/*.js"], extends: [tseslint.configs.disableTypeChecked] },
  { files: ["public/*.js"], languageOptions: { globals: globals.browser } },
  {
    files: ["**/*.test.{ts,tsx}"],
    // A stand-in that does nothing is what many a test needs.
    rules: { "@typescript-eslint/no-empty-function": "off" },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.strict],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["convex/**/*.ts"],
    plugins: { "@convex-dev": convexPlugin },
    rules: Object.fromEntries(
      Object.keys(convexPlugin.rules).map((rule) => [`@convex-dev/${rule}`, "error"]),
    ),
  },
  wallsConfig,
);
