/** Products and prices. */
import { newId } from "../../identifiers.ts";
import { invalid } from "../../errors.ts";
import { find, findParam, put, save } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import type { Price, Product } from "../../wire.ts";
import {
  boolean,
  currency,
  fields,
  integer,
  list,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  unsettable,
} from "../params.ts";
import type { Parsed } from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { exclusive, route } from "../routing.ts";

const PRODUCT = { active: boolean, metadata };
const MAX_LOOKUP_KEY_LENGTH = 200;

const PRICE = {
  currency: required(currency),
  unit_amount: required(integer({ least: 0 })),
  product: text,
  product_data: fields({ active: boolean, id: text, metadata, name: required(text) }),
  recurring: fields({
    interval: required(oneOf("day", "week", "month", "year")),
    interval_count: integer({ least: 1, most: 36 }),
    usage_type: oneOf("licensed"),
  }),
  active: boolean,
  lookup_key: text,
  transfer_lookup_key: boolean,
  metadata,
  nickname: text,
};

export const catalogRoutes = [
  route({
    method: "POST",
    path: "/v1/products",
    params: { ...PRODUCT, description: text, id: text, name: required(text) },
    run: ({ world, params }) => createProduct(world, params),
  }),
  route({
    method: "GET",
    path: "/v1/products",
    params: { ...PAGE_PARAMS, active: boolean, ids: list(text) },
    run: ({ world, params }) =>
      pageOf(world, "product", {
        params,
        url: "/v1/products",
        where: ({ id, active }) =>
          (params.active ?? active) === active && (params.ids?.includes(id) ?? true),
      }),
  }),
  route({
    method: "GET",
    path: "/v1/products/:id",
    params: {},
    run: ({ world, id }) => find(world, "product", id),
  }),
  route({
    method: "POST",
    path: "/v1/products/:id",
    params: { ...PRODUCT, description: unsettable(text), name: text },
    run({ world, id, params: { metadata: given, ...params } }) {
      const product = find(world, "product", id);
      return save(
        world,
        {
          ...product,
          active: params.active ?? product.active,
          description: params.description === undefined ? product.description : params.description,
          name: params.name ?? product.name,
          metadata: mergeMetadata(product.metadata, given),
          updated: world.now,
        },
        "product.updated",
      );
    },
  }),
  route({
    method: "POST",
    path: "/v1/prices",
    params: PRICE,
    run: ({ world, params }) => createPrice(world, params),
  }),
  route({
    method: "GET",
    path: "/v1/prices",
    params: {
      ...PAGE_PARAMS,
      active: boolean,
      currency,
      lookup_keys: list(text, { most: 10 }),
      product: text,
      type: oneOf("one_time", "recurring"),
    },
    run: ({ world, params }) =>
      pageOf(world, "price", {
        params,
        url: "/v1/prices",
        selection: { owner: params.product },
        where: ({ active, type, lookup_key }) =>
          (params.active ?? active) === active &&
          (params.type ?? type) === type &&
          (params.lookup_keys?.includes(lookup_key ?? "") ?? true),
      }),
  }),
  route({
    method: "GET",
    path: "/v1/prices/:id",
    params: {},
    run: ({ world, id }) => find(world, "price", id),
  }),
  route({
    method: "POST",
    path: "/v1/prices/:id",
    params: {
      active: boolean,
      lookup_key: text,
      transfer_lookup_key: boolean,
      metadata,
      nickname: text,
    },
    run({ world, id, params }) {
      const price = find(world, "price", id);
      const { lookup_key = price.lookup_key, nickname = price.nickname } = params;
      if (lookup_key !== null) claimLookupKey(world, lookup_key, params.transfer_lookup_key, id);
      return save(
        world,
        {
          ...price,
          active: params.active ?? price.active,
          lookup_key,
          nickname,
          metadata: mergeMetadata(price.metadata, params.metadata),
        },
        "price.updated",
      );
    },
  }),
];

function createProduct(
  world: World,
  given: { id?: string | undefined; name: string; description?: string | undefined } & Partial<
    Parsed<typeof PRODUCT>
  >,
): Product {
  if (given.id !== undefined && world.store.get("product", given.id) !== null) {
    throw invalid(`Product already exists: ${given.id}`, "resource_already_exists", "id");
  }
  const product: Product = {
    id: given.id ?? newId("prod"),
    object: "product",
    active: given.active ?? true,
    created: world.now,
    default_price: null,
    description: given.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata(null, given.metadata),
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: world.now,
    url: null,
  };
  return save(world, product, "product.created");
}

function createPrice(world: World, given: Parsed<typeof PRICE>): Price {
  exclusive(given, "product", "product_data");
  if (given.product === undefined && given.product_data === undefined) {
    throw invalid(
      "You must provide one of `product` or `product_data`.",
      "parameter_missing",
      "product",
    );
  }
  if (given.lookup_key !== undefined) {
    claimLookupKey(world, given.lookup_key, given.transfer_lookup_key, null);
  }
  const product =
    given.product_data === undefined
      ? findParam(world, "product", given.product ?? "", "product")
      : createProduct(world, given.product_data);
  const { recurring } = given;
  const price: Price = {
    id: newId("price"),
    object: "price",
    active: given.active ?? true,
    billing_scheme: "per_unit",
    created: world.now,
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergeMetadata(null, given.metadata),
    nickname: given.nickname ?? null,
    product: product.id,
    recurring:
      recurring === undefined
        ? null
        : {
            interval: recurring.interval,
            interval_count: recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: "licensed",
          },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: recurring === undefined ? "one_time" : "recurring",
    unit_amount: given.unit_amount,
    unit_amount_decimal: String(given.unit_amount),
  };
  return save(world, price, "price.created");
}

/** A lookup key names one price. It moves to another only if the request allows it. */
function claimLookupKey(
  world: World,
  key: string,
  mayTransfer: boolean | undefined,
  by: string | null,
): void {
  if (key.length > MAX_LOOKUP_KEY_LENGTH) {
    throw invalid(
      `A lookup key has at most ${MAX_LOOKUP_KEY_LENGTH} characters.`,
      undefined,
      "lookup_key",
    );
  }
  const holder = world.store
    .all("price")
    .find((price) => price.lookup_key === key && price.id !== by);
  if (holder === undefined) return;
  if (mayTransfer !== true) {
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key. Pass \`transfer_lookup_key: true\` to transfer it.`,
      "resource_already_exists",
      "lookup_key",
    );
  }
  put(world, { ...holder, lookup_key: null });
}
