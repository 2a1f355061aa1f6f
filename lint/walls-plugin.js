import { buttonSize } from "./button-size.js";
import { walls } from "./walls.js";

/** Our own rules for oxlint, which takes the plugins of ESLint. */
export default { meta: { name: "hark" }, rules: { walls, "button-size": buttonSize } };
