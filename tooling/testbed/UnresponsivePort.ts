import { connect, type Socket } from "node:net"
import { once } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import { Worker } from "node:worker_threads"

/** A port that neither accepts nor refuses connections, so connecting to it never completes. */
export interface UnresponsivePort {
  readonly host: string
  readonly port: number
  readonly close: () => Promise<void>
}

const BACKLOG = 1
/** The time after which the queue counts as full, in milliseconds. A successful connection on loopback takes less. */
const FULL_AFTER_MS = 500

const LISTENER = `
const { createServer } = require("node:net")
const { parentPort, workerData } = require("node:worker_threads")
const server = createServer()
server.listen({ host: workerData.host, port: workerData.port, backlog: ${BACKLOG} }, () => {
  parentPort.postMessage(server.address().port)
  Atomics.wait(new Int32Array(workerData.latch), 0, 0)
  server.close()
})
`

/**
 * Opens a port whose queue of connections is full. A thread listens and then sleeps, so it never accepts the
 * connections in the queue. Linux then drops further SYNs.
 */
export const startUnresponsivePort = async (
  options: { readonly host?: string; readonly port?: number } = {}
): Promise<UnresponsivePort> => {
  const host = options.host ?? "127.0.0.1"
  const latch = new SharedArrayBuffer(4)
  const worker = new Worker(LISTENER, { eval: true, workerData: { host, port: options.port ?? 0, latch } })
  const [port] = (await once(worker, "message")) as [number]
  const fillers: Array<Socket> = []
  for (let index = 0; index <= BACKLOG; index++) {
    const filler = connect({ host, port })
    filler.on("error", () => {})
    fillers.push(filler)
    // If this connection does not complete, connections of other programs have already filled the queue.
    await Promise.race([once(filler, "connect"), delay(FULL_AFTER_MS, undefined, { ref: false })])
  }
  return {
    host,
    port,
    close: async () => {
      for (const filler of fillers) filler.destroy()
      const exited = once(worker, "exit")
      Atomics.store(new Int32Array(latch), 0, 1)
      Atomics.notify(new Int32Array(latch), 0)
      await exited
    }
  }
}
