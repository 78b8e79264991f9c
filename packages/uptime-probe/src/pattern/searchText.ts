import { setImmediate } from "node:timers/promises"
import type { Edge } from "./PatternSyntax.ts"
import type { Program } from "./patternProgram.ts"

/**
 * The kind of the character before or after a position in the text: the edge of the text, a word character, or another
 * character.
 */
export const EDGE = 0
export const WORD = 1
export const OTHER = 2

/** A state of the deterministic automaton, which is built while the text is read. */
interface State {
  /** The numbers of the next instructions, in ascending order. */
  readonly at: ReadonlyArray<number>
  readonly before: number
  /**
   * The state after a code unit of each class. Null if the pattern matches. Absent if the state has not been computed
   * yet.
   */
  readonly next: Array<State | null | undefined>
}

/** The number of states after which all states are dropped and built again. */
const STATES_AT_ONCE = 2_000
/** The maximum number of states that a pattern caches for its next search. */
const STATES_CACHED = 100
/** The maximum number of states that one search may build, which takes at most a tenth of a second. */
const MOST_STATES = 20_000
/**
 * The number of built states and read code units after which the search yields to other work. This much work takes some
 * milliseconds.
 */
const STATES_PER_TURN = 500
const UNITS_PER_TURN = 262_144

/** Returns whether the kinds of the characters before and after a position form the given edge. */
export const holds = (edge: Edge, before: number, after: number): boolean => {
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

class Automaton {
  readonly program: Program
  readonly known = new Map<string, State>()
  built = 0

  constructor(program: Program) {
    this.program = program
  }

  /** Returns the instructions that can match a code unit at a position. Null if the whole pattern matches there. */
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
      else if (instruction.kind === "save") open.push(instruction.next)
      else if (holds(instruction.edge, before, after)) open.push(instruction.next)
    }
    return sets
  }

  state(at: ReadonlyArray<number>, before: number): State {
    const key = `${before}:${at.join(",")}`
    const known = this.known.get(key)
    if (known !== undefined) return known
    // Searches that still use the old states continue to use them.
    if (this.known.size >= STATES_AT_ONCE) this.known.clear()
    this.built += 1
    const made: State = { at, before, next: [] }
    this.known.set(key, made)
    return made
  }

  step(state: State, unitClass: number): State | null {
    const { instructions, isWord, sets, start } = this.program
    const after = isWord[unitClass] === 1 ? WORD : OTHER
    const sources = this.reachable(state.at, state.before, after)
    if (sources === null) return null
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

/** The automaton of each program. Most patterns need few states, which later searches reuse. */
const automata = new WeakMap<Program, Automaton>()

/**
 * Returns whether a text matches the pattern of a program. Null if the search takes too long. The work is linear in the
 * length of the text.
 */
export const searchText = async (program: Program, text: string): Promise<boolean | null> => {
  const automaton = automata.get(program) ?? new Automaton(program)
  automata.delete(program)
  const found = await search(automaton, text)
  if (automaton.known.size <= STATES_CACHED) automata.set(program, automaton)
  return found
}

const search = async (automaton: Automaton, text: string): Promise<boolean | null> => {
  const { classOf, start } = automaton.program
  const most = automaton.built + MOST_STATES
  let turn = automaton.built + STATES_PER_TURN
  let state = automaton.state([start], EDGE)
  for (let at = 0; at < text.length; at += 1) {
    const unitClass = classOf[text.charCodeAt(at)] ?? 0
    let next = state.next[unitClass]
    if (next === undefined) {
      next = automaton.step(state, unitClass)
      state.next[unitClass] = next
    }
    if (next === null) return true
    state = next
    if (automaton.built > most) return null
    if (automaton.built > turn || at % UNITS_PER_TURN === UNITS_PER_TURN - 1) {
      turn = automaton.built + STATES_PER_TURN
      await setImmediate()
    }
  }
  return automaton.reachable(state.at, state.before, EDGE) === null
}

/**
 * Returns a search without pauses, for many short texts such as the lines of a page. It reuses the states of earlier
 * texts. The work is linear in the length of the texts, so use a deadline if strangers chose the texts.
 */
export const textSearcher = (program: Program): ((text: string) => boolean) => {
  const automaton = new Automaton(program)
  const { classOf, start } = program
  return (text) => {
    let state = automaton.state([start], EDGE)
    for (let at = 0; at < text.length; at += 1) {
      const unitClass = classOf[text.charCodeAt(at)] ?? 0
      let next = state.next[unitClass]
      if (next === undefined) {
        next = automaton.step(state, unitClass)
        state.next[unitClass] = next
      }
      if (next === null) return true
      state = next
    }
    return automaton.reachable(state.at, state.before, EDGE) === null
  }
}
