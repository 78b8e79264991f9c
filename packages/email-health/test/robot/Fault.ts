import type { Random } from "./Random.ts"
import type { World } from "./World.ts"

/** A function that breaks one part of a domain. A fault that does not fit the domain changes nothing. */
export type Fault = (world: World, random: Random) => void

export type Faults = Readonly<Record<string, Fault>>
