import { ConvexHttpClient } from "convex/browser";

/** May call what only the backend itself may; the client knows how, and its types do not say. */
export function adminClient(url: string, adminKey: string): ConvexHttpClient {
  const admin = new ConvexHttpClient(url, { logger: false });
  (admin as unknown as { setAdminAuth(key: string): void }).setAdminAuth(adminKey);
  return admin;
}
