/** The final state of Hark, the voice platform, Stripe, the mail service and an owner's server. */
import path from "node:path";
import type Stripe from "stripe";
import { disagreements } from "@hark/convex-local/engine/test-index-consistency";
import { internal } from "../../../convex/_generated/api";
import type { Doc, TableNames } from "../../../convex/_generated/dataModel";
import schema from "../../../convex/schema";
import type { SentMail } from "../mail-world.ts";
import type { MoneyEntry } from "../money/stripe-control.ts";
import type { Received } from "../receiver.ts";
import type { History } from "./history.ts";
import type { WholeWorld } from "./whole-world.ts";

export type Tables = { [Table in TableNames]: Doc<Table>[] };

export interface WithId {
  id: string;
}

export interface PlatformAssistant extends WithId {
  name: string;
  model?: { messages?: { content: string }[]; toolIds?: string[] };
}

export interface PlatformCall extends WithId {
  status: string;
  createdAt: string;
  startedAt?: string;
  endedAt?: string;
}

export interface PlatformTool extends WithId {
  knowledgeBases?: { fileIds: string[] }[];
}

export interface Snapshot {
  history: History;
  /** When the snapshot was taken. */
  atMs: number;
  tables: Tables;
  /** Ids in file storage. */
  stored: string[];
  /** The failed jobs that the operator is shown. */
  attention: { kind: string; key: string }[];
  platform: {
    assistants: PlatformAssistant[];
    calls: PlatformCall[];
    files: WithId[];
    tools: PlatformTool[];
  };
  stripe: {
    customers: Stripe.Customer[];
    /** In any state. */
    subscriptions: Stripe.Subscription[];
    invoices: Stripe.Invoice[];
    money: MoneyEntry[];
  };
  mails: SentMail[];
  received: Received[];
  /** Inconsistencies between the database's tables and indexes, checked after the backend has stopped. */
  disagreements: string[];
}

/** More than ten days can create. */
const MANY = { limit: 5_000 };

export async function takeSnapshot(world: WholeWorld, history: History): Promise<Snapshot> {
  const { local, voice, money, post, receiver } = world;
  const tables: Partial<Record<TableNames, unknown[]>> = {};
  for (const table of Object.keys(schema.tables) as TableNames[]) {
    tables[table] = await local.rows(table);
  }
  const stored = (await local.rows("_storage" as never)) as { _id: string }[];
  const attention = await local.inside.query(internal.operator.attention, {});
  const listed = async <T>(route: string) => (await voice.atPlatform(route)).body as unknown as T[];
  const { stripe } = money;
  const snapshot = {
    history,
    atMs: world.clock.now(),
    tables: tables as Tables,
    stored: stored.map(({ _id }) => _id),
    attention,
    platform: {
      assistants: await listed<PlatformAssistant>("/assistant?limit=1000"),
      calls: await listed<PlatformCall>("/call?limit=1000"),
      files: await listed<WithId>("/file?purpose=assistant"),
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
  return { ...snapshot, disagreements: disagreements(data) };
}
