import type { TextDiff } from "../text/TextDiff.ts"
import { hunkText } from "../text/unified.ts"

/** A unified diff with file names (POSIX diff -u) that `patch` can apply. */
export const renderUnified = ({ hunks }: TextDiff, before = "before", after = "after"): string =>
  hunks.length === 0 ? "" : `--- ${before}\n+++ ${after}\n${hunkText(hunks, Number.MAX_SAFE_INTEGER)}`
