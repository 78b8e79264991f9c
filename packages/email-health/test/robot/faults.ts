import { DKIM_FAULTS } from "./dkimFaults.ts"
import { DMARC_FAULTS } from "./dmarcFaults.ts"
import { EXTRA_FAULTS } from "./extraFaults.ts"
import type { Faults } from "./Fault.ts"
import { workingWorld } from "./kinds.ts"
import { MX_FAULTS } from "./mxFaults.ts"
import { makeRandom, type Random } from "./Random.ts"
import { SPF_FAULTS } from "./spfFaults.ts"
import type { World } from "./World.ts"

/**
 * The faults by the part of the domain that they break. A domain has at most one fault of each part, and at most two
 * faults of the mail hosts.
 */
export const FAULTS = {
  spf: SPF_FAULTS,
  dkim: DKIM_FAULTS,
  dmarc: DMARC_FAULTS,
  extras: EXTRA_FAULTS,
  mx: MX_FAULTS
} as const satisfies Readonly<Record<string, Faults>>

type Part = keyof typeof FAULTS
const PARTS = Object.keys(FAULTS) as ReadonlyArray<Part>

interface BrokenDomain {
  readonly world: World
  readonly kind: string
  readonly faults: ReadonlyArray<string>
}

const faultsFor = (random: Random): ReadonlyArray<readonly [Part, string]> => {
  const parts = PARTS.filter(() => random.int(2) === 0)
  // Sometimes the mail hosts get one more fault in addition to the faults of the chosen parts.
  const second = random.int(4) === 0 ? (["mx"] as const) : []
  const chosen = parts.length === 0 ? [random.pick(PARTS)] : [...parts, ...second]
  return chosen.map((part) => [part, random.pick(Object.keys(FAULTS[part]))] as const)
}

/** Returns a domain with one to six faults. Equal seeds give equal domains. */
export const breakDomain = (seed: number): BrokenDomain => {
  const random = makeRandom(seed)
  const { kind, world } = workingWorld(random)
  const faults = faultsFor(random)
  for (const [part, name] of faults) (FAULTS[part] as Faults)[name]?.(world, random)
  return { world, kind, faults: faults.map(([, name]) => name) }
}
