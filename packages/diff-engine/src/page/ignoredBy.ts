import { findEdits } from "../text/diffLines.ts"
import type { CompareOptions, CompareRule, TextTrigger } from "./CompareOptions.ts"

interface Texts {
  readonly before: string
  readonly after: string
}

interface Counted {
  readonly lines: number
  readonly percent: number
}

const has = (text: string, sought: string, ignoreCase: boolean): boolean => {
  const wanted = sought.normalize("NFC")
  return ignoreCase ? text.toLowerCase().includes(wanted.toLowerCase()) : text.includes(wanted)
}

const isTriggered = (trigger: TextTrigger, { after, before }: Texts): boolean => {
  const { ignoreCase = false } = trigger
  return "appears" in trigger
    ? has(after, trigger.appears, ignoreCase) && !has(before, trigger.appears, ignoreCase)
    : has(before, trigger.disappears, ignoreCase) && !has(after, trigger.disappears, ignoreCase)
}

const lengthOf = (lines: ReadonlyArray<string>): number => lines.reduce((sum, line) => sum + line.length + 1, 0)

const share = (lines: ReadonlyArray<string>, ...all: ReadonlyArray<string>): number =>
  (100 * lengthOf(lines)) / lengthOf(all)

/** Returns the lines that the other side does not contain anywhere. A line that only moved is not new. */
const newLines = (lines: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = new Set(others)
  return lines.filter((line) => line.trim() !== "" && !known.has(line))
}

const count = ({ after, before }: Texts, only: CompareOptions["onlyLines"]): Counted => {
  const old = before.split("\n")
  const next = after.split("\n")
  if (only === "added") {
    const added = newLines(next, old)
    return { lines: added.length, percent: share(added, after) }
  }
  if (only === "removed") {
    const removed = newLines(old, next)
    return { lines: removed.length, percent: share(removed, before) }
  }
  const { edits } = findEdits(old, next)
  const changed = edits.flatMap(({ newEnd, newStart, oldEnd, oldStart }) => [
    ...old.slice(oldStart, oldEnd),
    ...next.slice(newStart, newEnd)
  ])
  return {
    lines: edits.reduce(
      (sum, { newEnd, newStart, oldEnd, oldStart }) => sum + Math.max(newEnd - newStart, oldEnd - oldStart),
      0
    ),
    percent: share(changed, before, after)
  }
}

export const ignoredBy = (texts: Texts, { minimumChange, onlyLines, trigger }: CompareOptions): CompareRule | null => {
  const counted = onlyLines === undefined && minimumChange === undefined ? null : count(texts, onlyLines)
  if (onlyLines !== undefined && counted?.lines === 0) return "onlyLines"
  if (trigger !== undefined && !isTriggered(trigger, texts)) return "trigger"
  if (minimumChange === undefined || counted === null) return null
  const isEnough =
    "lines" in minimumChange ? counted.lines >= minimumChange.lines : counted.percent >= minimumChange.percent
  return isEnough ? null : "minimumChange"
}
