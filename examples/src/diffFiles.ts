import { readFile } from "node:fs/promises"
import { diffText, renderUnified } from "@mon/diff-engine"

/** Returns the differences between two files in the format of `diff -u`. */
export const diffFiles = async (before: string, after: string): Promise<string> => {
  const [old, now] = await Promise.all([readFile(before, "utf8"), readFile(after, "utf8")])
  return renderUnified(diffText(old, now), before, after)
}
