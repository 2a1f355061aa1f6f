import { newId, randomText } from "../../identifiers.ts";
import { find, findParam, put, save } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import { invalid } from "../../errors.ts";
import type { PortalConfiguration, PortalSession } from "../../wire.ts";
import {
  address,
  boolean,
  fields,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  unsettable,
} from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { route } from "../routing.ts";

const ON_OFF = fields({ enabled: required(boolean) });
/** Features that are not simulated may be disabled, but not enabled. */
const OFF = fields({ enabled: required(oneOf("false")) });

const FEATURES = fields({
  customer_update: OFF,
  invoice_history: ON_OFF,
  payment_method_update: ON_OFF,
  subscription_cancel: fields({
    enabled: required(boolean),
    mode: oneOf("at_period_end", "immediately"),
  }),
  subscription_update: OFF,
});

const PROFILE = fields({
  headline: unsettable(text),
  privacy_policy_url: address,
  terms_of_service_url: address,
});

type Features = ReturnType<typeof FEATURES.parse>;

export const portalRoutes = [
  route({
    method: "POST",
    path: "/v1/billing_portal/configurations",
    params: {
      features: required(FEATURES),
      business_profile: PROFILE,
      default_return_url: unsettable(address),
      metadata,
      name: unsettable(text),
    },
    run: ({ world, params }) => {
      const configuration: PortalConfiguration = {
        id: newId("bpc"),
        object: "billing_portal.configuration",
        active: true,
        application: null,
        business_profile: profile(params.business_profile),
        created: world.now,
        default_return_url: params.default_return_url ?? null,
        features: features(params.features),
        is_default: false,
        livemode: false,
        login_page: { enabled: false, url: null },
        metadata: mergeMetadata(null, params.metadata),
        name: params.name ?? null,
        updated: world.now,
      };
      return save(world, configuration, "billing_portal.configuration.created");
    },
  }),
  route({
    method: "GET",
    path: "/v1/billing_portal/configurations",
    params: { ...PAGE_PARAMS, active: boolean, is_default: boolean },
    run: ({ world, params }) =>
      pageOf(world, "billing_portal.configuration", {
        params,
        url: "/v1/billing_portal/configurations",
        where: ({ active, is_default }) =>
          (params.active ?? active) === active && (params.is_default ?? is_default) === is_default,
      }),
  }),
  route({
    method: "GET",
    path: "/v1/billing_portal/configurations/:id",
    params: {},
    run: ({ world, id }) => find(world, "billing_portal.configuration", id),
  }),
  route({
    method: "POST",
    path: "/v1/billing_portal/configurations/:id",
    params: {
      active: boolean,
      features: FEATURES,
      business_profile: PROFILE,
      default_return_url: unsettable(address),
      metadata,
      name: unsettable(text),
    },
    run({ world, id, params }) {
      const current = find(world, "billing_portal.configuration", id);
      const { default_return_url = current.default_return_url, name = current.name } = params;
      const updated: PortalConfiguration = {
        ...current,
        active: params.active ?? current.active,
        business_profile:
          params.business_profile === undefined
            ? current.business_profile
            : profile(params.business_profile),
        default_return_url,
        features: params.features === undefined ? current.features : features(params.features),
        metadata: mergeMetadata(current.metadata, params.metadata),
        name,
        updated: world.now,
      };
      return save(world, updated, "billing_portal.configuration.updated");
    },
  }),
  route({
    method: "POST",
    path: "/v1/billing_portal/sessions",
    params: {
      customer: required(text),
      configuration: text,
      return_url: address,
      locale: oneOf("auto", "en"),
    },
    run({ world, params }) {
      const customer = findParam(world, "customer", params.customer, "customer");
      const configuration = configurationFor(world, params.configuration);
      const link = `test_${randomText(40)}`;
      const session: PortalSession = {
        id: newId("bps"),
        object: "billing_portal.session",
        configuration: configuration.id,
        created: world.now,
        customer: customer.id,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: params.locale ?? null,
        on_behalf_of: null,
        return_url: params.return_url ?? configuration.default_return_url,
        url: `${world.url}/p/session/${link}`,
      };
      put(world, { id: link, object: "sim.portal", session: session.id, awaiting: null });
      return save(world, session, "billing_portal.session.created");
    },
  }),
];

function configurationFor(world: World, id: string | undefined): PortalConfiguration {
  if (id === undefined) {
    throw invalid(
      "No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.",
    );
  }
  const configuration = findParam(world, "billing_portal.configuration", id, "configuration");
  if (!configuration.active) {
    throw invalid(`The configuration \`${id}\` is inactive.`, undefined, "configuration");
  }
  return configuration;
}

function profile(given: ReturnType<typeof PROFILE.parse> | undefined) {
  return {
    headline: given?.headline ?? null,
    privacy_policy_url: given?.privacy_policy_url ?? null,
    terms_of_service_url: given?.terms_of_service_url ?? null,
  };
}

function features(given: Features): PortalConfiguration["features"] {
  const { subscription_cancel: cancel } = given;
  return {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: given.invoice_history?.enabled ?? false },
    payment_method_update: {
      enabled: given.payment_method_update?.enabled ?? false,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: cancel?.enabled ?? false,
      mode: cancel?.mode ?? "at_period_end",
      proration_behavior: "none",
    },
    subscription_pause: {
      duration: { interval_options: [], type: "indefinite" },
      enabled: false,
    },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: "none",
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: "end_trial",
    },
  };
}
