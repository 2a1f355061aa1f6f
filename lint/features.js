/**
 * Which folder may import from which (docs/architecture.md draws the picture). A file belongs to the first entry whose
 * path it starts with; it may import from its own folder and from those listed. `*` stands for one folder name, the same
 * wherever it appears in one entry.
 *
 * @typedef {object} FolderRule
 * @property {string} path
 * @property {string[]} mayImport
 * @property {string[]} [ownPackages] Which of the packages in packages/ it may import; none without it.
 * @property {boolean} [noPackages] Not even packages: plain constants.
 */

const SHARED_WITH_BROWSER = ["convex/_generated", "convex/shared"];
const INTERFACE = ["src/components", "src/lib", ...SHARED_WITH_BROWSER];

/**
 * The backend's features in order. Each may import and call (by `internal.*`) those before it, and none after it, so
 * there are no cycles between features.
 */
const FEATURES = [
  "convex/jobs",
  "convex/vendors",
  "convex/notifications/mail",
  "convex/notifications/messengers",
  "convex/notifications/webhooks",
  "convex/accounts",
  "convex/billing/plans",
  "convex/billing/usage",
  "convex/billing/overage",
  "convex/billing/subscriptions",
  "convex/inbox",
  "convex/knowledge",
  "convex/assistantActions",
  "convex/assistants",
  "convex/talkButton",
  "convex/calls",
  "convex/chats",
  "convex/rehearsals",
  "convex/siteTrials",
  "convex/leftMessages",
  "convex/publicApi",
  "convex/ownerData",
  "convex/operator",
  "convex/dispatch",
];
const BASE = [...SHARED_WITH_BROWSER, "convex/lib"];

/** Both queues call later features by name: a job's handler and a mail's text belong to features. */
const CALLS_BY_NAME = [
  { from: "convex/jobs", to: "convex/dispatch/jobs" },
  { from: "convex/notifications/mail", to: "convex/dispatch/mails" },
];

/** The packages in packages/. */
const PACKAGES = ["@hark"];

/** @type {FolderRule[]} */
const FOLDERS = [
  { path: "src/app", mayImport: ["src/features", ...INTERFACE] },
  { path: "src/features/*", mayImport: INTERFACE },
  // The layers of the talk button, from the top: src/widget/README.md.
  {
    path: "src/widget/talk",
    mayImport: [
      ...["view", "engine", "transport", "frame", "state", "load-call"].map(
        (part) => `src/widget/${part}`,
      ),
      ...INTERFACE,
    ],
  },
  {
    path: "src/widget/view",
    mayImport: [
      ...["engine", "transport", "frame", "state", "load-call", "load-panel"].map(
        (part) => `src/widget/${part}`,
      ),
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
  // Runs on other people's pages.
  {
    path: "src/embed",
    mayImport: ["src/lib/widget-protocol", "convex/shared/pageFacts", "convex/shared/pageActions"],
  },
  { path: "src/components", mayImport: ["src/lib", ...SHARED_WITH_BROWSER] },
  { path: "src/lib", mayImport: SHARED_WITH_BROWSER },
  { path: "src", mayImport: SHARED_WITH_BROWSER },

  { path: "convex/_generated", mayImport: ["convex"] },
  { path: "convex/shared", mayImport: [], noPackages: true },
  // Of package.json only the version (convex/lib/productVersion.ts).
  { path: "convex/lib", mayImport: [...BASE, "package.json"] },
  ...FEATURES.map((path, index) => ({
    path,
    mayImport: [...BASE, ...FEATURES.slice(0, index), "convex/schema", "convex/test.setup"],
  })),
  // The public functions: one line each that calls a feature.
  {
    path: "convex",
    mayImport: [...BASE, ...FEATURES, "convex/schema"],
  },

  // A stand-in uses what the kit exports, and neither other stand-ins nor the product.
  { path: "packages/stand-in-kit", mayImport: [] },
  { path: "packages/*", mayImport: [], ownPackages: ["@hark/stand-in-kit"] },

  // Vite's configuration imports some of these files. They must not import our packages, which Vite cannot load.
  { path: "tools/start/web", mayImport: [], ownPackages: ["@hark/stand-in-kit"] },
  { path: "tools/demo", mayImport: ["tools/start"], ownPackages: PACKAGES },
  // Uses the vendors through the same code as the functions.
  {
    path: "tools/operate",
    mayImport: ["convex/shared", "convex/vendors", "tools/start"],
    ownPackages: ["@hark/stand-in-kit"],
  },
  // Has the voices of a deployment recorded, and of this machine.
  {
    path: "tools/voices",
    mayImport: ["convex/shared", "convex/vendors", "tools/operate", "tools/start"],
    ownPackages: ["@hark/vapi-stand-in"],
  },
  // Migrates the data of the local backend.
  {
    path: "tools/start",
    mayImport: ["tools", "convex/shared/migrations"],
    ownPackages: PACKAGES,
  },
  { path: "tools", mayImport: ["tools"], ownPackages: PACKAGES },

  { path: "lint", mayImport: ["eslint.config"] },
  // Tests may import anything except the interface, which they use like a visitor. Its routes list what to visit.
  {
    path: "tests",
    mayImport: ["convex", "tools", "playwright.config", "src/lib/routes"],
    ownPackages: PACKAGES,
  },
];

// Folders that only these may import, whatever the rules above allow.
const RESTRICTED = [
  { path: "convex/vendors", only: [...FEATURES, "tools/operate", "tools/voices", "tests"] },
  // Clients cannot call a feature's functions, so features cannot create public functions.
  { path: "convex/lib/functions", only: ["convex/*.ts"] },
  // Only features create internal functions.
  {
    path: "convex/lib/internalFunctions",
    only: [...FEATURES, "convex/lib", "convex/operator.ts", "convex/auth.ts"],
  },
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
  const rule = FOLDERS.find((candidate) => match(candidate.path, file) !== null);
  if (rule === undefined) return null;
  if (rule.path === "convex" && file.split("/").length > 2) {
    return `${file} is in no feature: a new one takes its place in FEATURES`;
  }
  const own = match(rule.path, file) ?? "";
  if ("package" in target) return objectionToPackage(rule, own, file, target.package);
  const closed = RESTRICTED.find((candidate) => isWithin(candidate.path, target.path));
  if (closed !== undefined && !closed.only.some((path) => isOpenTo(path, file))) {
    return `only ${closed.only.join(", ")} may import ${closed.path}`;
  }
  const targetRule = FOLDERS.find((candidate) => match(candidate.path, target.path) !== null);
  const isOwn = targetRule === rule && match(rule.path, target.path) === own;
  if (isOwn || rule.mayImport.some((path) => isWithin(path, target.path))) return null;
  const open = rule.mayImport.length === 0 ? "nothing outside itself" : rule.mayImport.join(", ");
  return `${own} may import ${open}, but not ${target.path}`;
}

/**
 * @param {FolderRule} rule
 * @param {string} own
 * @param {string} file
 * @param {string} name
 */
function objectionToPackage(rule, own, file, name) {
  if (rule.noPackages === true && !isTest(file)) {
    return `${own} holds plain constants and imports no package`;
  }
  if (!name.startsWith("@hark/")) return null;
  const open = rule.ownPackages ?? [];
  if (open.some((one) => isWithin(one, name)) || isWithin(own.replace("packages", "@hark"), name)) {
    return null;
  }
  return `${own} may import ${open.length === 0 ? "none of our packages" : open.join(", ")}, but not ${name}`;
}

/**
 * Why `file` may not call the internal function at `target`, such as `convex/calls/life/apply`; null when it may.
 *
 * @param {string} file
 * @param {string} target
 */
export function objectionToCall(file, target) {
  const feature = FEATURES.findIndex((path) => isWithin(path, target));
  const own = FEATURES.findIndex((path) => isWithin(path, file));
  if (feature === -1 || own === -1 || isTest(file) || feature <= own) return null;
  if (CALLS_BY_NAME.some(({ from, to }) => isWithin(from, file) && isWithin(to, target)))
    return null;
  return `${FEATURES[own]} may call internal functions of the features before it, but not ${target}`;
}

/** @param {string} file */
function isTest(file) {
  return /\.test\.tsx?$/.test(file);
}

/**
 * @param {string} pattern
 * @param {string} file
 */
function isOpenTo(pattern, file) {
  return pattern === "convex/*.ts" ? /^convex\/[^/]+\.ts$/.test(file) : isWithin(pattern, file);
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
