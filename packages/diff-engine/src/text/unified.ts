import type { Hunk } from "./TextDiff.ts"

const SIGNS = { equal: " ", insert: "+", delete: "-" } as const

const range = (start: number, lines: number): string => (lines === 1 ? String(start) : `${start},${lines}`)

const CUT = "… cut\n"

/**
 * Returns hunks as a unified diff (POSIX diff -u) without file names, of at most `max` characters. `more` says whether
 * there are lines that no hunk contains.
 */
export const hunkText = (hunks: ReadonlyArray<Hunk>, max: number, more = false): string => {
  let text = ""
  for (const hunk of hunks) {
    let part = `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@\n`
    for (const { op, text: line } of hunk.lines) {
      part += `${SIGNS[op]}${line}\n`
      if (text.length + part.length > max)
        return `${(text + part).slice(0, Math.max(0, max - CUT.length))}${CUT}`.slice(0, max)
    }
    text += part
  }
  return more ? `${text}${CUT}`.slice(0, max) : text
}
