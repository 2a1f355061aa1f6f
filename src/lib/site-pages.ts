import { PRODUCT_NAME } from "../../convex/shared/productName";
import { ROUTES } from "./routes";

/** The pages that need no backend. They are rendered when the app is built, and hydrated in the browser. */
export const SITE_PAGES = {
  landing: {
    path: ROUTES.landing,
    title: "Voice assistants for your website",
    description:
      "Create a voice assistant, test it free, and put it on your website as a talk button.",
  },
  privacy: {
    path: ROUTES.privacy,
    title: "Privacy",
    description: `What ${PRODUCT_NAME} stores, why, and how you can delete it.`,
  },
  terms: {
    path: ROUTES.terms,
    title: "Terms",
    description: `The rules for using ${PRODUCT_NAME}, in plain words.`,
  },
} as const;
