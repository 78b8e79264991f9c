import { anything, argumentsOf, type Kind, listOf, oneOf, optionsOf, whole } from "@mon/arguments"
import { type ContentMemory, HABIT, LAST_HASH } from "./ContentMemory.ts"

/** What was learned from earlier answers. */
export const contentMemory = (): Kind =>
  optionsOf<ContentMemory>({
    format: oneOf("data", "html", "text"),
    checks: whole(1, HABIT),
    titles: listOf(whole(0, LAST_HASH)),
    hosts: listOf(whole(0, LAST_HASH)),
    strange: whole(0, HABIT)
  })

/**
 * Whether a value that was read from storage is a {@link ContentMemory} of this release.
 *
 * @example
 * ```ts
 * isContentMemory({ format: "html", checks: 1, titles: [], hosts: [], strange: 0 }) // => true
 * isContentMemory({ format: "html" }) // => false
 * ```
 */
export const isContentMemory = (value: unknown): value is ContentMemory => {
  acceptIsContentMemory(value)
  try {
    return contentMemory().fault(value) === null
  } catch {
    // A getter or a proxy of the value threw.
    return false
  }
}

const acceptIsContentMemory = /* @__PURE__ */ argumentsOf("isContentMemory", () => ({ value: anything }))
