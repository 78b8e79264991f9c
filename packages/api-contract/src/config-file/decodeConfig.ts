import { didYouMean } from "@mon/bundled/command-line/nearest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import { ConfigDocument } from "./ConfigDocument.ts"
import type { ConfigPath } from "./ConfigFault.ts"

/** Something that is wrong with a value, before it has a line. */
export interface ValueFault {
  readonly path: ConfigPath
  readonly message: string
}

/** The schema is plain data: it asks for no service. */
const decode = Schema.decodeUnknownResult(ConfigDocument as unknown as Schema.Codec<ConfigDocument>, {
  errors: "all",
  onExcessProperty: "error"
})

/** Separates the names that an object may have, in a message that {@link messageOf} completes. */
const ALLOWED = "\n"

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "UnexpectedKey" && SchemaAST.isObjects(issue.ast)
      ? issue.ast.propertySignatures.map(({ name }) => `${ALLOWED}${String(name)}`).join("")
      : SchemaIssue.defaultLeafHook(issue)
})

/** Messages of the schema library for what has no message of its own. */
const plainMessages: ReadonlyArray<readonly [pattern: RegExp, message: string]> = [
  [/^Missing key/u, "is required."],
  [/^(?:Expected|Invalid)/u, "has a value that is not allowed."]
]

const messageOf = (message: string, field: string): string =>
  message.startsWith(ALLOWED)
    ? `is not allowed here.${didYouMean(field, message.split(ALLOWED))}`
    : (plainMessages.find(([pattern]) => pattern.test(message))?.[1] ?? message)

const faultsOf = (issue: SchemaIssue.Issue): ReadonlyArray<ValueFault> =>
  format(issue).issues.map(({ message, path: parts = [] }) => {
    const path = parts.map((part) => {
      const key = typeof part === "object" ? part.key : part
      return typeof key === "number" ? key : String(key)
    })
    return { path, message: messageOf(message, String(path.at(-1))) }
  })

/** Decodes the value of a file, or says all that is wrong with it. */
export const decodeConfig = (value: unknown): Result.Result<ConfigDocument, ReadonlyArray<ValueFault>> => {
  const decoded = decode(value)
  return Result.isSuccess(decoded) ? Result.succeed(decoded.success) : Result.fail(faultsOf(decoded.failure.issue))
}
