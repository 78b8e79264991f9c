import { setImmediate } from "node:timers/promises"
import type { Edge } from "./PatternSyntax.ts"
import type { Program } from "./patternProgram.ts"

/** What comes before or after a place: an edge of the text, a word, or anything else. */
const EDGE = 0
const WORD = 1
const OTHER = 2

/** A state of the deterministic automaton, which is built while the text is read. */
interface State {
  /** Instructions to go on with, in order. */
  readonly at: ReadonlyArray<number>
  readonly before: number
  /** The state after a code unit of a class; -1 unknown, -2 found. */
  readonly next: Int32Array
}

const UNKNOWN = -1
const FOUND = -2

/** Beyond that, the states are built anew. */
const STATES_AT_ONCE = 2_000
/** States that one search may build: a tenth of a second of work at most. */
const MOST_STATES = 20_000
/** States built and code units read before other work gets its turn: some milliseconds. */
const STATES_PER_TURN = 500
const UNITS_PER_TURN = 262_144

const holds = (edge: Edge, before: number, after: number): boolean => {
  switch (edge) {
    case "start":
      return before === EDGE
    case "end":
      return after === EDGE
    case "word":
      return (before === WORD) !== (after === WORD)
    case "inside":
      return (before === WORD) === (after === WORD)
  }
}

class Search {
  readonly program: Program
  readonly states: Array<State> = []
  readonly known = new Map<string, number>()
  built = 0

  constructor(program: Program) {
    this.program = program
  }

  /** The instructions that a code unit can match at a place; null when the whole pattern matches there. */
  reachable(from: ReadonlyArray<number>, before: number, after: number): ReadonlyArray<number> | null {
    const { instructions } = this.program
    const seen = new Set<number>()
    const sets: Array<number> = []
    const open = [...from]
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (seen.has(index)) continue
      seen.add(index)
      const instruction = instructions[index]
      if (instruction === undefined || instruction.kind === "match") return null
      if (instruction.kind === "set") sets.push(index)
      else if (instruction.kind === "split") open.push(instruction.next, instruction.other)
      else if (holds(instruction.edge, before, after)) open.push(instruction.next)
    }
    return sets
  }

  state(at: ReadonlyArray<number>, before: number): number {
    const key = `${before}:${at.join(",")}`
    const known = this.known.get(key)
    if (known !== undefined) return known
    if (this.states.length >= STATES_AT_ONCE) {
      this.states.length = 0
      this.known.clear()
    }
    this.built += 1
    const index = this.states.push({ at, before, next: new Int32Array(this.program.classes).fill(UNKNOWN) }) - 1
    this.known.set(key, index)
    return index
  }

  step(state: State, unitClass: number): number {
    const { instructions, isWord, sets, start } = this.program
    const after = isWord[unitClass] === 1 ? WORD : OTHER
    const sources = this.reachable(state.at, state.before, after)
    if (sources === null) return FOUND
    const next = new Set([start])
    for (const index of sources) {
      const instruction = instructions[index]
      if (instruction?.kind === "set" && sets[instruction.set]?.[unitClass] === 1) next.add(instruction.next)
    }
    return this.state(
      [...next].toSorted((one, other) => one - other),
      after
    )
  }
}

/** Whether a text has a match; null when the search would take too long. The work is linear in the text. */
export const searchText = async (program: Program, text: string): Promise<boolean | null> => {
  const search = new Search(program)
  const { classOf } = program
  let current = search.state([program.start], EDGE)
  let turnStates = STATES_PER_TURN
  for (let at = 0; at < text.length; at += 1) {
    const state = search.states[current]
    if (state === undefined) return null
    const unitClass = classOf[text.charCodeAt(at)] ?? 0
    let next = state.next[unitClass] ?? UNKNOWN
    if (next === UNKNOWN) {
      const before = search.states
      next = search.step(state, unitClass)
      // The list may have been emptied meanwhile; then nobody reads this state again.
      if (before[current] === state) state.next[unitClass] = next
    }
    if (next === FOUND) return true
    current = next
    if (search.built > MOST_STATES) return null
    if (search.built > turnStates || at % UNITS_PER_TURN === UNITS_PER_TURN - 1) {
      turnStates = search.built + STATES_PER_TURN
      await setImmediate()
    }
  }
  const last = search.states[current]
  return last !== undefined && search.reachable(last.at, last.before, EDGE) === null
}

/**
 * A search without pauses for many short texts, such as the lines of a page. What it learns of the pattern in one text
 * it uses in the next one. The work is linear in the texts, so give it a deadline if a stranger chose them.
 */
export const textSearcher = (program: Program): ((text: string) => boolean) => {
  const search = new Search(program)
  const { classOf } = program
  return (text) => {
    let current = search.state([program.start], EDGE)
    for (let at = 0; at < text.length; at += 1) {
      const state = search.states[current]
      if (state === undefined) return false
      const unitClass = classOf[text.charCodeAt(at)] ?? 0
      let next = state.next[unitClass] ?? UNKNOWN
      if (next === UNKNOWN) {
        next = search.step(state, unitClass)
        // If the list was emptied meanwhile, nobody reads this state again.
        state.next[unitClass] = next
      }
      if (next === FOUND) return true
      current = next
    }
    const last = search.states[current]
    return last !== undefined && search.reachable(last.at, last.before, EDGE) === null
  }
}
