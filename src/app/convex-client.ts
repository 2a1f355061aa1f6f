import { ConvexReactClient } from "convex/react";
import type {
  ArgsAndOptions,
  FunctionArgs,
  FunctionReference,
  FunctionReference_future,
  FunctionReturnType,
  FunctionType,
  OptionalRestArgs,
} from "convex/server";
import type { MutationOptions } from "convex/react";
import { readConvexUrl } from "../lib/env";
import { noteFailure } from "../lib/failures";
import { isOAuthCompletion, NOT_SIGNED_IN } from "./oauth-code";

type Called<Type extends FunctionType> = FunctionReference<Type> | FunctionReference_future<Type>;

/** Every call of the pages passes here, so a failure because of an update is noticed once. Error boundaries note those of subscriptions. */
class NotingClient extends ConvexReactClient {
  override mutation<Mutation extends Called<"mutation">>(
    mutation: Mutation,
    ...rest: ArgsAndOptions<Mutation, MutationOptions<FunctionArgs<Mutation>>>
  ): Promise<FunctionReturnType<Mutation>> {
    return noted(super.mutation(mutation, ...rest));
  }

  override action<Action extends Called<"action">>(
    action: Action,
    ...args: OptionalRestArgs<Action>
  ): Promise<FunctionReturnType<Action>> {
    const answer = noted(super.action(action, ...args));
    if (!isOAuthCompletion(action, args)) return answer;
    // The login page then says that the sign-in was not completed.
    return answer.catch(() => NOT_SIGNED_IN as FunctionReturnType<Action>);
  }

  override query<Query extends Called<"query">>(
    query: Query,
    ...args: OptionalRestArgs<Query>
  ): Promise<FunctionReturnType<Query>> {
    return noted(super.query(query, ...args));
  }
}

async function noted<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    noteFailure(error);
    throw error;
  }
}

export const CONVEX_URL = readConvexUrl(import.meta.env);
export const convexClient: ConvexReactClient = new NotingClient(CONVEX_URL);
