import { didYouMean } from "@mon/bundled/command-line/nearest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import { ConfigDocument } from "./ConfigDocument.ts"
import type { ConfigPath } from "./ConfigFault.ts"

export interface ValueFault {
  readonly path: ConfigPath
  readonly message: string
}

/** The cast is safe: the schema is plain data and needs no Effect service. */
const decode = Schema.decodeUnknownResult(ConfigDocument as unknown as Schema.Codec<ConfigDocument>, {
  errors: "all",
  onExcessProperty: "error"
})

/** The separator of the field names that an object allows, in a message that {@link messageOf} replaces. */
const ALLOWED = "\n"

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "UnexpectedKey" && SchemaAST.isObjects(issue.ast)
      ? issue.ast.propertySignatures.map(({ name }) => `${ALLOWED}${String(name)}`).join("")
      : SchemaIssue.defaultLeafHook(issue)
})

/** Replacements for the schema library's own messages, which it uses for schemas that define no message. */
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

export const decodeConfig = (value: unknown): Result.Result<ConfigDocument, ReadonlyArray<ValueFault>> => {
  const decoded = decode(value)
  return Result.isSuccess(decoded) ? Result.succeed(decoded.success) : Result.fail(faultsOf(decoded.failure.issue))
}
