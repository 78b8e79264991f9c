import { startDnsServer } from "@mon/tooling/testbed"
import { checkEmailHealth } from "../../src/index.ts"
import type { Check } from "./robot.ts"
import { zoneOf } from "./World.ts"

export const checkInMemory: Check = (world, repair) => checkEmailHealth(world.domain, { zone: zoneOf(world), repair })

export interface LoopbackCheck {
  readonly check: Check
  readonly close: () => Promise<void>
}

/**
 * Starts a real name server on loopback. The checks must run one after the other, because they share the zone of the
 * server.
 */
export const startLoopbackCheck = async (): Promise<LoopbackCheck> => {
  const server = await startDnsServer()
  let served: ReadonlyArray<string> = []
  return {
    check: async (world, repair) => {
      for (const name of served) server.zone.delete(name)
      const zone = Object.entries(zoneOf(world))
      for (const [name, records] of zone) server.zone.set(name, Object.fromEntries(Object.entries(records)))
      served = zone.map(([name]) => name)
      return checkEmailHealth(world.domain, { servers: [server.address], repair })
    },
    close: () => server.close()
  }
}
