import { deleteCustomer } from "../../engine/customer-deletion.ts";
import { attach, setDefault } from "../../engine/payment-methods.ts";
import { newCustomer } from "../../engine/customers.ts";
import { missing } from "../../errors.ts";
import { find, findParam, save } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import type { Customer } from "../../wire.ts";
import { email, fields, integer, mergeMetadata, metadata, text } from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { route } from "../routing.ts";
import { methodToUse, ownMethod } from "../own-method.ts";

const DETAILS = {
  email,
  name: text,
  phone: text,
  description: text,
  metadata,
};

const DEFAULT_METHOD = "invoice_settings[default_payment_method]";
const INVOICE_SETTINGS = fields({ default_payment_method: text });

export const customerRoutes = [
  route({
    method: "POST",
    path: "/v1/customers",
    params: {
      ...DETAILS,
      balance: integer(),
      invoice_settings: INVOICE_SETTINGS,
      payment_method: text,
      test_clock: text,
    },
    run({ world, params: { test_clock = null, payment_method, invoice_settings, ...details } }) {
      if (test_clock !== null)
        findParam(world, "test_helpers.test_clock", test_clock, "test_clock");
      const { balance = 0, ...known } = details;
      const customer = newCustomer(world, withoutUndefined(known));
      customer.metadata = mergeMetadata(null, details.metadata);
      const created = save(world, { ...customer, balance, test_clock }, "customer.created");
      const wanted = invoice_settings?.default_payment_method;
      const method =
        payment_method === undefined
          ? null
          : attach(world, methodToUse(world, payment_method), created.id);
      if (wanted === undefined) return created;
      // The name of a test card means the card that was just created from it.
      if (method !== null && wanted === payment_method)
        return setDefault(world, created, method.id);
      const own = ownMethod(world, created.id, wanted, DEFAULT_METHOD);
      return setDefault(world, created, own.id);
    },
  }),
  route({
    method: "GET",
    path: "/v1/customers",
    params: { ...PAGE_PARAMS, email, test_clock: text },
    run: ({ world, params }) =>
      pageOf(world, "customer", {
        params,
        url: "/v1/customers",
        // `CustomerListParams` of the SDK: customers with a test clock are listed only if it is named.
        where: (one) =>
          (one.test_clock ?? null) === (params.test_clock ?? null) &&
          (params.email === undefined || one.email === params.email),
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
      invoice_settings: INVOICE_SETTINGS,
    },
    run({ world, id, params: { metadata: given, invoice_settings, ...details } }) {
      const customer = live(world, id);
      const method = invoice_settings?.default_payment_method;
      if (method !== undefined) {
        ownMethod(world, id, method, DEFAULT_METHOD);
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
