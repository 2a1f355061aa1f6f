/** Tells what a person wrote in a reply from what the mail program added: quoted text, what leads to it, and signatures. */
import { ORIGINAL_MESSAGE } from "./mailText";

export type ReplyLine =
  | { kind: "own"; text: string }
  | { kind: "quoted"; text: string }
  /** Words of the mail program between the two. */
  | { kind: "break" };

const MAX_LINES = 2_000;
const MAX_LINES_OF_ATTRIBUTION = 3;
const MAX_ATTRIBUTION_LENGTH = 300;

const QUOTED = /^\s{0,3}((?:>\s?)+)(.*)$/;

/** "On Monday, 5 January 2026, Hark wrote:" as mail programs put it in several languages. */
const ATTRIBUTIONS = [
  /^On\s.+\bwrote:$/is,
  /^Am\s.+\bschrieb(?:\s.+)?:$/is,
  /^Le\s.+\ba\s+écrit\s*:$/is,
  /^El\s.+\bescribió:$/is,
  /^Il\s.+\bha\s+scritto:$/is,
  /^Op\s.+\bschreef(?:\s.+)?:$/is,
  /^Em\s.+\bescreveu:$/is,
  /^(?:Den|På)\s.+\bskrev(?:\s.+)?:$/is,
  /^W\s+dniu\s.+\bpisze:$/is,
  /^\d{4}[-/年].+<[^<>\s]+@[^<>\s]+>.*[:：]$/s,
];

/** "-----Original Message-----" in several languages, and the line that Outlook draws. */
const ORIGINALS = [
  /^-{2,}\s*(?:Original Message|Forwarded Message|Ursprüngliche Nachricht|Message d'origine)\s*-{2,}$/i,
  /^-{2,}\s*(?:Mensaje original|Messaggio originale|Oorspronkelijk bericht|Mensagem original)\s*-{2,}$/i,
  /^-{2,}\s*(?:Originalmeddelande|Opprinnelig melding|Oryginalna wiadomość)\s*-{2,}$/i,
  /^_{10,}$/,
];

/** Two of these in a row begin a quoted mail without marks. */
const HEADER =
  /^\*?(?:From|Sent|Date|To|Subject|Von|Gesendet|Datum|An|Betreff|De|Envoyé|À|Objet|Enviado|Para|Asunto|Da|Inviato|A|Oggetto|Van|Verzonden|Aan|Onderwerp|Från|Skickat|Till|Ämne|Fra|Sendt|Til|Emne)\s?:\*?\s\S/i;

const SIGNATURE = /^(?:--|-- )$/;
/** What phones and mail programs add. */
const PROGRAM_SIGNATURE =
  /^(?:Sent from (?:my|Outlook|Mail|Yahoo)|Get Outlook for|Von meinem .+ gesendet|Gesendet (?:von|mit)|Envoyé (?:de|à partir)|Enviado desde|Inviato da|Verzonden vanaf|Verstuurd vanaf)\b/i;

/** The lines of a reply up to where the quoted mail follows without marks. Signatures are left out. */
export function linesOfReply(text: string): ReplyLine[] {
  const all = text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(/[\u200B\uFEFF]/g, "")
    .replaceAll("\u00A0", " ")
    .split("\n", MAX_LINES);
  const lines: ReplyLine[] = [];
  let isSignature = false;
  for (let at = 0; at < all.length; at++) {
    const line = all[at] ?? "";
    const quoted = QUOTED.exec(line);
    if (quoted !== null) {
      isSignature = false;
      lines.push({ kind: "quoted", text: quoted[2] ?? "" });
      continue;
    }
    if (beginsOriginal(all, at)) return lines;
    const length = attributionAt(all, at);
    if (length > 0) {
      const next = all.slice(at + length).find((one) => one.trim() !== "");
      if (next === undefined || !QUOTED.test(next)) return lines;
      isSignature = false;
      lines.push({ kind: "break" });
      at += length - 1;
      continue;
    }
    isSignature ||= SIGNATURE.test(line) || PROGRAM_SIGNATURE.test(line.trim());
    if (!isSignature) lines.push({ kind: "own", text: line.trim() });
  }
  return lines;
}

function beginsOriginal(lines: string[], at: number): boolean {
  const line = (lines[at] ?? "").trim();
  if (line === ORIGINAL_MESSAGE || ORIGINALS.some((pattern) => pattern.test(line))) return true;
  return HEADER.test(line) && HEADER.test((lines[at + 1] ?? "").trim());
}

/** How many lines the attribution has that begins here; 0 if none does. */
function attributionAt(lines: string[], at: number): number {
  let joined = "";
  for (let count = 1; count <= MAX_LINES_OF_ATTRIBUTION; count++) {
    const line = (lines[at + count - 1] ?? "").trim();
    if (line === "") return 0;
    joined = `${joined} ${line}`.trim();
    if (joined.length > MAX_ATTRIBUTION_LENGTH) return 0;
    if (ATTRIBUTIONS.some((pattern) => pattern.test(joined))) return count;
  }
  return 0;
}
