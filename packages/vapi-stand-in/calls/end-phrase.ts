/**
 * Whether the assistant's text contains one of the phrases that end a call: in any case, also as a part of
 * other words. https://docs.vapi.ai/assistants/end-call-phrases
 */
export function saysEndPhrase(text: string, phrases: readonly string[]): boolean {
  const said = text.toLowerCase();
  return phrases.some((phrase) => said.includes(phrase.toLowerCase()));
}
