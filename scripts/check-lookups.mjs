// Refuses the lookup of an arbitrary word in an object, because words such as "constructor" and "__proto__" find
// members of Object.prototype, and writing to "__proto__" changes the object's prototype. Reads the types of all
// sources in packages/*/src, apps/*/src and tooling/testbed. Usage: node scripts/check-lookups.mjs [FOLDER]; the folder
// has a tsconfig.json.
import { join, relative } from "node:path"
import process from "node:process"
import { SyntaxKind } from "typescript/unstable/ast"
import * as is from "typescript/unstable/ast/is"
import { API, TypeFlags } from "typescript/unstable/sync"

/** The allowed lookups, each with the reason why its word cannot come from outside. */
const EXCEPTIONS = [
  {
    file: "packages/api-contract/src/OpenApiDocument.ts",
    lookups: ["components[name]"],
    reason: "the names of errors in a table of this package"
  },
  {
    file: "packages/bundled/src/arguments/kinds.ts",
    lookups: ["value[name]", "value[property]"],
    reason: "the names of arguments of functions; an option may be inherited from a class of the caller"
  },
  {
    file: "packages/core-store/src/monitors/statements/monitorColumns.ts",
    lookups: ["settings[name]", "columns[column]"],
    reason: "the names of settings and columns in tables of the program"
  },
  {
    file: "packages/core-store/src/sql/Pool.ts",
    lookups: ["Reflect.get(Object.hasOwn(own, key) ? own : live(), key)", "Reflect.set(live(), key, value)"],
    reason: "a proxy, which receives the names of members that the program uses"
  },
  {
    file: "packages/bundled/src/json-path/selectPaths.ts",
    lookups: ["Reflect.get(container, key)", "a[name]"],
    reason: "the callers have read the names from the object itself"
  },
  {
    file: "packages/model/src/factKey.ts",
    lookups: ["Reflect.get(Object(value), name)"],
    reason: "the paths are a table in the same file"
  },
  {
    file: "packages/process-runtime/src/worker-pool/WorkerPool.ts",
    lookups: ["exports[name]"],
    reason: "the namespace object of a module has no prototype"
  },
  {
    file: "packages/process-runtime/src/worker-pool/threadProgram.ts",
    lookups: ["exports[name]"],
    reason: "the namespace object of a module has no prototype"
  }
]

const ADVICE = {
  read: "the word may be the name of a member of Object.prototype; use a Map, or check Object.hasOwn first",
  write: "the word may be __proto__; use a Map, or collect entries for Object.fromEntries",
  cast: "a cast checks nothing; use a Map, or check Object.hasOwn first",
  assign: "a source with the name __proto__ changes the prototype of the target; use the spread syntax",
  spread: "a copy of an object without a prototype has one; give the copied object another type"
}
const INHERITED = Object.getOwnPropertyNames(Object.prototype)

const root = process.argv[2] ?? process.cwd()
const api = new API({ cwd: root })
const [{ checker, program }] = api.updateSnapshot({ openProjects: [join(root, "tsconfig.json")] }).getProjects()

const pathOf = (fileName) => relative(root, fileName).replaceAll("\\", "/")
const isSource = (fileName) => /^(?:(?:packages|apps)\/[^/]+\/src|tooling\/testbed)\/.*\.tsx?$/u.test(pathOf(fileName))

/** Returns an expression without parentheses and without casts, which change only its type. */
const bare = (node) =>
  is.isParenthesizedExpression(node) ||
  is.isAsExpression(node) ||
  is.isSatisfiesExpression(node) ||
  is.isNonNullExpression(node)
    ? bare(node.expression)
    : node

const textOf = (node) => bare(node).getText().replaceAll("?.[", "[").replaceAll("?.", ".").replaceAll(/\s+/gu, " ")

/**
 * Returns the arguments of a call of a function such as "Object.hasOwn"; an empty list if the node is anything else.
 */
const argumentsOf = (node, name) =>
  is.isCallExpression(node) && node.expression.getText() === name ? node.arguments : []

const isWritten = (node) => {
  const { parent } = node
  if (!is.isBinaryExpression(parent) || parent.left !== node) return false
  const { kind } = parent.operatorToken
  return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment
}

/** Returns the object and the word if a node looks up a word in an object or sets it in the object. */
const lookupIn = (node) => {
  // Deleting is safe, because only an own property can be deleted.
  if (is.isElementAccessExpression(node) && !is.isDeleteExpression(node.parent)) {
    const { argumentExpression: word, expression: object } = node
    return {
      object,
      word,
      kind: isWritten(node) ? "write" : uncast(word) === bare(word) && !is.isAsExpression(word) ? "read" : "cast"
    }
  }
  if (is.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword)
    return { object: node.right, word: node.left, kind: "read" }
  if (is.isBindingElement(node) && node.propertyName !== undefined && is.isComputedPropertyName(node.propertyName))
    return { object: node.parent, word: node.propertyName.expression, kind: "read" }
  for (const name of ["get", "has", "set"]) {
    const [object, word] = argumentsOf(node, `Reflect.${name}`)
    if (word !== undefined) return { object, word, kind: name === "set" ? "write" : "read" }
  }
  return null
}

const isLiteral = (node) => is.isStringLiteral(node) || is.isNumericLiteral(node) || is.isPrivateIdentifier(node)

/** Returns whether a value of a type can be the name of a member of Object.prototype. */
const isAnyWord = (type) => {
  if (type.isUnionType() || type.isIntersectionType()) return type.getTypes().some(isAnyWord)
  if (type.isTemplateLiteralType()) {
    const pattern = new RegExp(`^${type.texts.map((text) => RegExp.escape(text)).join(".*")}$`, "su")
    return INHERITED.some((name) => pattern.test(name))
  }
  if ((type.flags & (TypeFlags.String | TypeFlags.StringMapping | TypeFlags.Any | TypeFlags.Unknown)) !== 0) return true
  if (!type.isTypeParameter() && !type.isIndexedAccessType() && !type.isConditionalType()) return false
  const constraint = type.isTypeParameter()
    ? checker.getConstraintOfTypeParameter(type)
    : checker.getBaseConstraintOfType(type)
  return constraint === undefined || isAnyWord(constraint)
}

/** Returns whether the objects of a type have no prototype, as in the type of a literal with `__proto__: null`. */
const hasNoPrototype = (type) => checker.getPropertyOfType(checker.getNonNullableType(type), "__proto__") !== undefined

/** Returns whether objects of a type can have members with arbitrary names. */
const hasAnyNames = (type) =>
  (type.flags & TypeFlags.Any) !== 0 ||
  (type.isUnionType() && type.getTypes().some(hasAnyNames)) ||
  checker.getIndexInfosOfType(type).some(({ keyType }) => isAnyWord(keyType))

/**
 * Returns the parts of a condition that are certainly true if the condition is true or, with `isTrue` false, if it is
 * false.
 */
const factsOf = (condition, isTrue) => {
  const node = bare(condition)
  if (is.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
    return factsOf(node.operand, !isTrue)
  const joint = isTrue ? SyntaxKind.AmpersandAmpersandToken : SyntaxKind.BarBarToken
  if (is.isBinaryExpression(node) && node.operatorToken.kind === joint)
    return [...factsOf(node.left, isTrue), ...factsOf(node.right, isTrue)]
  return isTrue ? [node] : []
}

const ENDS = new Set([
  SyntaxKind.ReturnStatement,
  SyntaxKind.ThrowStatement,
  SyntaxKind.ContinueStatement,
  SyntaxKind.BreakStatement
])

const isEnd = (statement) =>
  ENDS.has(statement.kind) || (is.isBlock(statement) && statement.statements.some((one) => ENDS.has(one.kind)))

/** Returns the conditions that are true in a child node because of its parent. */
const factsAt = (parent, child) => {
  if (is.isConditionalExpression(parent) && child !== parent.condition)
    return factsOf(parent.condition, child === parent.whenTrue)
  if (is.isIfStatement(parent) && child !== parent.expression)
    return factsOf(parent.expression, child === parent.thenStatement)
  if (is.isBinaryExpression(parent) && child === parent.right) {
    if (parent.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken) return factsOf(parent.left, true)
    if (parent.operatorToken.kind === SyntaxKind.BarBarToken) return factsOf(parent.left, false)
  }
  if (!is.isBlock(parent)) return []
  return parent.statements
    .slice(0, parent.statements.indexOf(child))
    .flatMap((one) => (is.isIfStatement(one) && isEnd(one.thenStatement) ? factsOf(one.expression, false) : []))
}

/**
 * Returns the value of a constant if an enclosing block declares one with the name; otherwise returns the name itself.
 */
const valueOf = (name) => {
  for (let { parent } = name; parent !== undefined; { parent } = parent) {
    for (const statement of is.isBlock(parent) ? parent.statements : []) {
      if (!is.isVariableStatement(statement) || !statement.getText().startsWith("const ")) continue
      const [declaration] = statement.declarationList.declarations
      if (declaration.name.getText() === name.text) return declaration.initializer
    }
  }
  return name
}

/** Returns a word without its casts, including casts in the declaration of a constant. */
const uncast = (word) => {
  const value = is.isIdentifier(word) ? valueOf(word) : word
  return value !== undefined && is.isAsExpression(value) ? bare(value) : bare(word)
}

/**
 * Returns the object of `Object.keys(object)`, even if .filter() or a similar call follows; null for any other list.
 */
const objectOfKeys = (list) => {
  const node = bare(is.isIdentifier(bare(list)) ? valueOf(bare(list)) : list)
  const [object] = argumentsOf(node, "Object.keys")
  if (object !== undefined) return object
  const isPart =
    is.isCallExpression(node) &&
    is.isPropertyAccessExpression(node.expression) &&
    ["filter", "slice", "toReversed", "toSorted"].includes(node.expression.name.text)
  return isPart ? objectOfKeys(node.expression.expression) : null
}

/**
 * Returns the list whose items are the values of a loop variable or of a callback's parameter; null if the node is
 * neither.
 */
const listOf = (node, variable) => {
  if (is.isForOfStatement(node) && is.isVariableDeclarationList(node.initializer))
    return node.initializer.declarations[0].name.getText() === variable ? node.expression : null
  const isCallback =
    is.isArrowFunction(node) &&
    node.parameters[0]?.name.getText() === variable &&
    is.isCallExpression(node.parent) &&
    node.parent.arguments[0] === node &&
    is.isPropertyAccessExpression(node.parent.expression)
  return isCallback ? node.parent.expression.expression : null
}

/**
 * Returns whether the word is certainly an own property of the object: it is one of the object's keys, or Object.hasOwn
 * was checked.
 */
const isOwn = ({ node, object, word }) => {
  const [objectText, wordText] = [textOf(object), textOf(word)]
  const texts = [wordText, textOf(uncast(word))]
  for (let child = node, { parent } = node; parent !== undefined; child = parent, { parent } = parent) {
    const list = listOf(parent, wordText)
    if (list !== null) {
      const owner = objectOfKeys(list)
      return owner !== null && textOf(owner) === objectText
    }
    for (const fact of factsAt(parent, child)) {
      const [owner, name] = argumentsOf(fact, "Object.hasOwn")
      if (owner !== undefined && textOf(owner) === objectText && texts.includes(textOf(name))) return true
    }
  }
  return false
}

const files = program
  .getSourceFileNames()
  .filter(isSource)
  .map((fileName) => program.getSourceFile(fileName))
const lookups = []
const sources = []
const spreads = []
for (const file of files) {
  const visit = (node) => {
    const lookup = lookupIn(node)
    if (lookup !== null && !isLiteral(lookup.word)) lookups.push({ file, node, ...lookup })
    for (const source of argumentsOf(node, "Object.assign").slice(1))
      sources.push({ file, node: source, kind: "assign" })
    if (is.isSpreadAssignment(node)) spreads.push({ file, node, kind: "spread" })
    node.forEachChild(visit)
  }
  visit(file)
}

/** Returns the places for which the type of an expression passes a test. */
const withType = (places, expressionOf, test) => {
  const types = checker.getTypeAtLocation(places.map(expressionOf))
  return places.filter((_, index) => test(types[index]))
}

const unsafe = withType(lookups, ({ word }) => uncast(word), isAnyWord).filter(
  (one) => !isOwn(one) && textOf(one.object) !== "process.env"
)
const found = [
  ...withType(
    unsafe,
    ({ object }) => object,
    (type) => !hasNoPrototype(type)
  ),
  ...withType(sources, ({ node }) => (is.isSpreadElement(node) ? node.expression : node), hasAnyNames),
  ...withType(spreads, ({ node }) => node.expression, hasNoPrototype)
]
const used = new Set()
const errors = found.flatMap(({ file, kind, node }) => {
  const [path, text] = [pathOf(file.fileName), textOf(node)]
  const exception = EXCEPTIONS.find((one) => one.file === path && one.lookups.includes(text))
  if (exception !== undefined) {
    used.add(`${path} ${text}`)
    return []
  }
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  return [`${path}:${line + 1}: ${text}: ${ADVICE[kind]}.`]
})
if (process.argv[2] === undefined)
  for (const { file, lookups: texts } of EXCEPTIONS)
    for (const text of texts)
      if (!used.has(`${file} ${text}`))
        errors.push(`scripts/check-lookups.mjs: ${file} needs no exception for ${text}.`)
for (const error of errors) console.error(error)
console.log(`${lookups.length} lookups in ${files.length} files checked, ${errors.length} errors.`)
api.close()
process.exit(errors.length === 0 ? 0 : 1)
