import { buttonSize } from "./button-size.js";
import { walls } from "./walls.js";

/** Our own rules as an oxlint plugin. oxlint accepts ESLint's plugins. */
export default { meta: { name: "hark" }, rules: { walls, "button-size": buttonSize } };
