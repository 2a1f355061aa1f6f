import { Globe } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Banner } from "../../components/banner";
import { buttonClass } from "../../components/button-class";
import { ROUTES } from "../../lib/routes";
import { rememberedWebsite } from "../../lib/website-to-begin-with";
import { TRIED_WEBSITE } from "./texts";

/** For a newcomer who has tried a website on the landing page and is shown the plans first. */
export function TriedWebsite() {
  const [website] = useState(rememberedWebsite);
  if (website === null || !URL.canParse(website)) return null;
  return (
    <Banner
      tone="accent"
      Icon={Globe}
      title={TRIED_WEBSITE.title(new URL(website).host.replace(/^www\./, ""))}
      action={
        <Link to={ROUTES.dashboard} className={buttonClass()}>
          {TRIED_WEBSITE.create}
        </Link>
      }
    >
      {TRIED_WEBSITE.text}
    </Banner>
  );
}
