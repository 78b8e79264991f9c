import { nullable, optional, argumentsOf } from "@mon/bundled/arguments"
import { compareOptions, pageReading, storedReading } from "../argumentKinds.ts"
import type { TextDiff } from "../text/TextDiff.ts"
import { diffText } from "../text/diffText.ts"
import type { CompareOptions, CompareRule } from "./CompareOptions.ts"
import { ignoredBy } from "./ignoredBy.ts"
import type { StoredReading, PageReading, UnreadablePage } from "./PageReading.ts"

const acceptComparePages = /* @__PURE__ */ argumentsOf("comparePages", () => ({
  before: nullable(storedReading()),
  after: pageReading(),
  options: optional(compareOptions())
}))

/** The result of comparing a reading with an earlier reading. */
export type PageComparison =
  /** The page has no earlier reading with the same configuration, so this reading is the new baseline. */
  | { readonly result: "baseline" }
  | { readonly result: "same" }
  | { readonly result: "changed"; readonly diff: TextDiff }
  /** The page differs, but the difference does not count because of `rule`. */
  | { readonly result: "ignored"; readonly rule: CompareRule; readonly diff: TextDiff }
  /** The page could not be compared. It does not count as changed. */
  | { readonly result: "unread"; readonly why: UnreadablePage }

/**
 * Decides whether a page changed. The decision and the diff are based on the same lines.
 *
 * @example
 * comparePages({ text: "39 EUR", configuration: "v1:x" }, { state: "empty", reason: "The page is empty." }).result // => "unread"
 */
export const comparePages = (
  before: StoredReading | null,
  after: PageReading,
  options: CompareOptions = {}
): PageComparison => {
  acceptComparePages(before, after, options)
  if (after.state !== "ok") return { result: "unread", why: after }
  if (before === null || before.configuration !== after.configuration) return { result: "baseline" }
  if (before.text === after.text) return { result: "same" }
  const { minimumChange: _minimum, onlyLines: _only, trigger: _trigger, ...limits } = options
  const diff = diffText(before.text, after.text, limits)
  if (!diff.changed) return { result: "same" }
  const rule = ignoredBy({ before: before.text, after: after.text }, options)
  return rule === null ? { result: "changed", diff } : { result: "ignored", rule, diff }
}
