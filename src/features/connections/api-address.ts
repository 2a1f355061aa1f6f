import { API_PATH } from "../../../convex/catalog/apiKeys";
import { readConvexSiteUrl } from "../../lib/env";

/** Where programs find the API. */
export function apiAddress(): string {
  return readConvexSiteUrl(import.meta.env) + API_PATH;
}
