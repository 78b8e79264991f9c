import * as Schema from "effect/Schema"

/** A point in time as ISO 8601 UTC with milliseconds. */
export const Timestamp = Schema.String
