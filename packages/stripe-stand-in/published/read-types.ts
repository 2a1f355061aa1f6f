/**
 * Reads the published API from the types of Stripe's SDK, and its URLs from the code beside them. It is a separate
 * program, because the compiler takes seconds and hundreds of megabytes: published.ts runs it once for each version of
 * the SDK.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import type { Field, Published, PublishedCall, Shape } from "./shape.ts";

type Words = { method: string; path: string };

const WRAPPERS = new Set(["Promise", "Response"]);

export function readTypes(sdkFolder: string): Published {
  const entry = path.join(sdkFolder, "stripe.esm.node.d.ts");
  const program = ts.createProgram([entry], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    target: ts.ScriptTarget.ES2023,
    types: [],
  });
  const checker = program.getTypeChecker();
  const shapes: Published["shapes"] = {};
  const names = new Map<ts.Symbol, string>();
  const calls: PublishedCall[] = [];
  let events: Published["events"] = {};
  let error: Shape = { kind: "anything" };

  const resources = program
    .getSourceFiles()
    .filter(({ fileName }) => path.resolve(fileName).startsWith(path.join(sdkFolder, "resources")));
  for (const file of resources) {
    const addresses = addressesIn(file.fileName.replace(/\.d\.ts$/, ".js"));
    for (const statement of file.statements) {
      if (ts.isClassDeclaration(statement)) calls.push(...callsOf(statement, addresses));
      if (isUnionOfEvents(file, statement)) events = eventsOf(checker.getTypeAtLocation(statement));
    }
  }
  for (const file of program.getSourceFiles()) {
    for (const statement of file.statements) {
      if (ts.isTypeAliasDeclaration(statement) && statement.name.text === "StripeRawError") {
        error = shapeOf(checker.getTypeAtLocation(statement));
      }
    }
  }
  return { calls, events, shapes, error, errorCodes: errorCodes() };

  function callsOf(declared: ts.ClassDeclaration, addresses: Map<string, Words>): PublishedCall[] {
    return declared.members.flatMap((member): PublishedCall[] => {
      if (!ts.isMethodDeclaration(member) || member.type === undefined) return [];
      const words = addresses.get(`${declared.name?.text ?? ""}.${member.name.getText()}`);
      if (words === undefined) return [];
      const params = member.parameters.find((one) => one.name.getText() === "params")?.type;
      const request: Shape =
        params === undefined ? { kind: "object", fields: {} } : shapeOfNode(params);
      return [{ ...words, request, response: responseOf(member.type) }];
    });
  }

  /** The type inside the promise, without the SDK's own additions. */
  function responseOf(node: ts.TypeNode): Shape {
    if (!ts.isTypeReferenceNode(node)) return shapeOfNode(node);
    const name = node.typeName.getText();
    const [inner] = node.typeArguments ?? [];
    if (inner === undefined) return shapeOfNode(node);
    if (WRAPPERS.has(name)) return responseOf(inner);
    const object =
      name === "ApiListPromise"
        ? "list"
        : name === "ApiSearchResultPromise"
          ? "search_result"
          : null;
    return object === null ? shapeOfNode(node) : pageOf(object, shapeOfNode(inner));
  }

  function eventsOf(union: ts.Type): Published["events"] {
    const members = union.isUnion() ? union.types : [union];
    return Object.fromEntries(
      members.flatMap((member): [string, Shape][] => {
        const type = member.getProperty("type");
        const literal = type === undefined ? null : checker.getTypeOfSymbol(type);
        return literal?.isStringLiteral() === true ? [[literal.value, shapeOf(member)]] : [];
      }),
    );
  }

  /** The only type that lists them: the possible values of `last_payment_error.code`. */
  function errorCodes(): string[] {
    const error = shapes["PaymentIntent.LastPaymentError"];
    const code = error?.kind === "object" ? error.fields.code?.shape : undefined;
    if (code?.kind !== "either") throw new Error("The SDK's types no longer list the error codes");
    return code.of.flatMap((one) => (one.kind === "literal" ? [String(one.value)] : []));
  }

  function shapeOfNode(node: ts.TypeNode): Shape {
    // The compiler drops an empty string from a union with `string`, but it means that a value can be unset.
    if (ts.isTypeReferenceNode(node) && node.typeName.getText() === "Emptyable") {
      const [inner] = node.typeArguments ?? [];
      if (inner !== undefined) {
        return { kind: "either", of: [{ kind: "literal", value: "" }, shapeOfNode(inner)] };
      }
    }
    if (ts.isArrayTypeNode(node)) return { kind: "list", of: shapeOfNode(node.elementType) };
    return shapeOf(checker.getTypeFromTypeNode(node));
  }

  function shapeOfProperty(property: ts.Symbol): Shape {
    const [declaration] = property.declarations ?? [];
    const isPlain = (property.flags & ts.SymbolFlags.Transient) === 0;
    if (isPlain && declaration !== undefined && ts.isPropertySignature(declaration)) {
      const { type } = declaration;
      if (type !== undefined && ts.isTypeReferenceNode(type)) return shapeOfNode(type);
    }
    return shapeOf(checker.getTypeOfSymbol(property));
  }

  function shapeOf(type: ts.Type): Shape {
    if (type.aliasSymbol?.name === "Decimal") return { kind: "decimal" };
    if (type.isUnion()) return shapeOfUnion(type);
    if (type.isStringLiteral() || type.isNumberLiteral()) {
      return { kind: "literal", value: type.value };
    }
    const { flags } = type;
    if (flags & ts.TypeFlags.BooleanLiteral) {
      return { kind: "literal", value: checker.typeToString(type) === "true" };
    }
    if (flags & ts.TypeFlags.StringLike) return { kind: "text" };
    if (flags & ts.TypeFlags.NumberLike) return { kind: "number" };
    if (flags & ts.TypeFlags.BooleanLike) return { kind: "boolean" };
    if (flags & ts.TypeFlags.Null) return { kind: "null" };
    if (isOpenText(type)) return { kind: "text" };
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      return item === undefined ? { kind: "anything" } : { kind: "list", of: shapeOf(item) };
    }
    return flags & ts.TypeFlags.Object || type.isIntersection()
      ? shapeOfObject(type)
      : { kind: "anything" };
  }

  function shapeOfUnion(type: ts.UnionType): Shape {
    // Removes the promise of future values, and keeps the listed ones.
    const hasLiterals = type.types.some((one) => one.isStringLiteral());
    const members = type.types.filter(
      (one) =>
        !(one.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) &&
        !(hasLiterals && isOpenText(one)),
    );
    const isAnyBoolean =
      members.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral).length === 2;
    const of = members
      .filter(({ flags }) => !(isAnyBoolean && flags & ts.TypeFlags.BooleanLiteral))
      .map(shapeOf);
    if (isAnyBoolean) of.push({ kind: "boolean" });
    const [only, ...others] = of;
    return only !== undefined && others.length === 0 ? only : { kind: "either", of };
  }

  function shapeOfObject(type: ts.Type): Shape {
    const { symbol } = type;
    const isGeneric =
      !!(type as Partial<ts.TypeReference>).target &&
      checker.getTypeArguments(type as ts.TypeReference).length > 0;
    const isNamed =
      !type.isIntersection() &&
      !isGeneric &&
      (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0;
    if (!isNamed) return fieldsOf(type);
    const known = names.get(symbol);
    if (known !== undefined) return { kind: "named", name: known };
    const name = freeName(symbol);
    names.set(symbol, name);
    // The name comes first, because a field of the shape may refer back to it.
    shapes[name] = { kind: "anything" };
    shapes[name] = fieldsOf(type);
    return { kind: "named", name };
  }

  function fieldsOf(type: ts.Type): Shape {
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (index !== undefined) return { kind: "map", of: shapeOf(index) };
    const fields: Record<string, Field> = {};
    for (const property of checker.getPropertiesOfType(type)) {
      // `deleted?: void` means that there is no such field.
      if (checker.getTypeOfSymbol(property).flags & ts.TypeFlags.Undefined) continue;
      if (checker.typeToString(checker.getTypeOfSymbol(property)).startsWith("void")) continue;
      fields[property.name] = {
        shape: shapeOfProperty(property),
        isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      };
    }
    return { kind: "object", fields };
  }

  function freeName(symbol: ts.Symbol): string {
    const full = checker.getFullyQualifiedName(symbol).replace(/^".*"\./, "");
    if (shapes[full] === undefined) return full;
    for (let count = 2; ; count += 1) {
      if (shapes[`${full} ${count}`] === undefined) return `${full} ${count}`;
    }
  }
}

/** Version 2 of the API has a type of this name too. */
function isUnionOfEvents({ fileName }: ts.SourceFile, statement: ts.Statement): boolean {
  return (
    fileName.endsWith("/resources/Events.d.ts") &&
    ts.isTypeAliasDeclaration(statement) &&
    statement.name.text === "Event"
  );
}

/** `string & Record<never, never>`: any text, but the compiler keeps the literals beside it. */
function isOpenText(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.String);
}

function pageOf(object: "list" | "search_result", of: Shape): Shape {
  const always = (shape: Shape): Field => ({ shape, isOptional: false });
  return {
    kind: "object",
    fields: {
      object: always({ kind: "literal", value: object }),
      data: always({ kind: "list", of }),
      has_more: always({ kind: "boolean" }),
      url: always({ kind: "text" }),
      ...(object === "list"
        ? {}
        : {
            next_page: always({ kind: "either", of: [{ kind: "text" }, { kind: "null" }] }),
            total_count: { shape: { kind: "number" }, isOptional: true },
          }),
    },
  };
}

/**
 * The URL that each method requests, by class and method, from the code beside the types: `_makeRequest("GET",
 * "/v1/…")`.
 */
function addressesIn(file: string): Map<string, Words> {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.ES2023,
    true,
  );
  const found = new Map<string, Words>();
  for (const declared of source.statements.filter(ts.isClassDeclaration)) {
    for (const member of declared.members.filter(ts.isMethodDeclaration)) {
      const words = requestIn(member);
      if (words !== null) found.set(`${declared.name?.text ?? ""}.${member.name.getText()}`, words);
    }
  }
  return found;
}

function requestIn(node: ts.Node): Words | null {
  if (ts.isCallExpression(node) && node.expression.getText().endsWith("._makeRequest")) {
    const [method, address] = node.arguments;
    const path = address === undefined ? null : pathOf(address);
    if (method !== undefined && ts.isStringLiteral(method) && path !== null) {
      return { method: method.text, path };
    }
  }
  return ts.forEachChild(node, requestIn) ?? null;
}

function pathOf(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  const spans = node.templateSpans.map(({ literal }, index) => `:id${index}${literal.text}`);
  return node.head.text + spans.join("");
}
