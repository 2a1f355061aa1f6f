import convexPlugin from "@convex-dev/eslint-plugin";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

// Made for an older ESLint's types.
const convex = /** @type {import("eslint").ESLint.Plugin} */ (
  /** @type {unknown} */ (convexPlugin)
);

/** Convex's own rules, which need ESLint with types. .oxlintrc.json has all other rules. */
export default defineConfig(
  { ignores: ["**/*", "!convex/", "!convex/**", "convex/_generated/"] },
  {
    files: ["convex/**/*.ts"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { "@convex-dev": convex },
    rules: Object.fromEntries(
      Object.keys(convexPlugin.rules).map((rule) => [`@convex-dev/${rule}`, "error"]),
    ),
  },
);
