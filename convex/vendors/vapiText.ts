/**
 * The voice platform fills its templates in where it finds any (LiquidJS:
 * https://docs.vapi.ai/assistants/dynamic-variables). What an owner writes is text: the beginning of a template
 * becomes a template that says just that.
 */
export function asText(text: string): string {
  return text.replaceAll(/\{[{%]/g, (beginning) => `{{ "${beginning}" }}`);
}
