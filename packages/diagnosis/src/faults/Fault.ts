import type { CauseClass } from "../CauseClass.ts"

/** A value of a setting. */
export type Setting = string | number | boolean

/** A class of causes as the fault laboratory builds it. */
export interface FaultPlan {
  readonly class: CauseClass
  /** A description of what the laboratory builds, from a site that was up. */
  readonly built: string
  /** The settings that vary. Every combination is one variation. */
  readonly vary: Readonly<Record<string, ReadonlyArray<Setting>>>
}

/** One fault: a class with one value for each setting. */
export interface FaultVariation {
  /** Class and settings, for instance `certificate_expired/days=1,chain=leaf`. */
  readonly id: string
  readonly class: CauseClass
  readonly built: string
  readonly settings: Readonly<Record<string, Setting>>
  /** Nobody may run a reserved variation while rules are written: it is for the one final measurement. */
  readonly reserved: boolean
}

/** One of how many variations of a class is reserved. */
const RESERVED_SHARE = 5
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a with 32 bits (draft-eastlake-fnv-17), of the ASCII characters of a text. */
const hashOf = (text: string): number => {
  let hash = FNV_OFFSET
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME) >>> 0
  return hash
}

const combinations = (
  vary: ReadonlyArray<readonly [string, ReadonlyArray<Setting>]>
): ReadonlyArray<ReadonlyArray<readonly [string, Setting]>> => {
  const [first, ...others] = vary
  if (first === undefined) return [[]]
  const [name, values] = first
  return values.flatMap((value) => combinations(others).map((rest) => [[name, value] as const, ...rest]))
}

/**
 * The variations of a class. A fifth of them is reserved: those whose ids have the smallest hashes. Nobody chose them,
 * and they stay the same as long as the settings do.
 */
export const variationsOf = ({ built, class: cause, vary }: FaultPlan): ReadonlyArray<FaultVariation> => {
  const all = combinations(Object.entries(vary)).map((settings) => ({
    id: `${cause}/${settings.map(([name, value]) => `${name}=${value}`).join(",")}`,
    settings: Object.fromEntries(settings)
  }))
  const byHash = all.map(({ id }) => id).toSorted((a, b) => hashOf(a) - hashOf(b) || (a < b ? -1 : 1))
  const reserved = new Set(byHash.slice(0, all.length / RESERVED_SHARE))
  return all.map(({ id, settings }) => ({ id, class: cause, built, settings, reserved: reserved.has(id) }))
}
