import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { triedCheck } from "./TriedCheck.ts"

const { record, textOrNull, value } = described

/** The maximum number of characters of a response that a trial shows. */
export const EXCERPT_CHARACTERS = 4_000

/** The result of a check of a domain that is not stored. */
export const DomainTrial = record("DomainTrial", "One check of a domain, which is not stored.", {
  status: value(
    Schema.Literals(["up", "down", "unknown"]),
    "Outcome of the check. `unknown` if the prober itself could not run the check.",
    "down"
  ),
  ...triedCheck,
  excerpt: textOrNull(
    `The first ${EXCERPT_CHARACTERS} characters of the response. Null if it has no text, or if the request has headers, a body or credentials.`,
    "<!doctype html>"
  )
})
export interface DomainTrial extends Schema.Schema.Type<typeof DomainTrial> {}
