import { optional, argumentsOf, aString } from "@mon/bundled/arguments"
import { textDiff } from "../argumentKinds.ts"
import type { TextDiff } from "../text/TextDiff.ts"
import { hunkText } from "../text/unified.ts"

const acceptRenderUnified = /* @__PURE__ */ argumentsOf("renderUnified", () => ({
  diff: textDiff(),
  before: optional(aString),
  after: optional(aString)
}))

/** Returns a unified diff with file names (POSIX diff -u) that `patch` can apply. */
export const renderUnified = (diff: TextDiff, before = "before", after = "after"): string => {
  acceptRenderUnified(diff, before, after)
  const { hunks } = diff
  return hunks.length === 0 ? "" : `--- ${before}\n+++ ${after}\n${hunkText(hunks, Number.MAX_SAFE_INTEGER)}`
}
