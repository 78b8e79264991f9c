import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { record, text } = described

/** The reason why a check failed: a stable code and a sentence. */
export const Fault = record("Fault", "The reason why a check failed.", {
  code: text("Stable code of the outcome.", "connect_timeout"),
  message: text("Human-readable description of the outcome.", "No connection within 30 s.")
})
export interface Fault extends Schema.Schema.Type<typeof Fault> {}
