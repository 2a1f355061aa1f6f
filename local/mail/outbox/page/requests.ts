/** What the page asks of the outbox. */
export interface Summary {
  id: string;
  createdAt: number;
  from: string;
  to: string[];
  subject: string;
  lastEvent: string;
  attachments: number;
}

export interface WholeMail extends Summary {
  cc: string[];
  bcc: string[];
  html: string | null;
  text: string | null;
  links: { url: string; text: string }[];
  codes: string[];
  headers: [string, string][];
  source: string;
  tags: { name: string; value: string }[];
  idempotencyKey: string | null;
  files: { filename: string; type: string | null; bytes: number }[];
  events: { type: string; at: number; to: string[] }[];
  webhooks: {
    event: string;
    type: string;
    state: string;
    attempts: number;
    outcome: string | null;
  }[];
}

export interface Found {
  total: number;
  mails: Summary[];
}

export interface OrderedFault {
  kind: string;
  times: number;
}

async function ask<T>(method: string, way: string, body?: object): Promise<T> {
  const response = await fetch(`/outbox/${way}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { error?: string };
  if (!response.ok) throw new Error(answer.error ?? `The outbox answered ${response.status}`);
  return answer;
}

export const findMails = (search: URLSearchParams) => ask<Found>("GET", `mails?${search}`);
export const readMail = (id: string) => ask<WholeMail>("GET", `mails/${id}`);
export const deleteMail = (id: string) => ask("DELETE", `mails/${id}`);
export const deleteAll = () => ask("DELETE", "mails");
export const report = (id: string, type: string) => ask("POST", `mails/${id}/events`, { type });
export const faults = () => ask<{ faults: OrderedFault[] }>("GET", "faults");
export const orderFault = (kind: string) => ask("POST", "faults", { kind });
export const cancelFaults = () => ask("DELETE", "faults");
