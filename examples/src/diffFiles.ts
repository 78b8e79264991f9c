import { readFile } from "node:fs/promises"
import { diffText, renderUnified } from "@mon/diff-engine"

/** What `diff -u` says of two files. */
export const diffFiles = async (before: string, after: string): Promise<string> => {
  const [old, now] = await Promise.all([readFile(before, "utf8"), readFile(after, "utf8")])
  return renderUnified(diffText(old, now), before, after)
}
