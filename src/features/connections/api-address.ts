import { API_PATH } from "../../../convex/shared/apiKeys";
import { readConvexSiteUrl } from "../../lib/env";

/** The build puts docs/api.md there, with the address of this deployment in it. */
export const API_EXAMPLES_PATH = "/docs/api.txt";

/** Where programs find the API. */
export function apiAddress(): string {
  return readConvexSiteUrl(import.meta.env) + API_PATH;
}
