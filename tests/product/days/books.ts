/** What is there at the end, as each of them tells it: we, the voice platform, Stripe, the mail service and an owner's server. */
import path from "node:path";
import type Stripe from "stripe";
import { internal } from "../../../convex/_generated/api";
import type { Doc, TableNames } from "../../../convex/_generated/dataModel";
import schema from "../../../convex/schema";
import { disagreements } from "../../../local/backend/engine/test-agreement.ts";
import type { SentMail } from "../mail-world.ts";
import type { MoneyEntry } from "../money/stripe-control.ts";
import type { Received } from "../receiver.ts";
import type { Lived } from "./lived.ts";
import type { WholeWorld } from "./whole-world.ts";

export type OurTables = { [Table in TableNames]: Doc<Table>[] };

export interface Named {
  id: string;
}

export interface PlatformAssistant extends Named {
  name: string;
  model?: { messages?: { content: string }[]; toolIds?: string[] };
}

export interface PlatformCall extends Named {
  status: string;
  createdAt: string;
  startedAt?: string;
  endedAt?: string;
}

export interface PlatformTool extends Named {
  knowledgeBases?: { fileIds: string[] }[];
}

export interface Books {
  lived: Lived;
  /** When they were closed. */
  atMs: number;
  ours: OurTables;
  /** What is stored, by its id. */
  stored: string[];
  /** What the operator is shown of work that was given up. */
  attention: { kind: string; key: string }[];
  platform: {
    assistants: PlatformAssistant[];
    calls: PlatformCall[];
    files: Named[];
    tools: PlatformTool[];
  };
  stripe: {
    customers: Stripe.Customer[];
    /** Whatever became of them. */
    subscriptions: Stripe.Subscription[];
    invoices: Stripe.Invoice[];
    money: MoneyEntry[];
  };
  mails: SentMail[];
  received: Received[];
  /** Where the database contradicts itself, once the backend has ended. */
  disagreements: string[];
}

/** More than ten days make of anything. */
const MANY = { limit: 5_000 };

export async function closeTheBooks(world: WholeWorld, lived: Lived): Promise<Books> {
  const { local, voice, money, post, receiver } = world;
  const ours: Partial<Record<TableNames, unknown[]>> = {};
  for (const table of Object.keys(schema.tables) as TableNames[]) {
    ours[table] = await local.rows(table);
  }
  const stored = (await local.rows("_storage" as never)) as { _id: string }[];
  const attention = await local.inside.query(internal.operator.attention, {});
  const listed = async <T>(asked: string) => (await voice.atPlatform(asked)).body as unknown as T[];
  const { stripe } = money;
  const books = {
    lived,
    atMs: world.clock.now(),
    ours: ours as OurTables,
    stored: stored.map(({ _id }) => _id),
    attention,
    platform: {
      assistants: await listed<PlatformAssistant>("/assistant?limit=1000"),
      calls: await listed<PlatformCall>("/call?limit=1000"),
      files: await listed<Named>("/file?purpose=assistant"),
      tools: await listed<PlatformTool>("/tool?limit=1000"),
    },
    stripe: {
      customers: await stripe.customers.list({ limit: 100 }).autoPagingToArray(MANY),
      subscriptions: await stripe.subscriptions
        .list({ limit: 100, status: "all" })
        .autoPagingToArray(MANY),
      invoices: await stripe.invoices.list({ limit: 100 }).autoPagingToArray(MANY),
      money: await money.control.money(),
    },
    mails: await post.mails(),
    received: receiver.received,
  };
  await world.stop();
  const data = path.join(world.backend.folder, "data.sqlite");
  return { ...books, disagreements: disagreements(data) };
}
