/** One chunk: whoever opens one form has most of the other. */
export { CreateAssistantForm } from "./create-assistant-form";
export { EditAssistantForm } from "./edit-assistant-form";
