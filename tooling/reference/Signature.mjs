// Prints an export for the reference as a declaration without a body, close to its source.
import { SyntaxKind } from "typescript/unstable/ast"
import { NodeBuilderFlags, SignatureKind } from "typescript/unstable/sync"

/**
 * The limits for showing a value by its source: the source has at most this many lines, and the type has more than this
 * many characters.
 */
const LONGEST_SOURCE_LINES = 60
const LONGEST_PLAIN_TYPE = 200
/** The length above which a type is truncated as the compiler does by default. */
const LONGEST_TYPE = 600

const FUNCTIONS = [
  SyntaxKind.ArrowFunction,
  SyntaxKind.FunctionExpression,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.MethodDeclaration
]
const LITERALS = [
  SyntaxKind.ObjectLiteralExpression,
  SyntaxKind.ArrayLiteralExpression,
  SyntaxKind.StringLiteral,
  SyntaxKind.NumericLiteral
]

const textOf = (node) => node.getText(node.getSourceFile())
const unfinished = (text) => text.replaceAll(/import\("[^"]+"\)\./gu, "")

const printed = (checker, type, node) => {
  const whole = unfinished(checker.typeToString(type, node, NodeBuilderFlags.NoTruncation))
  return whole.length <= LONGEST_TYPE ? whole : unfinished(checker.typeToString(type, node))
}

const typeOf = (checker, node) => printed(checker, checker.getTypeAtLocation(node), node)

const call = (checker, named, node) => {
  const parameters = node.parameters.map(textOf)
  const typeParameters = node.typeParameters?.length ? `<${node.typeParameters.map(textOf).join(", ")}>` : ""
  const signature = checker.getSignatureFromDeclaration(node)
  const result = node.type
    ? textOf(node.type)
    : unfinished(checker.typeToString(checker.getReturnTypeOfSignature(signature), node, NodeBuilderFlags.NoTruncation))
  const flat = parameters.join(", ")
  const list = flat.includes("\n") || flat.length > 100 ? `\n  ${parameters.join(",\n  ")}\n` : flat
  return `${named}${typeParameters}(${list}): ${result}`
}

const isCallable = (checker, { name }) =>
  checker.getSignaturesOfType(checker.getTypeAtLocation(name), SignatureKind.Call).length > 0

const unwrapped = (node) =>
  node && [SyntaxKind.AsExpression, SyntaxKind.SatisfiesExpression].includes(node.kind)
    ? unwrapped(node.expression)
    : node

const constant = (checker, name, node) => {
  const value = unwrapped(node.initializer)
  if (node.type) return `const ${name}: ${textOf(node.type)}`
  if (value && FUNCTIONS.includes(value.kind)) return call(checker, `function ${name}`, value)
  const source = value ? textOf(node.initializer) : ""
  const type = typeOf(checker, node.name)
  const isTable =
    value &&
    (LITERALS.includes(value.kind) ||
      source.startsWith("Schema.") ||
      (type.length > LONGEST_PLAIN_TYPE && !isCallable(checker, node)))
  return isTable && source.split("\n").length <= LONGEST_SOURCE_LINES
    ? `const ${name} = ${source}`
    : `const ${name}: ${type}`
}

const isHidden = (member) =>
  member.name?.kind === SyntaxKind.PrivateIdentifier || /^(?:private|protected) /u.test(textOf(member))

const member = (checker, node) => {
  const doc = /^\s*(\/\*\*[^]*?\*\/)/u.exec(node.getFullText(node.getSourceFile()))?.[1]
  const isStatic = node.modifiers?.some(({ kind }) => kind === SyntaxKind.StaticKeyword) ? "static " : ""
  const name = node.name ? textOf(node.name) : "constructor"
  const written =
    node.kind === SyntaxKind.Constructor
      ? `constructor(${node.parameters.map(textOf).join(", ")})`
      : node.kind === SyntaxKind.MethodDeclaration
        ? call(checker, name, node)
        : node.initializer && !node.type && FUNCTIONS.includes(node.initializer.kind)
          ? call(checker, name, node.initializer)
          : `${node.kind === SyntaxKind.GetAccessor ? "readonly " : ""}${name}: ${node.type ? textOf(node.type) : typeOf(checker, node.name)}`
  return `${doc === undefined ? "" : `  ${doc.replaceAll(/\n\s*\*/gu, "\n   *")}\n`}  ${isStatic}${written}`
}

const docOf = (checker, symbol) => {
  const lines = symbol.getDocumentationComment(checker).split("\n")
  if (lines[0] === "") return ""
  return lines.length === 1
    ? `    /** ${lines[0]} */\n`
    : `    /**\n${lines.map((line) => `     * ${line}\n`).join("")}     */\n`
}

/** Returns a service whose interface is inferred, together with this interface. */
const serviceOf = (checker, name, node) => {
  const property = (type, wanted) => checker.getPropertiesOfType(type).find((one) => one.name === wanted)
  const service = property(checker.getTypeOfSymbol(checker.getSymbolAtLocation(node.name)), "Service")
  const methods = checker
    .getPropertiesOfType(checker.getTypeOfSymbol(service))
    .map(
      (one) =>
        `${docOf(checker, one)}    readonly ${one.name}: ${printed(checker, checker.getTypeOfSymbol(one), node).replace(/, never>$/u, ">")}`
    )
  const [id] = node.heritageClauses[0].types[0].expression.arguments
  return `extends Context.Service<\n  ${name},\n  {\n${methods.join("\n")}\n  }\n>()(${textOf(id)})`
}

const isInferred = (heritage) => /^extends Context\.Service<\w+>\(\)/u.test(heritage)

const classOf = (checker, name, node) => {
  const written = (node.heritageClauses ?? []).map(textOf).join(" ")
  const heritage = isInferred(written) ? serviceOf(checker, name, node) : written
  const members = node.members.filter((one) => !isHidden(one)).map((one) => member(checker, one))
  return `class ${name}${heritage === "" ? "" : ` ${heritage}`} {${members.length === 0 ? "" : `\n${members.join("\n")}\n`}}`
}

const KINDS = new Map([
  [SyntaxKind.ClassDeclaration, "class"],
  [SyntaxKind.InterfaceDeclaration, "interface"],
  [SyntaxKind.TypeAliasDeclaration, "type"],
  [SyntaxKind.FunctionDeclaration, "function"],
  [SyntaxKind.VariableDeclaration, "constant"]
])

export const kindOf = (checker, { declarations: [node] }) =>
  node.kind === SyntaxKind.VariableDeclaration && isCallable(checker, node)
    ? "function"
    : (KINDS.get(node.kind) ?? "module")

/** Returns the declaration of an export as TypeScript. */
export const signatureOf = (checker, exported) =>
  exported.declarations
    .map((node) => {
      const name = exported.name
      if (node.kind === SyntaxKind.VariableDeclaration) return constant(checker, name, node)
      if (node.kind === SyntaxKind.FunctionDeclaration) return call(checker, `function ${name}`, node)
      if (node.kind === SyntaxKind.ClassDeclaration) return classOf(checker, name, node)
      return textOf(node)
        .replace(/^\/\*\*[^]*?\*\/\s*/u, "")
        .replace(/^export /u, "")
    })
    .join("\n")
