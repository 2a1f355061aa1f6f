/**
 * The networks and browsers from which an owner has signed in. Attempts from elsewhere do not count against sign-ins from
 * these: docs/decisions/0009-sign-in-limits.md.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { toBase64, sha256 } from "../lib/bytes";
import { DAY_MS } from "../shared/durations";

type OwnerId = Id<"users">;

/** Where an attempt comes from. `browser` is the random id that the browser created for itself. */
export type Origin = { network: string; browser: string | null };

const FAMILIAR_FOR_MS = 90 * DAY_MS;
/** For each owner. The least recently used places are deleted. */
const MAX_PLACES = 20;

/** Prefers the browser's id to the network, because nobody else can send it. */
export async function findFamiliarPlace(
  ctx: MutationCtx,
  ownerId: OwnerId,
  origin: Origin,
): Promise<string | null> {
  for (const place of await placesOf(ownerId, origin)) {
    const found = await findPlace(ctx, ownerId, place);
    if (found !== null && found.lastSignInAtMs > Date.now() - FAMILIAR_FOR_MS) return place;
  }
  return null;
}

export async function hasFamiliarPlaces(ctx: MutationCtx, ownerId: OwnerId): Promise<boolean> {
  const place = await ctx.db
    .query("familiarPlaces")
    .withIndex("by_owner_and_place", (q) => q.eq("ownerId", ownerId))
    .first();
  return place !== null;
}

/** Returns the places that are familiar from now on. */
export async function rememberPlace(
  ctx: MutationCtx,
  ownerId: OwnerId,
  origin: Origin,
): Promise<string[]> {
  const places = await placesOf(ownerId, origin);
  const lastSignInAtMs = Date.now();
  for (const place of places) {
    const found = await findPlace(ctx, ownerId, place);
    if (found === null) await ctx.db.insert("familiarPlaces", { ownerId, place, lastSignInAtMs });
    else await ctx.db.patch("familiarPlaces", found._id, { lastSignInAtMs });
  }
  const newest = await ctx.db
    .query("familiarPlaces")
    .withIndex("by_owner_and_last_sign_in", (q) => q.eq("ownerId", ownerId))
    .order("desc")
    .take(MAX_PLACES + places.length);
  for (const { _id } of newest.slice(MAX_PLACES)) await ctx.db.delete("familiarPlaces", _id);
  return places;
}

/** Digests that differ for each owner, so that no table shows from where somebody signed in. */
async function placesOf(ownerId: OwnerId, { browser, network }: Origin): Promise<string[]> {
  const places = [
    ...(browser === null ? [] : [`browser ${browser}`]),
    // Requests without an address are not from one place.
    ...(network === "unknown" ? [] : [`network ${network}`]),
  ];
  const digests = await Promise.all(places.map((place) => sha256(`${ownerId} ${place}`)));
  return digests.map(toBase64);
}

async function findPlace(
  ctx: MutationCtx,
  ownerId: OwnerId,
  place: string,
): Promise<Doc<"familiarPlaces"> | null> {
  return await ctx.db
    .query("familiarPlaces")
    .withIndex("by_owner_and_place", (q) => q.eq("ownerId", ownerId).eq("place", place))
    .unique();
}
