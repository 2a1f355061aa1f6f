import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";

type Functions = typeof api.knowledge;

export type ListedAnswer = FunctionReturnType<Functions["listAnswers"]>[number];
export type ListedFile = FunctionReturnType<Functions["listFiles"]>[number];
export type ListedWebsite = FunctionReturnType<typeof api.websites.listWebsites>[number];
export type ListedNote = FunctionReturnType<Functions["listNotes"]>[number];
