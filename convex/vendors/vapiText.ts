/**
 * Escapes the beginnings of templates in an owner's text, because the voice platform evaluates them (LiquidJS:
 * https://docs.vapi.ai/assistants/dynamic-variables). Each becomes a template that renders itself.
 */
export function asText(text: string): string {
  return text.replaceAll(/\{[{%]/g, (beginning) => `{{ "${beginning}" }}`);
}
