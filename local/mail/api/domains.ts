import type { Route } from "./route.ts";
import { inPostgres } from "./emails.ts";

/** The one domain of the account, which is verified. */
export function domainRoutes(name: string): Route[] {
  const data = [
    {
      id: DOMAIN_ID,
      name,
      status: "verified",
      created_at: inPostgres(0),
      region: "us-east-1",
      open_tracking: false,
      click_tracking: false,
      capabilities: { sending: "enabled", receiving: "disabled" },
    },
  ];
  return [
    {
      method: "GET",
      path: "/domains",
      handle: () => Response.json({ object: "list", has_more: false, data }),
    },
  ];
}

const DOMAIN_ID = "d91cd9bd-1176-453e-8fc1-35364d380206";
