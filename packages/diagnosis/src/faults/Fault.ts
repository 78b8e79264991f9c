import type { CauseClass } from "../CauseClass.ts"

/** A value of a setting of a fault plan. */
export type Setting = string | number | boolean

/** The plan by which the fault laboratory reproduces a class of causes. */
export interface FaultPlan {
  readonly class: CauseClass
  /** A description of the fault that the laboratory builds. The site was up before the fault. */
  readonly built: string
  /** The settings that vary. Each combination of their values is one variation. */
  readonly vary: Readonly<Record<string, ReadonlyArray<Setting>>>
}

/** One fault: a class with a value for each setting. */
export interface FaultVariation {
  /** The class and the settings, such as `certificate_expired/days=1,chain=leaf`. */
  readonly id: string
  readonly class: CauseClass
  readonly built: string
  readonly settings: Readonly<Record<string, Setting>>
  /**
   * Whether the variation is reserved for the final measurement. Do not run reserved variations while you write rules.
   */
  readonly reserved: boolean
}

/** The inverse of the reserved share: of this many variations of a class, one is reserved. */
const RESERVED_SHARE = 5
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** Returns the 32-bit FNV-1a hash of an ASCII text (draft-eastlake-fnv-17). */
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
 * Returns the variations of a class. The 20 % whose ids have the smallest hashes are reserved. Because the hashes
 * decide, nobody chooses the reserved variations, and they change only if the settings change.
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
