import type { Program } from "./patternProgram.ts"
import { EDGE, holds, OTHER, WORD } from "./searchText.ts"

/**
 * The positions in the text at which each group begins and ends. They are -1 if the group did not take part in the
 * match.
 */
type Places = ReadonlyArray<number>

/** One path through the program. Preferred threads come first. */
interface Thread {
  readonly at: number
  readonly places: Places
}

/** The maximum number of steps of one search. This many steps take some tens of milliseconds. */
const MOST_STEPS = 2_000_000

/** A simulation of all paths in parallel (Pike's algorithm), so that the work is linear in the length of the text. */
class Simulation {
  readonly program: Program
  readonly text: string
  readonly groups: number
  steps = 0
  found: Places | null = null

  constructor(program: Program, groups: number, text: string) {
    this.program = program
    this.groups = groups
    this.text = text
  }

  side(place: number): number {
    if (place < 0 || place >= this.text.length) return EDGE
    const unitClass = this.program.classOf[this.text.charCodeAt(place)] ?? 0
    return this.program.isWord[unitClass] === 1 ? WORD : OTHER
  }

  /**
   * Returns the threads that wait for a code unit at a position. Stops at the first match, because it is preferred over
   * the matches of later threads.
   */
  waiting(threads: ReadonlyArray<Thread>, place: number): ReadonlyArray<Thread> {
    const { instructions } = this.program
    const [before, after] = [this.side(place - 1), this.side(place)]
    const seen = new Set<number>()
    const waiting: Array<Thread> = []
    const open = threads.toReversed()
    for (let thread = open.pop(); thread !== undefined; thread = open.pop()) {
      const { at, places } = thread
      if (seen.has(at)) continue
      seen.add(at)
      this.steps += 1
      const instruction = instructions[at]
      if (instruction === undefined || instruction.kind === "match") {
        this.found = places.with(1, place)
        return waiting
      }
      if (instruction.kind === "set") waiting.push(thread)
      else if (instruction.kind === "split")
        open.push({ at: instruction.other, places }, { at: instruction.next, places })
      else if (instruction.kind === "save")
        open.push({ at: instruction.next, places: places.with(instruction.place, place) })
      else if (holds(instruction.edge, before, after)) open.push({ at: instruction.next, places })
    }
    return waiting
  }

  run(): Places | null {
    const { classOf, instructions, sets, start } = this.program
    const none = Array.from({ length: 2 * (this.groups + 1) }, () => -1)
    let threads: ReadonlyArray<Thread> = []
    for (let place = 0; place <= this.text.length; place += 1) {
      // The leftmost match counts, so no new thread starts once a match has been found.
      const begun = this.found === null ? [...threads, { at: start, places: none.with(0, place) }] : threads
      if (begun.length === 0) break
      const waiting = this.waiting(begun, place)
      if (this.steps > MOST_STEPS) return null
      const unitClass = classOf[this.text.charCodeAt(place)] ?? 0
      threads = waiting.flatMap(({ at, places }) => {
        const instruction = instructions[at]
        return place < this.text.length && instruction?.kind === "set" && sets[instruction.set]?.[unitClass] === 1
          ? [{ at: instruction.next, places }]
          : []
      })
    }
    return this.found
  }
}

/**
 * Returns the texts of a pattern's groups, the whole match first. A text is undefined if its group did not take part in
 * the match. Returns null if there is no match, or if the search takes too long. The program must have been compiled
 * with groups.
 */
export const captureGroups = (
  program: Program,
  groups: number,
  text: string
): ReadonlyArray<string | undefined> | null => {
  const places = new Simulation(program, groups, text).run()
  if (places === null) return null
  return Array.from({ length: places.length / 2 }, (_, group) => {
    const [from = -1, to = -1] = [places[2 * group], places[2 * group + 1]]
    return from < 0 || to < 0 ? undefined : text.slice(from, to)
  })
}
