import * as Schema from "effect/Schema"

/** The result of the last check of a page. It is `unknown` before the first check. */
export const PageStatus = Schema.Literals(["unknown", "active", "changed", "error"])
export type PageStatus = typeof PageStatus.Type
