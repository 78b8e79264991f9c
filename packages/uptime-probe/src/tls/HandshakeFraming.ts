import { guard } from "@mon/bundled/callbacks"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"

/**
 * How a protocol carries a TLS handshake in its own packets. After the handshake, the packets are inside TLS. Such a
 * handshake has at most TLS 1.2, because a server of TLS 1.3 still sends tickets after the handshake.
 */
export interface HandshakeFraming {
  /** The size of a packet in bytes. After the handshake, no TLS record is larger. */
  readonly packetBytes: number
  /** Puts bytes of the handshake into packets. */
  readonly wrap: (bytes: Buffer) => Buffer
  /** Reads the first packet. Null if more bytes are needed. */
  readonly unwrap: (
    bytes: Buffer
  ) =>
    | { readonly taken: number; readonly value: Buffer }
    | { readonly taken?: never; readonly failure: { readonly message: string } }
    | null
}

/** Loads node:stream only for the first connection that needs it. */
const nodeStream = () => process.getBuiltinModule("node:stream")

/** A stream over a socket. What is written is put into packets until `unframe` is called. */
export interface FramedSocket {
  readonly stream: Duplex
  readonly unframe: () => void
}

/** A framing, and what happens with an error of this package's own code, also after the handshake. */
export interface Framed {
  readonly framing: HandshakeFraming
  readonly onThrown: (error: unknown) => void
}

export const frameSocket = (socket: Socket, { framing, onThrown }: Framed): FramedSocket => {
  const safely = guard((error) => {
    onThrown(error)
    stream.destroy(error as Error)
    socket.destroy()
  })
  let isFramed = true
  let pending: Buffer = Buffer.alloc(0)
  const stream = new (nodeStream().Duplex)({
    read: safely(() => void socket.resume()),
    write: safely((bytes: Buffer, _encoding, done) => {
      socket.write(isFramed ? framing.wrap(bytes) : bytes, done)
    }),
    final: safely((done) => void socket.end(done)),
    destroy: (error, done) => {
      release()
      done(error)
    }
  })
  const push = (bytes: Buffer) => {
    if (!stream.push(bytes)) socket.pause()
  }
  const onData = safely((bytes: Buffer) => {
    if (!isFramed) return push(bytes)
    pending = Buffer.concat([pending, bytes])
    while (pending.length > 0) {
      const packet = framing.unwrap(pending)
      if (packet === null) return
      if (packet.taken === undefined) {
        const reason = packet.failure.message
        return void stream.destroy(Object.assign(new Error(reason), { reason }))
      }
      pending = pending.subarray(packet.taken)
      push(packet.value)
    }
  })
  const onEnd = safely(() => void stream.push(null))
  // Without an error, TLS would not notice that the stream is closed.
  const onError = safely((error: Error) => void stream.destroy(error))
  const release = safely(() => {
    socket.off("data", onData).off("end", onEnd).off("error", onError)
    socket.destroy()
  })
  socket.on("data", onData).on("end", onEnd).on("error", onError)
  return {
    stream,
    unframe: () => {
      isFramed = false
      if (pending.length > 0) push(pending)
    }
  }
}
