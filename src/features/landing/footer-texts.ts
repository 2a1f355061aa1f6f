/** Apart from ./texts.ts, because the privacy and terms pages load nothing else of it. */
import { PRODUCT_NAME } from "../../../convex/shared/productName";

export const FOOTER = {
  tagline: `${PRODUCT_NAME}: voice assistants for your website`,
  linksLabel: "About",
  privacy: "Privacy",
  terms: "Terms",
  support: "Support",
  theme: "Appearance",
} as const;
