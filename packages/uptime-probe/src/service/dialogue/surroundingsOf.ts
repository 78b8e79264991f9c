import { randomBytes } from "node:crypto"
import { type ServiceTarget, writeTarget } from "../ServiceTarget.ts"
import type { Surroundings } from "./Talk.ts"

/** Returns what the dialogue with a target may know, with this machine's clock and random numbers. */
export const surroundingsOf = (target: ServiceTarget, localAddress: string | null): Surroundings => ({
  authority: writeTarget(target),
  hostname: target.hostname,
  localAddress,
  now: Date.now,
  random: randomBytes
})
