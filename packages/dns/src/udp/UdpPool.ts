import { randomInt } from "node:crypto"
import type { ServerAddress } from "../ServerList.ts"
import { openChannel, type UdpChannel } from "./UdpChannel.ts"

/** The number of open ports per server; each query uses a random one (RFC 5452 section 9.2). */
const PORTS = 8
/** The number of queries for which a port is used before it is replaced. */
const QUERIES_PER_PORT = 200

/** The channels to one server. */
export interface UdpPool {
  readonly channel: () => UdpChannel
  readonly close: () => void
}

/** Makes an empty pool; channels are opened on demand. */
export const makePool = (server: ServerAddress): UdpPool => {
  const channels = new Map<number, UdpChannel>()
  return {
    channel: () => {
      const slot = randomInt(PORTS)
      const known = channels.get(slot)
      if (known !== undefined && !known.isClosed() && known.sentCount() < QUERIES_PER_PORT) return known
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
