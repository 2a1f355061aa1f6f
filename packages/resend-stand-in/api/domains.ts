import { Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { postgresTime } from "./emails.ts";

/** The account's only domain, which is verified and receives mail. */
export function domainRoutes(name: string): Hono<AppEnv> {
  const domain = {
    id: "d91cd9bd-1176-453e-8fc1-35364d380206",
    name,
    status: "verified",
    created_at: postgresTime(0),
    region: "us-east-1",
    open_tracking: false,
    click_tracking: false,
    capabilities: { sending: "enabled", receiving: "enabled" },
  };
  return new Hono<AppEnv>().get("/domains", (c) =>
    c.json({ object: "list", has_more: false, data: [domain] }),
  );
}
