import { Copy, Download, ExternalLink } from "lucide-react";
import { useState } from "react";
import { MAX_PLACE_LENGTH } from "../../../../convex/shared/limits";
import { MESSAGES } from "../../../../convex/shared/messages";
import { Button } from "../../../components/button";
import { buttonClass } from "../../../components/button-class";
import { Field } from "../../../components/field";
import { talkPathFor } from "../../../lib/routes";
import { saveFile } from "../../../lib/save-file";
import { toast } from "../../../lib/toast";
import { qrPng, qrSvg } from "./qr-code";
import { TALK_LINK } from "./texts";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The address of the assistant's talk page, and the same as a QR code to print. */
export function TalkLink({ name, embedId }: { name: string; embedId: string }) {
  const [place, setPlace] = useState("");
  const tidy = place.trim();
  const path = talkPathFor(embedId) + (tidy === "" ? "" : `?place=${encodeURIComponent(tidy)}`);
  const address = window.location.origin + path;
  const svg = qrSvg(address);

  return (
    <div className="grid gap-3">
      <p className="text-muted">{TALK_LINK.text}</p>
      <Field label={TALK_LINK.place} hint={TALK_LINK.placeHint}>
        {(control) => (
          <input
            {...control}
            maxLength={MAX_PLACE_LENGTH}
            value={place}
            onChange={({ target }) => setPlace(target.value)}
          />
        )}
      </Field>
      <p className="w-full rounded-control border border-line bg-canvas p-3 text-small wrap-anywhere">
        {address}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy(address)}>
          <Copy {...ICON} />
          {TALK_LINK.copy}
        </Button>
        <a href={path} target="_blank" className={buttonClass("quiet")}>
          <ExternalLink {...ICON} />
          {TALK_LINK.open}
        </a>
      </div>
      <div className="flex flex-wrap items-center gap-4 pt-2">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={TALK_LINK.qrAlt(name)}
          width={128}
          height={128}
          className="rounded-control border border-line"
        />
        <div className="grid justify-items-start gap-2">
          <p className="text-muted">{TALK_LINK.qr}</p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => saveFile(TALK_LINK.file("svg"), new Blob([svg], { type: SVG }))}>
              <Download {...ICON} />
              {TALK_LINK.svg}
            </Button>
            <Button onClick={() => void savePng(address)}>
              <Download {...ICON} />
              {TALK_LINK.png}
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}

const SVG = "image/svg+xml";

async function savePng(address: string): Promise<void> {
  try {
    saveFile(TALK_LINK.file("png"), await qrPng(address));
  } catch {
    toast.error(TALK_LINK.pngFailed);
  }
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast.success(TALK_LINK.copied);
  } catch {
    toast.error(MESSAGES.copyFailed);
  }
}
