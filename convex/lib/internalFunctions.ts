/** Functions that only the product itself and its operator can call. */
export { internalAction, internalMutation, internalQuery } from "../_generated/server";
