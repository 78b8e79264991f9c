import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/** A TCP relay to a server. Its connections can be cut and stalled. */
export interface Relay {
  readonly port: number
  /** Ends all connections, and refuses new connections until {@link Relay.restore} is called. */
  readonly cut: () => void
  /** Leaves connections open but passes nothing on, like a network that loses packets or an overloaded server. */
  readonly stall: () => void
  /** Ends all connections. New connections are accepted. */
  readonly drop: () => void
  readonly restore: () => void
  readonly close: () => Promise<void>
}

type State = "open" | "cut" | "stalled"

/**
 * Opens a relay on a free port of 127.0.0.1. Calls `target` for each connection, and refuses the connection if it
 * returns null.
 */
export const openRelay = async (
  target: () => { readonly host: string; readonly port: number } | null
): Promise<Relay> => {
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: State = "open"
  const settle = (pair: readonly [Socket, Socket]) => {
    for (const socket of pair) {
      if (state === "stalled") socket.pause()
      else socket.resume()
    }
  }
  const server = createServer((client) => {
    const at = target()
    if (state === "cut" || at === null) return client.resetAndDestroy()
    const upstream = connect(at)
    const pair = [client, upstream] as const
    pairs.add(pair)
    for (const [socket, twin] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      socket.setNoDelay(true)
      socket.on("data", (bytes) => {
        if (!twin.write(bytes)) socket.pause()
      })
      twin.on("drain", () => settle(pair))
      socket.on("error", () => twin.destroy())
      socket.on("end", () => twin.end())
      socket.on("close", () => {
        pairs.delete(pair)
        twin.destroy()
      })
    }
    settle(pair)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const drop = () => {
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy()
      upstream.resetAndDestroy()
    }
  }
  const become = (next: State) => {
    state = next
    for (const pair of pairs) settle(pair)
  }
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    cut: () => {
      become("cut")
      drop()
    },
    stall: () => become("stalled"),
    drop,
    restore: () => become("open"),
    close: async () => {
      drop()
      server.close()
      await once(server, "close")
    }
  }
}
