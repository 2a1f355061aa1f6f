/** The limits of what an owner can write for an assistant to know. */
export const MAX_FILES = 50;

export const MAX_ANSWERS = 200;
export const MAX_QUESTION_LENGTH = 300;
export const MAX_ANSWER_LENGTH = 1_000;

export const MAX_WEBSITES = 3;
/** How many pages of websites an assistant can know, by its owner's plan. */
export const WEBSITE_PAGES = { STARTER: 50, PRO: 200, ENTERPRISE: 200 } as const;
export const MAX_WEBSITE_PAGES = 200;
/** How many of them can be PDFs, which are as long as files. */
export const MAX_WEBSITE_PDFS = 10;
/** The oldest goes when there is one more. */
export const MAX_DISMISSED_QUESTIONS = 500;

export const MAX_NOTES = 10;
export const MAX_NOTE_LENGTH = 200;
export const MAX_NOTE_DAYS = 90;
