import { gapsBetween, type HandOff, onCallAt, type Shift, shiftsBetween } from "../src/index.ts"

const DAY = 86_400_000
const BEGIN = Date.UTC(2025, 1, 2)
const YEARS = 3

const turnOf = ({ sources: [source] }: Shift): number => (source?.kind === "layer" ? source.turn : Number.NaN)

/**
 * Returns the first fault in the turns of three years, or null. The turns must follow each other without a gap, an
 * overlap or a missing number, and each turn must be the same when it is computed from its own start.
 */
export const turnFault = (zone: string, handOff: HandOff): string | null => {
  const groups = [["ann"], ["bob"], ["cat"]]
  const schedule = { zone, layers: [{ groups, handOff }] }
  let previous: Shift | null = null
  for (let year = 0; year < YEARS; year += 1) {
    const range = { from: BEGIN + year * 365 * DAY, to: BEGIN + (year + 1) * 365 * DAY }
    if (gapsBetween(schedule, range).length > 0) return `${zone}: a gap in ${year}`
    for (const shift of shiftsBetween(schedule, range)) {
      const turn = turnOf(shift)
      if (previous !== null && turn !== turnOf(previous)) {
        const isNext = turn === turnOf(previous) + 1 && shift.start === previous.end && shift.end > shift.start
        if (!isNext) return `${zone}: turn ${turn} does not follow turn ${turnOf(previous)}`
      }
      if (shift.people[0] !== groups[turn % groups.length]?.[0]) return `${zone}: turn ${turn} has another person`
      const [own] = onCallAt(schedule, shift.start).sources
      if (own?.kind !== "layer" || own.turn !== turn || own.end !== shift.end) return `${zone}: turn ${turn} differs`
      previous = shift
    }
  }
  return null
}
