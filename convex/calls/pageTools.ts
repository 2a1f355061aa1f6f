/** What a website's own code offers, as tools of one conversation. */
import { TOOL_MESSAGE } from "../assistantActions/tools";
import type { LanguageId } from "../shared/languages";
import type { PageAction, PageParameter } from "../shared/pageActions";

/** No other tool of ours begins like this. With it, a name has at most the platform's 40 characters. */
export const PAGE_TOOL_PREFIX = "page_";

const ON_THE_PAGE = "It happens on the page of the website that the visitor sees.";

/**
 * In the platform's format, `CreateFunctionToolDTO`. The website's code wrote the descriptions, and a visitor can change what
 * it says, so they get nothing that the visitor may not have.
 */
export function pageTools(actions: PageAction[], language: LanguageId | null): object[] {
  return actions.map(({ name, description, parameters }) => ({
    type: "function",
    messages: [{ type: "request-start", content: TOOL_MESSAGE[language ?? "en"] }],
    function: {
      name: PAGE_TOOL_PREFIX + name,
      description: `${description} ${ON_THE_PAGE}`,
      parameters: {
        type: "object",
        properties: Object.fromEntries(parameters.map((one) => [one.name, propertyOf(one)])),
        required: parameters.filter(({ isRequired }) => isRequired).map((one) => one.name),
      },
    },
  }));
}

function propertyOf({ type, description, options }: PageParameter) {
  return { type, description, ...(options.length === 0 ? {} : { enum: options }) };
}
