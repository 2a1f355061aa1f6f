/** The language model of all assistants: https://docs.vapi.ai/api-reference/assistants/create#request.body.model */
export interface LanguageModel {
  provider: string;
  model: string;
}

export const DEFAULT_LANGUAGE_MODEL = "openai/gpt-4.1-mini";

/** Some names of models have a slash themselves. */
const FORM = /^([a-z\d-]+)\/([\w./:-]{1,100})$/;

/** Parses the environment variable LANGUAGE_MODEL, or throws. */
export function parseLanguageModel(text: string | null): LanguageModel {
  const [, provider, model] = FORM.exec(text ?? DEFAULT_LANGUAGE_MODEL) ?? [];
  if (provider !== undefined && model !== undefined) return { provider, model };
  throw new Error(
    `LANGUAGE_MODEL must be the voice platform's names of a provider and a model, like ${DEFAULT_LANGUAGE_MODEL}`,
  );
}
