import type { Range } from "./CodeRanges.ts"
import { type Edge, type Pattern, WORDS } from "./PatternSyntax.ts"

/**
 * An instruction of a nondeterministic automaton (Thompson's construction). `next` and `other` are numbers of
 * instructions. A match through `next` is preferred.
 */
type Instruction =
  | { readonly kind: "set"; readonly set: number; next: number }
  | { readonly kind: "edge"; readonly edge: Edge; next: number }
  | { readonly kind: "split"; next: number; other: number }
  /** The index of the recorded position: even for the start of a group, odd for its end. */
  | { readonly kind: "save"; readonly place: number; next: number }
  | { readonly kind: "match" }

/** A pattern as instructions. Code units that no set distinguishes form one class. */
export interface Program {
  readonly instructions: ReadonlyArray<Instruction>
  readonly start: number
  /** The number of the class to which each code unit belongs. */
  readonly classOf: Uint8Array
  readonly classes: number
  /** The sets. Each entry says for each class whether the set contains it. */
  readonly sets: ReadonlyArray<Uint8Array>
  /** Whether the code units of each class are word characters. */
  readonly isWord: Uint8Array
}

const UNITS = 0x1_0000
/** The maximum number of classes of a program, so that the number of a class fits in a byte. */
const MOST_CLASSES = 250
const MOST_INSTRUCTIONS = 1_000

/**
 * Compiles a pattern. Returns null if the program would be too large. The program records the positions of groups only
 * if `hasGroups` is true.
 */
export const compilePattern = (pattern: Pattern, hasGroups = false): Program | null => {
  const instructions: Array<Instruction> = []
  const sets: Array<ReadonlyArray<Range>> = []
  const size = { isTooLarge: false }

  const add = (instruction: Instruction): number => {
    if (instructions.length >= MOST_INSTRUCTIONS) {
      size.isTooLarge = true
      return 0
    }
    return instructions.push(instruction) - 1
  }

  /** Adds instructions that continue at `next`, and returns the number of the first of them. */
  const emit = (part: Pattern, next: number): number => {
    if (size.isTooLarge) return next
    switch (part.kind) {
      case "set":
        return add({ kind: "set", set: sets.push(part.ranges) - 1, next })
      case "edge":
        return add({ kind: "edge", edge: part.edge, next })
      case "sequence":
        return part.items.reduceRight((after, item) => emit(item, after), next)
      case "choice":
        return part.items
          .map((item) => emit(item, next))
          .reduceRight((other, first) => add({ kind: "split", next: first, other }))
      case "group": {
        if (!hasGroups) return emit(part.item, next)
        const end = add({ kind: "save", place: 2 * part.number + 1, next })
        return add({ kind: "save", place: 2 * part.number, next: emit(part.item, end) })
      }
      case "repeat":
        return emitRepeat(part, next)
    }
  }

  const emitRepeat = ({ isLazy, item, least, most }: Extract<Pattern, { kind: "repeat" }>, next: number): number => {
    let after = next
    if (most === Infinity) {
      const split: Instruction = { kind: "split", next, other: next }
      after = add(split)
      split[isLazy ? "other" : "next"] = emit(item, after)
    } else {
      for (let optional = least; optional < most && !size.isTooLarge; optional += 1) {
        const once = emit(item, after)
        after = add({ kind: "split", next: isLazy ? next : once, other: isLazy ? once : next })
      }
    }
    for (let needed = 0; needed < least && !size.isTooLarge; needed += 1) after = emit(item, after)
    return after
  }

  const match = add({ kind: "match" })
  const start = emit(pattern, match)
  if (size.isTooLarge) return null
  return classified({ instructions, start }, sets)
}

const classified = (
  { instructions, start }: Pick<Program, "instructions" | "start">,
  sets: ReadonlyArray<ReadonlyArray<Range>>
): Program | null => {
  const hasWordEdges = instructions.some(
    (instruction) => instruction.kind === "edge" && (instruction.edge === "word" || instruction.edge === "inside")
  )
  const distinguished = hasWordEdges ? [...sets, WORDS] : sets
  const cuts = new Set([0])
  for (const ranges of distinguished) {
    for (const [first, last] of ranges) {
      cuts.add(first)
      cuts.add(last + 1)
    }
  }
  const starts = [...cuts].filter((cut) => cut < UNITS).toSorted((one, other) => one - other)
  // Ranges that are in exactly the same sets form one class.
  const known = new Map<string, number>()
  const classOf = new Uint8Array(UNITS)
  const members: Array<string> = []
  for (const [index, first] of starts.entries()) {
    const membership = distinguished
      .map((ranges) => (ranges.some(([from, to]) => from <= first && first <= to) ? "1" : "0"))
      .join("")
    const found = known.get(membership) ?? members.push(membership) - 1
    if (found >= MOST_CLASSES) return null
    known.set(membership, found)
    classOf.fill(found, first, starts[index + 1] ?? UNITS)
  }
  const inSet = (index: number) => Uint8Array.from(members, (membership) => Number(membership[index] === "1"))
  return {
    instructions,
    start,
    classOf,
    classes: members.length,
    sets: sets.map((_, index) => inSet(index)),
    isWord: hasWordEdges ? inSet(sets.length) : new Uint8Array(members.length)
  }
}
