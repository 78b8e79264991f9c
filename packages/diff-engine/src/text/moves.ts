import type { Edit } from "./Edit.ts"
import type { Move } from "./TextDiff.ts"

/** Fewer lines than this move by chance. */
const LEAST_LINES = 3
const MOST_MOVES = 100

const windowAt = (lines: ReadonlyArray<string>, at: number): string => lines.slice(at, at + LEAST_LINES).join("\n")

/** Blocks of at least three lines that were removed in one place and added in another. */
export const findMoves = (edits: ReadonlyArray<Edit>, old: ReadonlyArray<string>, fresh: ReadonlyArray<string>): ReadonlyArray<Move> => {
  const places = new Map<string, { readonly at: number; readonly end: number }>()
  for (const { oldEnd, oldStart } of edits) {
    for (let at = oldStart; at + LEAST_LINES <= oldEnd; at++) {
      const key = windowAt(old, at)
      if (key.trim() !== "" && !places.has(key)) places.set(key, { at, end: oldEnd })
    }
  }
  const moves: Array<Move> = []
  if (places.size === 0) return moves
  for (const { newEnd, newStart } of edits) {
    let at = newStart
    while (at + LEAST_LINES <= newEnd && moves.length < MOST_MOVES) {
      const place = places.get(windowAt(fresh, at))
      if (place === undefined) {
        at++
        continue
      }
      let lines = LEAST_LINES
      while (at + lines < newEnd && place.at + lines < place.end && fresh[at + lines] === old[place.at + lines]) lines++
      moves.push({ oldStart: place.at + 1, newStart: at + 1, lines })
      at += lines
    }
  }
  return moves
}
