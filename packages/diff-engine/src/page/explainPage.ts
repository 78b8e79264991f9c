import { argumentsOf, optional, aUint8Array, aString, nullable, optionsOf, whole } from "@mon/bundled/arguments"
import { pageOptions } from "../argumentKinds.ts"
import { findEdits } from "../text/diffLines.ts"
import type { PageOptions } from "./PageOptions.ts"
import type { PageReading } from "./PageReading.ts"
import { type PageSource, readPage } from "./readPage.ts"

const acceptExplainPage = /* @__PURE__ */ argumentsOf("explainPage", () => ({
  source: optionsOf<PageSource>({ body: aUint8Array, contentType: nullable(aString), statusCode: whole(100, 999) }),
  options: optional(pageOptions())
}))

/** The options that leave out lines, in the order in which they apply. */
const LEAVING_OUT = ["exclude", "include", "ignoreLines"] as const

/** The name of an option that leaves out lines. */
export type LeavingOption = (typeof LEAVING_OUT)[number]

/** The lines that an option leaves out, in the order of the page. */
export interface LeftOut {
  readonly option: LeavingOption
  readonly lines: ReadonlyArray<string>
}

/** A reading of a page, and the lines that its options leave out. */
export interface ExplainedPage {
  readonly reading: PageReading
  readonly leftOut: ReadonlyArray<LeftOut>
  /** The option that makes the page unreadable; null if the page was read, or if no option is the cause. */
  readonly cause: LeavingOption | null
}

const vanished = (before: PageReading, after: PageReading): ReadonlyArray<string> => {
  if (before.state !== "ok") return []
  const old = before.text.split("\n")
  if (after.state !== "ok") return after.state === "empty" ? old : []
  const { edits } = findEdits(old, after.text.split("\n"))
  return edits.flatMap(({ oldEnd, oldStart }) => old.slice(oldStart, oldEnd))
}

/**
 * Reads a page as `readPage` does, and returns the lines that `exclude`, `include` and `ignoreLines` leave out. Reads
 * the page once more for each of these options.
 *
 * @example
 * const body = new TextEncoder().encode("<p>39 EUR<p>1,024 visitors")
 * const page = { body, contentType: "text/html", statusCode: 200 }
 * const { leftOut } = await explainPage(page, { ignoreLines: ["visitors"] })
 * leftOut // => [{ option: "ignoreLines", lines: ["1,024 visitors"] }]
 */
export const explainPage = async (source: PageSource, options: PageOptions = {}): Promise<ExplainedPage> => {
  acceptExplainPage(source, options)
  const set = LEAVING_OUT.filter((name) => (options[name]?.length ?? 0) > 0)
  const { exclude: _exclude, ignoreLines: _ignore, include: _include, dedupe, sort, ...others } = options
  let applied: PageOptions = others
  let before = await readPage(source, applied)
  let cause: LeavingOption | null = null
  const leftOut: Array<LeftOut> = []
  for (const option of set) {
    applied = { ...applied, [option]: options[option] }
    const after = await readPage(source, applied)
    if (before.state === "ok" && after.state !== "ok") cause = option
    leftOut.push({ option, lines: vanished(before, after) })
    before = after
    if (cause !== null) break
  }
  const isWhole = leftOut.length === set.length && sort !== true && dedupe !== true
  return { reading: isWhole ? before : await readPage(source, options), leftOut, cause }
}
