import { markFewEdits } from "./fewEdits.ts"
import { intern } from "./intern.ts"
import { markManyEdits } from "./linearSpace.ts"
import type { Span } from "./TextDiff.ts"

/** A word or number with what belongs to it, white space, or one other character. */
const TOKEN = /[\p{L}\p{N}_]+(?:[.,'’][\p{L}\p{N}_]+)*|\s+|[^\p{L}\p{N}_\s]/gu
const WORD = /[\p{L}\p{N}_]+(?:[.,'’][\p{L}\p{N}_]+)*/gu

/** Blocks beyond these are told line by line: comparing their words would cost more than it tells. */
const MAX_LINES = 200
const MAX_PRODUCT = 1_000_000
const STEPS = 2_000_000
const FEW = 32
/** With less in common than this, words that happen to be equal only confuse. */
const LEAST_COMMON = 0.3

const LINE_END = "\n"

/** How many words a text has. */
export const countWords = (text: string): number => text.match(WORD)?.length ?? 0

const tokensOf = (lines: ReadonlyArray<string>): Array<string> => {
  const tokens: Array<string> = []
  for (const line of lines) {
    for (const token of line.match(TOKEN) ?? []) tokens.push(token)
    tokens.push(LINE_END)
  }
  return tokens
}

/** Spans line by line; null where all of a line changed. */
const spansOf = (tokens: ReadonlyArray<string>, changed: Uint8Array, op: "insert" | "delete"): Array<ReadonlyArray<Span> | null> => {
  const lines: Array<ReadonlyArray<Span> | null> = []
  let line: Array<Span> = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? ""
    if (token === LINE_END) {
      lines.push(line.every((span) => span.op !== "equal" || span.text.trim() === "") ? null : line)
      line = []
      continue
    }
    const kind = changed[i] === 1 ? op : "equal"
    const last = line.at(-1)
    if (last?.op === kind) line[line.length - 1] = { op: kind, text: last.text + token }
    else line.push({ op: kind, text: token })
  }
  return lines
}

/** What changed inside lines that were replaced by others. */
export interface Refinement {
  readonly removed: ReadonlyArray<ReadonlyArray<Span> | null>
  readonly added: ReadonlyArray<ReadonlyArray<Span> | null>
}

const whole = (lines: ReadonlyArray<string>): ReadonlyArray<null> => lines.map(() => null)

/** Compares the words of lines that were replaced; lines that share little are left whole. */
export const refineWords = (removed: ReadonlyArray<string>, added: ReadonlyArray<string>): Refinement => {
  const none = { removed: whole(removed), added: whole(added) }
  if (removed.length === 0 || added.length === 0 || removed.length + added.length > MAX_LINES) return none
  const old = tokensOf(removed)
  const fresh = tokensOf(added)
  if (old.length * fresh.length > MAX_PRODUCT) return none
  const changedOld = new Uint8Array(old.length)
  const changedNew = new Uint8Array(fresh.length)
  if (!markFewEdits(old, fresh, FEW, changedOld, changedNew)) {
    const ids = intern(old, fresh)
    markManyEdits(ids.old, ids.new, changedOld, changedNew, { steps: STEPS })
  }
  const common = old.reduce((sum, token, i) => changedOld[i] === 1 || token.trim() === "" ? sum : sum + token.length, 0)
  const length = old.reduce((sum, token) => sum + token.trim().length, 0)
  if (common < length * LEAST_COMMON) return none
  return { removed: spansOf(old, changedOld, "delete"), added: spansOf(fresh, changedNew, "insert") }
}
