import { walls } from "./walls.js";

/** The import rules between folders, as an oxlint plugin. oxlint accepts ESLint's plugins. */
export default { meta: { name: "hark" }, rules: { walls } };
