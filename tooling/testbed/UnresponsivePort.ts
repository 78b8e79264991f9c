import { connect, type Socket } from "node:net"
import { once } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import { Worker } from "node:worker_threads"

/** A port that neither accepts nor refuses connections: connecting to it never completes. */
export interface UnresponsivePort {
  readonly host: string
  readonly port: number
  readonly close: () => Promise<void>
}

const BACKLOG = 1
/** A connection on loopback takes less. */
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
 * Opens a port whose backlog is full: a thread listens and sleeps, and connections that it never accepts occupy the
 * queue (Linux then drops further SYNs).
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
    // Without an answer the queue is full already, with connections of others.
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
