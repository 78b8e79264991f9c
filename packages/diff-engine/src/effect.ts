import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { PageOptions } from "./page/PageOptions.ts"
import type { PageReading } from "./page/PageReading.ts"
import { type PageSource, readPage as read } from "./page/readPage.ts"
import { SelectorError } from "./page/Selection.ts"

/** The error for an invalid selector in the options. */
export class DiffEngineError extends Schema.TaggedError<DiffEngineError>()("DiffEngineError", {
  reason: Schema.Literals(["BadSelector"]),
  detail: Schema.String
}) {
  override get message() {
    return this.detail
  }
}

/**
 * Reads a page like the Promise function `readPage`, as an Effect. Fails only for an invalid selector. A page that
 * cannot be compared is a reading with a reason, not a failure.
 */
export const readPage = Effect.fn("diff-engine.readPage")(
  (source: PageSource, options: PageOptions = {}): Effect.Effect<PageReading, DiffEngineError> =>
    Effect.tryPromise({
      try: () => read(source, options),
      catch: (error) => {
        if (error instanceof SelectorError) return new DiffEngineError({ reason: "BadSelector", detail: error.message })
        throw error
      }
    })
)

export { comparePages, type PageComparison } from "./page/comparePages.ts"
export type { CompareOptions, CompareRule, MinimumChange, TextTrigger } from "./page/CompareOptions.ts"
export type { StoredReading, PageReading, ReadablePage, UnreadablePage } from "./page/PageReading.ts"
export type { PageOptions } from "./page/PageOptions.ts"
