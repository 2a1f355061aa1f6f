/** Both forms are one chunk, because they share most of their code. */
export { CreateAssistantForm } from "./create-assistant-form";
export { EditAssistantForm } from "./edit-assistant-form";
