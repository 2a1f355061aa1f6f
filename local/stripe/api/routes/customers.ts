import { deleteCustomer } from "../../engine/customer-deletion.ts";
import { newCustomer } from "../../engine/customers.ts";
import { missing } from "../../errors.ts";
import { find, findParam, save } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import type { Customer } from "../../wire.ts";
import { email, fields, integer, mergeMetadata, metadata, text } from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { route } from "../routing.ts";
import { ownMethod } from "../own-method.ts";

const DETAILS = {
  email,
  name: text,
  phone: text,
  description: text,
  metadata,
};

export const customerRoutes = [
  route({
    method: "POST",
    path: "/v1/customers",
    params: { ...DETAILS, test_clock: text },
    run({ world, params: { test_clock, ...details } }) {
      if (test_clock !== undefined)
        findParam(world, "test_helpers.test_clock", test_clock, "test_clock");
      const customer = newCustomer(world, withoutUndefined(details));
      customer.metadata = mergeMetadata(null, details.metadata);
      return save(world, { ...customer, test_clock: test_clock ?? null }, "customer.created");
    },
  }),
  route({
    method: "GET",
    path: "/v1/customers",
    params: { ...PAGE_PARAMS, email },
    run: ({ world, params }) =>
      pageOf(world, "customer", {
        params,
        url: "/v1/customers",
        where: (one) => params.email === undefined || one.email === params.email,
      }),
  }),
  route({
    method: "GET",
    path: "/v1/customers/:id",
    params: {},
    run: ({ world, id }) =>
      world.store.get("sim.deleted_customer", id) === null
        ? find(world, "customer", id)
        : { id, object: "customer", deleted: true },
  }),
  route({
    method: "POST",
    path: "/v1/customers/:id",
    params: {
      ...DETAILS,
      balance: integer(),
      invoice_settings: fields({ default_payment_method: text }),
    },
    run({ world, id, params: { metadata: given, invoice_settings, ...details } }) {
      const customer = live(world, id);
      const method = invoice_settings?.default_payment_method;
      if (method !== undefined) {
        ownMethod(world, id, method, "invoice_settings[default_payment_method]");
      }
      const updated: Customer = {
        ...customer,
        ...withoutUndefined(details),
        metadata: mergeMetadata(customer.metadata, given),
        invoice_settings: {
          ...customer.invoice_settings,
          ...(method === undefined ? {} : { default_payment_method: method }),
        },
      };
      return save(world, updated, "customer.updated");
    },
  }),
  route({
    method: "DELETE",
    path: "/v1/customers/:id",
    params: {},
    run: ({ world, id }) => deleteCustomer(world, live(world, id)),
  }),
];

function live(world: World, id: string): Customer {
  const customer = world.store.get("customer", id);
  if (customer === null) throw missing("customer", id);
  return customer;
}

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(given: T): Given<T> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Given<T>;
}
