import { ConvexHttpClient } from "convex/browser";

/** A client that may call internal functions. The client supports admin keys, but its types do not. */
export function adminClient(url: string, adminKey: string): ConvexHttpClient {
  const admin = new ConvexHttpClient(url, { logger: false });
  (admin as unknown as { setAdminAuth(key: string): void }).setAdminAuth(adminKey);
  return admin;
}
