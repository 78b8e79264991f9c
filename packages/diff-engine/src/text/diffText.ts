import { optional, argumentsOf, aString, withDefaults } from "@mon/bundled/arguments"
import { diffOptions } from "../argumentKinds.ts"
import { findEdits } from "./diffLines.ts"
import type { Edit } from "./Edit.ts"
import { findMoves } from "./moves.ts"
import { HunkLines } from "./HunkLines.ts"
import type { Hunk, TextDiff, TextDiffOptions } from "./TextDiff.ts"
import { hunkText } from "./unified.ts"

const acceptDiffText = /* @__PURE__ */ argumentsOf("diffText", () => ({
  before: aString,
  after: aString,
  options: optional(diffOptions())
}))

const DEFAULTS = {
  context: 3,
  unifiedLength: 65_536,
  hunkLines: 5_000,
  hunkCharacters: 1_000_000,
  hunkSpans: 50_000
} as const

const same = (): TextDiff => ({
  changed: false,
  similarity: 1,
  addedLines: 0,
  removedLines: 0,
  addedWords: 0,
  removedWords: 0,
  changeCount: 0,
  hunks: [],
  moves: [],
  unified: "",
  headline: "No changes",
  approximate: false
})

const charactersOf = (lines: ReadonlyArray<string>, start = 0, end = lines.length): number => {
  let sum = 0
  for (let i = start; i < end; i++) sum += (lines[i] ?? "").length + 1
  return sum
}

/**
 * Splits a text into lines. An empty text has no lines. A final line break ends the last line and does not begin a new
 * one.
 */
const linesOf = (text: string): Array<string> => {
  if (text === "") return []
  const lines = text.split("\n")
  if (lines.at(-1) === "") lines.pop()
  return lines
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`

/** Groups edits into hunks. Edits that share context lines are in one hunk. */
const grouped = (edits: ReadonlyArray<Edit>, context: number): Array<Array<Edit>> => {
  const groups: Array<Array<Edit>> = []
  for (const edit of edits) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last !== undefined && before !== undefined && edit.oldStart - before.oldEnd <= context * 2) last.push(edit)
    else groups.push([edit])
  }
  return groups
}

/**
 * Compares two texts line by line, and changed lines word by word.
 *
 * @example
 * diffText("Starter 39 EUR\nFree trial\n", "Starter 49 EUR\nFree trial\n").headline // => "1 change: +1 / -1 line"
 */
export const diffText = (before: string, after: string, options: TextDiffOptions = {}): TextDiff => {
  acceptDiffText(before, after, options)
  if (before === after) return same()
  const { context, unifiedLength, ...limits } = withDefaults(DEFAULTS, options)
  const old = linesOf(before)
  const next = linesOf(after)
  const { approximate, edits } = findEdits(old, next)
  if (edits.length === 0) return same()
  const addedLines = edits.reduce((sum, edit) => sum + edit.newEnd - edit.newStart, 0)
  const removedLines = edits.reduce((sum, edit) => sum + edit.oldEnd - edit.oldStart, 0)
  const oldCharacters = charactersOf(old)
  const newCharacters = charactersOf(next)
  const goneCharacters = edits.reduce((sum, edit) => sum + charactersOf(old, edit.oldStart, edit.oldEnd), 0)
  const hunks: Array<Hunk> = []
  const content = new HunkLines(old, next, limits)
  for (const group of grouped(edits, context)) {
    const first = group[0]
    const last = group.at(-1)
    if (first === undefined || last === undefined) continue
    const oldStart = Math.max(0, first.oldStart - context)
    const newStart = first.newStart - (first.oldStart - oldStart)
    const oldEnd = Math.min(old.length, last.oldEnd + context)
    const newEnd = last.newEnd + (oldEnd - last.oldEnd)
    let at = oldStart
    for (const edit of group) {
      content.addEqual(at, edit.oldStart)
      content.addEdit(edit)
      at = edit.oldEnd
    }
    content.addEqual(at, oldEnd)
    const lines = content.take()
    if (lines.length === 0) continue
    const oldLines = oldEnd - oldStart
    const newLines = newEnd - newStart
    hunks.push({
      oldStart: oldLines === 0 ? oldStart : oldStart + 1,
      oldLines,
      newStart: newLines === 0 ? newStart : newStart + 1,
      newLines,
      lines
    })
  }
  const lines = addedLines === 1 && removedLines === 1 ? "line" : "lines"
  return {
    changed: true,
    similarity: (2 * (oldCharacters - goneCharacters) + content.equalCharacters) / (oldCharacters + newCharacters),
    addedLines,
    removedLines,
    addedWords: content.addedWords,
    removedWords: content.removedWords,
    changeCount: edits.length,
    hunks,
    moves: findMoves(edits, old, next),
    unified: hunkText(hunks, unifiedLength, content.isCut),
    headline: `${plural(edits.length, "change")}: +${addedLines} / -${removedLines} ${lines}`,
    approximate
  }
}
