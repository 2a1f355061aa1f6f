/**
 * The rooms of the house and who may look into which (docs/architecture.md draws the picture).
 * A file belongs to the first room whose path it starts with; it may import from its own room and
 * from those listed. `*` stands for one folder name, the same wherever it appears in one entry.
 *
 * @typedef {object} Room
 * @property {string} path
 * @property {string[]} mayImport
 * @property {boolean} [noPackages] Not even packages: plain constants.
 */

const SHARED_WITH_BROWSER = ["convex/_generated", "convex/catalog"];
const INTERFACE = ["src/components", "src/lib", ...SHARED_WITH_BROWSER];

/** What every room of the rules may use. */
const GROUND = ["convex/_generated", "convex/catalog", "convex/env", "convex/model/common"];
const VENDORS = ["convex/platforms", "convex/model/outbox", "convex/model/vendors"];
/** To owners, and to their servers. */
const TELLING = ["convex/model/mail", "convex/model/webhooks"];
const MONEY = "convex/model/money";

const STAND_INS_SHARE = [
  "local/ahead",
  "local/atomic",
  "local/bundle",
  "local/bundler",
  "local/clock",
  "local/collect-garbage",
  "local/database-file",
  "local/deliveries",
  "local/front-door",
  "local/key-file",
  "local/loopback",
  "local/must",
  "local/ordered-faults",
  "local/time-zone",
  "local/turns",
  "local/wait-while",
  "local/web-exchange",
  "local/worker-thread",
];

/** @type {Room[]} */
const ROOMS = [
  { path: "src/app", mayImport: ["src/features", ...INTERFACE] },
  { path: "src/features/*", mayImport: INTERFACE },
  // From the top: what is drawn, what carries it out, what it is sent by, what is around it, and what all of them know.
  {
    path: "src/widget/view",
    mayImport: [
      ...["engine", "transport", "frame", "state", "load-call"].map((part) => `src/widget/${part}`),
      ...INTERFACE,
    ],
  },
  {
    path: "src/widget/engine",
    mayImport: [
      ...["transport", "frame", "state"].map((part) => `src/widget/${part}`),
      ...INTERFACE,
    ],
  },
  {
    path: "src/widget/transport",
    mayImport: ["src/widget/frame", "src/widget/state", ...INTERFACE],
  },
  { path: "src/widget/frame", mayImport: ["src/widget/state", ...INTERFACE] },
  { path: "src/widget/state", mayImport: INTERFACE },
  { path: "src/widget", mayImport: ["src/widget", ...INTERFACE] },
  // Runs on other people's pages, alone.
  { path: "src/embed", mayImport: ["src/lib/widget-protocol"] },
  { path: "src/components", mayImport: ["src/lib", ...SHARED_WITH_BROWSER] },
  { path: "src/lib", mayImport: SHARED_WITH_BROWSER },
  { path: "src", mayImport: SHARED_WITH_BROWSER },

  { path: "convex/_generated", mayImport: ["convex"] },
  { path: "convex/catalog", mayImport: [], noPackages: true },
  { path: "convex/platforms", mayImport: ["convex/catalog"] },
  // From the ground up: a room knows those below it, and none above.
  { path: "convex/model/common", mayImport: GROUND },
  { path: "convex/model/outbox", mayImport: GROUND },
  {
    path: "convex/model/mail",
    mayImport: [...GROUND, "convex/platforms", "convex/model/outbox"],
  },
  {
    path: "convex/model/webhooks",
    mayImport: [...GROUND, "convex/platforms", "convex/model/outbox", "convex/model/mail"],
  },
  {
    path: "convex/model/accounts",
    mayImport: [...GROUND, "convex/platforms/github", "convex/model/outbox", "convex/model/mail"],
  },
  { path: "convex/model/vendors", mayImport: [...GROUND, ...VENDORS] },
  { path: `${MONEY}/plans`, mayImport: [...GROUND, ...VENDORS, "convex/model/mail"] },
  {
    path: `${MONEY}/minutes`,
    mayImport: [...GROUND, ...TELLING, "convex/model/accounts", `${MONEY}/plans`],
  },
  {
    path: `${MONEY}/charges`,
    mayImport: [
      ...GROUND,
      ...VENDORS,
      "convex/model/mail",
      ...["plans", "minutes"].map((room) => `${MONEY}/${room}`),
    ],
  },
  {
    path: MONEY,
    mayImport: [...GROUND, ...VENDORS, MONEY, "convex/model/mail", "convex/model/accounts"],
  },
  {
    path: "convex/model/outcomes",
    mayImport: [...GROUND, ...TELLING, "convex/model/vendors", "convex/model/accounts"],
  },
  {
    path: "convex/model/assistants",
    mayImport: [
      ...GROUND,
      ...VENDORS,
      ...["plans", "minutes", "charges"].map((room) => `${MONEY}/${room}`),
      "convex/model/webhooks",
      "convex/model/outcomes",
    ],
  },
  {
    path: "convex/model/calls",
    mayImport: [
      ...GROUND,
      ...VENDORS,
      ...["plans", "minutes", "charges"].map((room) => `${MONEY}/${room}`),
      ...TELLING,
      "convex/model/accounts",
      "convex/model/assistants",
      "convex/model/outcomes",
    ],
  },
  {
    path: "convex/model/api",
    mayImport: [
      ...GROUND,
      "convex/model/mail",
      "convex/model/accounts",
      "convex/model/assistants",
      "convex/model/calls",
      "convex/model/outcomes",
    ],
  },
  { path: "convex/model/export", mayImport: [...GROUND, "convex/model"] },
  { path: "convex/model/deletion", mayImport: [...GROUND, ...VENDORS, "convex/model"] },
  { path: "convex/model/operator", mayImport: [...GROUND, "convex/model"] },
  // What stands in no room.
  { path: "convex/model", mayImport: [] },
  // No client may call what is here, and nobody else makes functions that no client may call.
  {
    path: "convex/backstage",
    mayImport: [
      "convex/_generated",
      "convex/catalog",
      "convex/model",
      "convex/schema",
      "convex/test.setup",
    ],
  },
  {
    path: "convex/operator.ts",
    mayImport: ["convex/_generated", "convex/model", "convex/schema", "convex/backstage/functions"],
  },
  // @convex-dev/auth calls an internal mutation by the name of this file.
  {
    path: "convex/auth.ts",
    mayImport: [
      "convex/_generated",
      "convex/functions",
      "convex/model",
      "convex/backstage/functions",
    ],
  },
  {
    path: "convex",
    mayImport: ["convex/_generated", "convex/catalog", "convex/model"],
  },

  { path: "local/backend", mayImport: STAND_INS_SHARE },
  { path: "local/voice", mayImport: STAND_INS_SHARE },
  { path: "local/stripe", mayImport: STAND_INS_SHARE },
  { path: "local/mail", mayImport: STAND_INS_SHARE },
  { path: "local/identity", mayImport: STAND_INS_SHARE },
  { path: "local/turnstile", mayImport: STAND_INS_SHARE },
  { path: "local/web", mayImport: ["local/front-door"] },
  { path: "local", mayImport: ["local"] },

  // What talks to vendors from outside talks to them as the functions do.
  {
    path: "operate",
    mayImport: [
      "convex/catalog",
      "convex/platforms",
      "local/launch",
      "local/loopback",
      "local/web",
    ],
  },

  { path: "lint", mayImport: ["eslint.config"] },
  // Tests may look anywhere but into the interface, which they use as a visitor does.
  { path: "tests", mayImport: ["convex", "local", "operate", "playwright.config"] },
];

// Rooms within rooms: what the outer one may do does not open these.
const CLOSED = [
  { path: "convex/platforms", only: ["convex/model", "convex/platforms", "operate", "tests"] },
];

/**
 * Why `file` may not import `target`, or null when it may. Both are paths from the project's root,
 * `target` without its extension or a bare package name.
 *
 * @param {string} file
 * @param {{ path: string } | { package: string }} target
 * @returns {string | null}
 */
export function objection(file, target) {
  const room = ROOMS.find((candidate) => match(candidate.path, file) !== null);
  if (room === undefined) return null;
  const own = match(room.path, file) ?? "";
  if ("package" in target) {
    return room.noPackages === true && !isTest(file)
      ? `${own} holds plain constants and imports no package`
      : null;
  }
  const closed = CLOSED.find((candidate) => isWithin(candidate.path, target.path));
  if (closed !== undefined && !closed.only.some((path) => isWithin(path, file))) {
    return `only ${closed.only[0]} imports ${closed.path}`;
  }
  const innerRoom = ROOMS.find((candidate) => match(candidate.path, target.path) !== null);
  const isOwn = innerRoom === room && match(room.path, target.path) === own;
  if (isOwn || room.mayImport.some((path) => isWithin(path, target.path))) return null;
  const open = room.mayImport.length === 0 ? "nothing outside itself" : room.mayImport.join(", ");
  return `${own} may import ${open}, but not ${target.path}`;
}

/** @param {string} file */
function isTest(file) {
  return /\.test\.tsx?$/.test(file);
}

/**
 * The part of `path` that `pattern` stands for, or null.
 *
 * @param {string} pattern
 * @param {string} path
 */
function match(pattern, path) {
  const wanted = pattern.split("/");
  const given = path.split("/").slice(0, wanted.length);
  const fits = wanted.every((part, index) =>
    part === "*" ? given[index] !== undefined : part === given[index],
  );
  return fits ? given.join("/") : null;
}

/**
 * @param {string} outer
 * @param {string} path
 */
function isWithin(outer, path) {
  return path === outer || path.startsWith(`${outer}/`);
}
