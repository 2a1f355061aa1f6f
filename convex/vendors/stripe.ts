/** All requests to Stripe are made through this client. It returns plain values, and not Stripe's own objects. */
import Stripe from "stripe";
import { isLiveKey, stripeAddress, type StripeSettings } from "./stripeAddress";
import { closeOpenCheckouts, openCheckout } from "./stripeCheckout";
import {
  createCustomer,
  deleteCustomer,
  fetchCustomerState,
  findCustomers,
  setCustomerEmail,
} from "./stripeCustomers";
import { fetchDispute } from "./stripeDisputes";
import {
  addOverageLine,
  createOverageInvoice,
  finalizeOverageInvoice,
  findOverageInvoice,
  findOverageLine,
  payOverageInvoice,
  retrieveOverageInvoice,
} from "./stripeInvoices";
import { openPortal } from "./stripePortal";
import {
  cancelAtPeriodEnd,
  cancelExtraSubscription,
  changePlanAtPeriodEnd,
  changePlanNow,
  changePlanWhenConfirmed,
  endSubscriptions,
  endTrial,
  refundSubscription,
  releaseSchedule,
  startPlanNow,
  startPlanWhenConfirmed,
  takeBackCancellation,
  voidInvoice,
} from "./stripeSubscriptions";

export type StripeClient = ReturnType<typeof stripeClient>;

const TIMEOUT_MS = 20_000;
const NETWORK_RETRIES = 2;

export function stripeClient(settings: StripeSettings) {
  const sdk = new Stripe(settings.secretKey, {
    ...stripeAddress(settings),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
  });
  return {
    isLive: isLiveKey(settings.secretKey),
    createCustomer: bind(sdk, createCustomer),
    deleteCustomer: bind(sdk, deleteCustomer),
    findCustomers: bind(sdk, findCustomers),
    setCustomerEmail: bind(sdk, setCustomerEmail),
    fetchCustomerState: bind(sdk, fetchCustomerState),
    openCheckout: bind(sdk, openCheckout),
    closeOpenCheckouts: bind(sdk, closeOpenCheckouts),
    openPortal: bind(sdk, openPortal),
    changePlanNow: bind(sdk, changePlanNow),
    changePlanWhenConfirmed: bind(sdk, changePlanWhenConfirmed),
    startPlanNow: bind(sdk, startPlanNow),
    startPlanWhenConfirmed: bind(sdk, startPlanWhenConfirmed),
    fetchDispute: bind(sdk, fetchDispute),
    endTrial: bind(sdk, endTrial),
    voidInvoice: bind(sdk, voidInvoice),
    changePlanAtPeriodEnd: bind(sdk, changePlanAtPeriodEnd),
    releaseSchedule: bind(sdk, releaseSchedule),
    cancelAtPeriodEnd: bind(sdk, cancelAtPeriodEnd),
    takeBackCancellation: bind(sdk, takeBackCancellation),
    cancelExtraSubscription: bind(sdk, cancelExtraSubscription),
    refundSubscription: bind(sdk, refundSubscription),
    endSubscriptions: bind(sdk, endSubscriptions),
    createOverageInvoice: bind(sdk, createOverageInvoice),
    findOverageInvoice: bind(sdk, findOverageInvoice),
    retrieveOverageInvoice: bind(sdk, retrieveOverageInvoice),
    findOverageLine: bind(sdk, findOverageLine),
    addOverageLine: bind(sdk, addOverageLine),
    finalizeOverageInvoice: bind(sdk, finalizeOverageInvoice),
    payOverageInvoice: bind(sdk, payOverageInvoice),
  };
}

function bind<Args extends unknown[], Result>(
  sdk: Stripe,
  request: (sdk: Stripe, ...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return (...args) => request(sdk, ...args);
}
