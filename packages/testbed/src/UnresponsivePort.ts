import { connect, type Socket } from "node:net"
import { once } from "node:events"
import { Worker } from "node:worker_threads"

/** A port that neither accepts nor refuses connections: connecting to it never completes. */
export interface UnresponsivePort {
  readonly host: string
  readonly port: number
  readonly close: () => Promise<void>
}

const BACKLOG = 1

const LISTENER = `
const { createServer } = require("node:net")
const { parentPort, workerData } = require("node:worker_threads")
const server = createServer()
server.listen({ host: workerData.host, port: 0, backlog: ${BACKLOG} }, () => {
  parentPort.postMessage(server.address().port)
  Atomics.wait(new Int32Array(workerData.latch), 0, 0)
  server.close()
})
`

/**
 * Opens a port whose backlog is full: a thread listens and sleeps, and connections that it never accepts occupy the
 * queue (Linux then drops further SYNs).
 */
export const startUnresponsivePort = async (options: { readonly host?: string } = {}): Promise<UnresponsivePort> => {
  const host = options.host ?? "127.0.0.1"
  const latch = new SharedArrayBuffer(4)
  const worker = new Worker(LISTENER, { eval: true, workerData: { host, latch } })
  const [port] = (await once(worker, "message")) as [number]
  const fillers: Array<Socket> = []
  for (let index = 0; index <= BACKLOG; index++) {
    const filler = connect({ host, port })
    filler.on("error", () => {})
    fillers.push(filler)
    await once(filler, "connect")
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
