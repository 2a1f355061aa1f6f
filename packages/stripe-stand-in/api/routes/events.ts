import { find } from "../../engine/world.ts";
import { list, text } from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { route } from "../routing.ts";

export const eventRoutes = [
  route({
    method: "GET",
    path: "/v1/events",
    params: { ...PAGE_PARAMS, type: text, types: list(text, { most: 20 }) },
    run: ({ world, params }) =>
      pageOf(world, "event", {
        params,
        url: "/v1/events",
        where: ({ type }) => fits(type, params.type) && (params.types?.includes(type) ?? true),
      }),
  }),
  route({
    method: "GET",
    path: "/v1/events/:id",
    params: {},
    run: ({ world, id }) => find(world, "event", id),
  }),
];

/** `invoice.*` matches every event of invoices. */
function fits(type: string, wanted = type): boolean {
  return wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
