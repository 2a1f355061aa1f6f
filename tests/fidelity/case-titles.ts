/** Reads the titles of the contract cases from their source code, with placeholders left in. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

export interface CaseTitle {
  /** Relative to tests/contract. */
  file: string;
  line: number;
  title: string;
}

export interface ReadTitles {
  titles: CaseTitle[];
  /** Cases whose title cannot be read. */
  unread: string[];
}

const CONTRACT = path.resolve(import.meta.dirname, "../contract");
/** Deployed apps, which hold no cases. */
const APPS = /^(app|components-app|runaway-app)\//;
const CASE_MAKERS = new Set(["test", "it"]);

export function readCaseTitles(folder = CONTRACT): ReadTitles {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith(".ts") && !APPS.test(file))
    .sort();
  const read = files.map((file) => titlesIn(file, readFileSync(path.join(folder, file), "utf8")));
  return {
    titles: read.flatMap((each) => each.titles),
    unread: read.flatMap((each) => each.unread),
  };
}

export function titlesIn(file: string, text: string): ReadTitles {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const makers = makersIn(source);
  const found: ReadTitles = { titles: [], unread: [] };
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;

  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isIdentifier(node) || !makers.has(node.text) || isImported(node)) return;
    if (isNameOnly(node)) return;
    const call = callThatMakes(node);
    const [first] = call?.arguments ?? [];
    const line = lineOf(node);
    if (first !== undefined && ts.isStringLiteralLike(first)) {
      found.titles.push({ file, line, title: first.text });
    } else if (first !== undefined && ts.isTemplateExpression(first)) {
      found.titles.push({ file, line, title: first.head.text });
    } else {
      found.unread.push(`${file}:${line}: the title of this case is not a literal in its call`);
    }
  };
  visit(source);
  return found;
}

/** The names under which this file imports the test functions. */
function makersIn(source: ts.SourceFile): Set<string> {
  const names = source.statements
    .filter((statement) => ts.isImportDeclaration(statement))
    .flatMap(({ importClause }) => {
      const bindings = importClause?.namedBindings;
      return bindings !== undefined && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
    })
    .filter(({ name, propertyName }) => CASE_MAKERS.has((propertyName ?? name).text))
    .map(({ name }) => name.text);
  return new Set(names);
}

/** Finds the call with the title: `test(…)`, `test.concurrent(…)`, `test.each(…)(…)`. */
function callThatMakes(maker: ts.Identifier): ts.CallExpression | undefined {
  let node: ts.Node = maker;
  let isTable = false;
  while (ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node) {
    node = node.parent;
    isTable = /^(each|for|skipIf|runIf)$/.test((node as ts.PropertyAccessExpression).name.text);
  }
  if (isTable) {
    const { parent } = node;
    const isCalled = ts.isCallExpression(parent) || ts.isTaggedTemplateExpression(parent);
    if (!isCalled) return undefined;
    node = parent;
  }
  const call = node.parent;
  return ts.isCallExpression(call) && call.expression === node ? call : undefined;
}

function isImported(node: ts.Identifier): boolean {
  return ts.isImportSpecifier(node.parent);
}

/** Something else with the same name: `regex.test(…)`, `{ test: 1 }`. */
function isNameOnly(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  return ts.isPropertyAssignment(parent) && parent.name === node;
}
