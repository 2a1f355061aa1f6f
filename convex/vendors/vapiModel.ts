/** The language model of all assistants: https://docs.vapi.ai/api-reference/assistants/create#request.body.model */
export const LANGUAGE_MODEL = { provider: "openai", model: "gpt-4.1-mini" } as const;
