import { randomInt } from "node:crypto"
import type { ServerAddress } from "../ServerList.ts"
import { openChannel, type UdpChannel } from "./UdpChannel.ts"

/** Ports that are in use for a server at a time; each question takes one of them by chance (RFC 5452 section 9.2). */
const PORTS = 8
/** Questions after which a port is given up for a new one. */
const QUESTIONS_PER_PORT = 200

/** The channels to one server. */
export interface UdpPool {
  readonly channel: () => UdpChannel
  readonly close: () => void
}

/** Makes an empty pool; channels are opened when they are needed. */
export const makePool = (server: ServerAddress): UdpPool => {
  const channels = new Map<number, UdpChannel>()
  return {
    channel: () => {
      const slot = randomInt(PORTS)
      const known = channels.get(slot)
      if (known !== undefined && !known.dead() && known.asked() < QUESTIONS_PER_PORT) return known
      known?.retire()
      const opened = openChannel(server)
      channels.set(slot, opened)
      return opened
    },
    close: () => {
      for (const channel of channels.values()) channel.close()
      channels.clear()
    }
  }
}
