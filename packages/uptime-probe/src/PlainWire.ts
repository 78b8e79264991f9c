import { connect as netConnect, type Socket } from "node:net"
import type { Connect } from "@mon/public-net"

/** Where the bytes of one socket go: nowhere yet, or to who has asked for them. */
interface Sink {
  early: Array<Buffer>
  take: ((bytes: Buffer) => void) | null
}

/** What the system reads at most in one go; every socket reads into it, and what came is copied out at once. */
const shared = Buffer.alloc(64 * 1024)

const sinks = new WeakMap<Socket, Sink>()

/**
 * Opens a socket to an address literal that reads into memory which is there already. Node's own way asks for 64 kB for
 * each read and gives most of it back, which costs a fifth of a look.
 */
export const connectPlain: Connect = ({ host, port, family }) => {
  const sink: Sink = { early: [], take: null }
  const socket = netConnect({
    host,
    port,
    family,
    autoSelectFamily: false,
    // A literal never asks for a name; should one ever arrive, the lookup ends it.
    lookup: (hostname, _options, callback) => callback(new Error(`Refused to look up ${hostname}`), "", 0),
    onread: {
      buffer: shared,
      callback: (length) => {
        const bytes = Buffer.from(shared.subarray(0, length))
        if (sink.take === null) sink.early.push(bytes)
        else sink.take(bytes)
        return true
      }
    }
  })
  sinks.set(socket, sink)
  return socket
}

/** Hands over the bytes of a socket from the first one on. */
export const readFrom = (socket: Socket, take: (bytes: Buffer) => void): void => {
  const sink = sinks.get(socket)
  if (sink === undefined) return void socket.on("data", take)
  sink.take = take
  const { early } = sink
  sink.early = []
  for (const bytes of early) take(bytes)
}
