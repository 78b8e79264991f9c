import { markFewEdits } from "./fewEdits.ts"
import { markManyEdits } from "./linearSpace.ts"
import type { Span } from "./TextDiff.ts"
import { tokenEnd } from "./tokens.ts"

/**
 * The maximum number of lines of a block whose words are compared. Comparing the words of larger blocks would cost too
 * much.
 */
const MAX_LINES = 200
const MAX_PRODUCT = 1_000_000
const FEW = 32
/**
 * The minimum share of equal characters. If two lines have less in common, marking the equal words would only confuse
 * the reader.
 */
const MIN_COMMON = 0.3

/** The remaining cost of comparing words, in characters read and search steps, over all blocks of a diff. */
export interface WordBudget {
  left: number
}

/**
 * Returns the budget of a diff. It suffices to compare the words of thousands of changes, and limits this comparison to
 * a few tenths of a second.
 */
export const wordBudget = (): WordBudget => ({ left: 2_000_000 })

/** The minimum cost of a block. It ensures that many short blocks also use up the budget. */
const BLOCK_COST = 100

/** A list of tokens as numbers. Equal tokens have the same number. The token 0 ends a line. */
interface Tokens {
  readonly ids: ReadonlyArray<number>
  /** The index where each token ends in its line; 0 for a token that ends a line. */
  readonly ends: ReadonlyArray<number>
}

const LINE_END = 0

const tokensOf = (lines: ReadonlyArray<string>, numbers: Map<string, number>): Tokens => {
  const ids: Array<number> = []
  const ends: Array<number> = []
  for (const line of lines) {
    for (let at = 0; at < line.length;) {
      const end = tokenEnd(line, at)
      const token = line.slice(at, end)
      let id = numbers.get(token)
      if (id === undefined) {
        id = numbers.size + 1
        numbers.set(token, id)
      }
      ids.push(id)
      ends.push(end)
      at = end
    }
    ids.push(LINE_END)
    ends.push(0)
  }
  return { ids, ends }
}

/** Returns the spans of each line; null if the whole line changed. */
const spansOf = (
  lines: ReadonlyArray<string>,
  { ends, ids }: Tokens,
  changed: Uint8Array,
  op: "insert" | "delete"
): Array<ReadonlyArray<Span> | null> => {
  let token = 0
  return lines.map((line) => {
    const spans: Array<Span> = []
    let from = 0
    let common = false
    for (; ids[token] !== LINE_END; token++) {
      const kind = changed[token] === 1 ? op : "equal"
      const end = ends[token] ?? line.length
      const isLast = ids[token + 1] === LINE_END
      if (!isLast && (changed[token + 1] === 1) === (changed[token] === 1)) continue
      const text = line.slice(from, end)
      common ||= kind === "equal" && text.trim() !== ""
      spans.push({ op: kind, text })
      from = end
    }
    token++
    return common ? spans : null
  })
}

export interface Refinement {
  readonly removed: ReadonlyArray<ReadonlyArray<Span> | null>
  readonly added: ReadonlyArray<ReadonlyArray<Span> | null>
}

const NONE: Refinement = { removed: [], added: [] }

const lengthOf = (lines: ReadonlyArray<string>): number => lines.reduce((sum, line) => sum + line.length, 0)

/** Returns the share of characters in equal tokens, without white space. */
const commonShare = (lines: ReadonlyArray<string>, { ends, ids }: Tokens, changed: Uint8Array): number => {
  let common = 0
  let all = 0
  let token = 0
  for (const line of lines) {
    let from = 0
    for (; ids[token] !== LINE_END; token++) {
      const end = ends[token] ?? from
      const size = line.charCodeAt(from) <= 0x20 ? 0 : end - from
      all += size
      if (changed[token] !== 1) common += size
      from = end
    }
    token++
  }
  return all === 0 ? 0 : common / all
}

/** Compares the words of replaced lines until the budget is used. Does not refine lines that have little in common. */
export const refineWords = (
  removed: ReadonlyArray<string>,
  added: ReadonlyArray<string>,
  budget: WordBudget
): Refinement => {
  if (removed.length === 0 || added.length === 0 || removed.length + added.length > MAX_LINES) return NONE
  const cost = BLOCK_COST + lengthOf(removed) + lengthOf(added)
  if (cost > budget.left) return NONE
  budget.left -= cost
  const numbers = new Map<string, number>()
  const old = tokensOf(removed, numbers)
  const next = tokensOf(added, numbers)
  if (old.ids.length * next.ids.length > MAX_PRODUCT) return NONE
  const a = Int32Array.from(old.ids)
  const b = Int32Array.from(next.ids)
  const changedOld = new Uint8Array(a.length)
  const changedNew = new Uint8Array(b.length)
  if (!markFewEdits(a, b, FEW, changedOld, changedNew)) {
    const limits = { steps: budget.left }
    markManyEdits(a, b, changedOld, changedNew, limits)
    budget.left = Math.max(0, limits.steps)
  }
  if (commonShare(removed, old, changedOld) < MIN_COMMON) return NONE
  return { removed: spansOf(removed, old, changedOld, "delete"), added: spansOf(added, next, changedNew, "insert") }
}
