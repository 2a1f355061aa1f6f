/** What only the product itself calls, and whoever runs it: no client can. */
export { internalAction, internalMutation, internalQuery } from "../_generated/server";
