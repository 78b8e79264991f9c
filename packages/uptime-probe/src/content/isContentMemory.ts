import { anything, argumentsOf } from "@mon/bundled/arguments"
import type { ContentMemory } from "./ContentMemory.ts"
import { contentMemory } from "./contentMemoryKind.ts"

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
