import { walls } from "./walls.js";

/** The walls of the house as a rule for oxlint, which takes the plugins of ESLint. */
export default { meta: { name: "hark" }, rules: { walls } };
