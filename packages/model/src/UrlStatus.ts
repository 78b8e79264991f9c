import * as Schema from "effect/Schema"

/** The result of the last check of a URL monitor; `unknown` before the first. */
export const UrlStatus = Schema.Literals(["unknown", "active", "changed", "error"])
export type UrlStatus = typeof UrlStatus.Type
