import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
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
const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Messages of the schema library for what has no message of its own. */
const plainMessages: ReadonlyArray<readonly [pattern: RegExp, message: string]> = [
  [/^Expected no excess property/u, "is not allowed here."],
  [/^Missing key/u, "is required."],
  [/^(?:Expected|Invalid)/u, "has a value that is not allowed."]
]

const messageOf = (message: string): string => plainMessages.find(([pattern]) => pattern.test(message))?.[1] ?? message

const faultsOf = (issue: SchemaIssue.Issue): ReadonlyArray<ValueFault> =>
  format(issue).issues.map(({ message, path = [] }) => ({
    path: path.map((part) => {
      const key = typeof part === "object" ? part.key : part
      return typeof key === "number" ? key : String(key)
    }),
    message: messageOf(message)
  }))

/** Decodes the value of a file, or says all that is wrong with it. */
export const decodeConfig = (value: unknown): Result.Result<ConfigDocument, ReadonlyArray<ValueFault>> => {
  const decoded = decode(value)
  return Result.isSuccess(decoded) ? Result.succeed(decoded.success) : Result.fail(faultsOf(decoded.failure.issue))
}
