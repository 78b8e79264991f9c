import type { Edit } from "./Edit.ts"
import type { Move } from "./TextDiff.ts"

/** The minimum number of lines of a move. Fewer lines may match by chance. */
const MIN_LINES = 3
const MAX_MOVES = 100
/** The maximum number of changed lines for which moves are searched. */
const MAX_LINES = 20_000

/**
 * Returns the position of each line in the given runs; null for a line that occurs more than once, because its origin
 * is ambiguous.
 */
const placesOf = (
  lines: ReadonlyArray<string>,
  runs: ReadonlyArray<readonly [start: number, end: number]>
): ReadonlyMap<string, { readonly at: number; readonly start: number; readonly end: number } | null> => {
  const places = new Map<string, { readonly at: number; readonly start: number; readonly end: number } | null>()
  for (const [start, end] of runs) {
    for (let at = start; at < end; at++) {
      const line = lines[at] ?? ""
      places.set(line, places.has(line) ? null : { at, start, end })
    }
  }
  return places
}

/**
 * Finds blocks of at least three lines that were removed in one place and added in another. Each block contains a line
 * that occurs only once among the removed lines and only once among the added lines.
 */
export const findMoves = (
  edits: ReadonlyArray<Edit>,
  old: ReadonlyArray<string>,
  next: ReadonlyArray<string>
): ReadonlyArray<Move> => {
  const size = edits.reduce((sum, edit) => sum + edit.oldEnd - edit.oldStart + edit.newEnd - edit.newStart, 0)
  if (size > MAX_LINES || size < 2 * MIN_LINES) return []
  const gone = placesOf(
    old,
    edits.map((edit) => [edit.oldStart, edit.oldEnd])
  )
  const added = placesOf(
    next,
    edits.map((edit) => [edit.newStart, edit.newEnd])
  )
  const moves: Array<Move> = []
  for (const { newEnd, newStart } of edits) {
    let floor = newStart
    for (let at = newStart; at < newEnd && moves.length < MAX_MOVES; at++) {
      const line = next[at] ?? ""
      const place = gone.get(line)
      if (place === undefined || place === null || added.get(line) === null) continue
      let up = 0
      while (at - up > floor && place.at - up > place.start && next[at - up - 1] === old[place.at - up - 1]) up++
      let down = 1
      while (at + down < newEnd && place.at + down < place.end && next[at + down] === old[place.at + down]) down++
      if (up + down >= MIN_LINES) moves.push({ oldStart: place.at - up + 1, newStart: at - up + 1, lines: up + down })
      at += down - 1
      floor = at + 1
    }
  }
  return moves
}
