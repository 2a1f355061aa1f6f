/** The assistant of one call, session or chat: the stored one with its overrides and variables. */
import type {
  Assistant,
  AssistantConfig,
  AssistantOverrides,
  FunctionTool,
  SpeechTimeoutHook,
} from "../store/resources.ts";

/** An assistant without the fields that every resource has. */
export function configOf({
  id: _id,
  orgId: _orgId,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...config
}: Assistant): AssistantConfig {
  return config;
}

export function assistantForCall(
  assistant: AssistantConfig,
  { variableValues = {}, "tools:append": tools = [], ...overrides }: AssistantOverrides = {},
): AssistantConfig {
  return filled(withTools(overridden(assistant, overrides), tools), variableValues);
}

/**
 * The assistant of one chat that continues others. Its templates were filled when the first of them was created, so
 * variables fill only those of new overrides: https://docs.vapi.ai/chat/variable-substitution
 */
export function assistantForLaterChat(
  assistant: AssistantConfig,
  { variableValues = {}, "tools:append": tools = [], ...overrides }: AssistantOverrides = {},
): AssistantConfig {
  return withTools(overridden(assistant, filled(overrides, variableValues)), tools);
}

/** A model has its tools. */
function withTools(assistant: AssistantConfig, tools: FunctionTool[]): AssistantConfig {
  const { model } = assistant;
  if (model === undefined || tools.length === 0) return assistant;
  return { ...assistant, model: { ...model, tools: [...(model.tools ?? []), ...tools] } };
}

function filled(merged: AssistantConfig, variableValues: Record<string, unknown>): AssistantConfig {
  const fill = (text: string) => fillIn(text, variableValues);
  return {
    ...merged,
    ...(merged.firstMessage === undefined ? {} : { firstMessage: fill(merged.firstMessage) }),
    ...(merged.endCallMessage === undefined ? {} : { endCallMessage: fill(merged.endCallMessage) }),
    ...(merged.hooks === undefined ? {} : { hooks: filledHooks(merged.hooks, fill) }),
    ...(merged.model === undefined ? {} : { model: filledModel(merged.model, fill) }),
  };
}

/**
 * An override replaces a field. Of the parts with a provider, it changes only what it names as long as the provider is the
 * same: https://docs.vapi.ai/assistants/assistant-overrides
 */
function overridden(saved: AssistantConfig, overrides: AssistantConfig): AssistantConfig {
  const { model, voice, transcriber } = overrides;
  const isSame = (one?: { provider: string }, other?: { provider: string }) =>
    one !== undefined && one.provider === other?.provider;
  return {
    ...saved,
    ...overrides,
    ...(isSame(saved.model, model) ? { model: mergedModel(saved.model, model) } : {}),
    ...(isSame(saved.voice, voice) ? { voice: { ...saved.voice, ...voice } } : {}),
    ...(isSame(saved.transcriber, transcriber)
      ? { transcriber: { ...saved.transcriber, ...transcriber } }
      : {}),
  } as AssistantConfig;
}

type Model = AssistantConfig["model"];

/** A message replaces the saved one of its role. */
function mergedModel(saved: Model, model: Model): Model {
  if (saved === undefined || model === undefined) return model;
  const { messages = [] } = model;
  const kept = (saved.messages ?? []).filter(
    ({ role }) => !messages.some((message) => message.role === role),
  );
  return { ...saved, ...model, messages: [...kept, ...messages] };
}

export function systemPromptOf({ model }: AssistantConfig): string {
  const messages = model?.messages ?? [];
  return messages
    .filter(({ role }) => role === "system")
    .map(({ content }) => content)
    .join("\n\n");
}

function filledModel(
  model: NonNullable<AssistantConfig["model"]>,
  fill: (text: string) => string,
): NonNullable<AssistantConfig["model"]> {
  const messages = model.messages?.map((message) => ({
    ...message,
    content: fill(message.content),
  }));
  return messages === undefined ? model : { ...model, messages };
}

function filledHooks(
  hooks: SpeechTimeoutHook[],
  fill: (text: string) => string,
): SpeechTimeoutHook[] {
  return hooks.map((hook) => ({
    ...hook,
    do: hook.do.map((action) =>
      action.type === "say" && action.exact !== undefined
        ? { ...action, exact: [action.exact].flat().map(fill) }
        : action,
    ),
  }));
}

function fillIn(text: string, values: Record<string, unknown>): string {
  // The parts of LiquidJS, which the vendor names: variables, and string literals.
  const templates = /\{\{\s*(?:([\w.]+)|"([^"]*)")\s*\}\}/g;
  return text.replaceAll(templates, (whole, name: string, literal: string | undefined) => {
    if (literal !== undefined) return literal;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return whole;
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}
