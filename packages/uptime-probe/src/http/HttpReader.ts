import { guard } from "@mon/bundled/callbacks"
import type { Connect } from "@mon/public-net"
import { connect as netConnect, type Socket } from "node:net"
import { type Framing, framingOf, type HttpHead, parseHead } from "./HttpHead.ts"

interface ReaderEvents {
  /** Reports that the head is complete. Returns false if the body is not wanted. */
  readonly head: (head: HttpHead) => boolean
  readonly data: (chunk: Buffer) => void
  /** Reports that the answer is complete, or that its rest is not wanted. */
  readonly done: () => void
  readonly failed: (reason: "too_large" | "protocol_error", message: string) => void
}

/** Reads one HTTP/1 answer from the bytes of a connection (RFC 9112). */
interface HttpReader {
  readonly push: (bytes: Buffer) => void
  readonly end: () => void
}

/** The maximum number of interim (1xx) responses before the final response. */
export const MAX_INTERIM = 32
/** The maximum size of a chunk-size line with its extensions. */
const MAX_SIZE_LINE = 4_096

const LF = 0x0a
const CR = 0x0d
const START = Buffer.from("HTTP/1.")
const NO_BYTES = Buffer.alloc(0)

type Phase = "head" | "length" | "close" | "size" | "chunk" | "chunk-end" | "trailers" | "over"

/** Finds the end of a head, which is an empty line with any kind of line end. */
const headEnd = (bytes: Buffer, from: number): { readonly text: number; readonly next: number } | null => {
  for (let at = bytes.indexOf(LF, from); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return { text: at, next: at + 2 }
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return { text: at, next: at + 3 }
  }
  return null
}

/** Returns the length of the empty lines that may precede an answer (RFC 9112 section 2.2). */
const leadingLines = (bytes: Buffer): number => {
  let at = 0
  while (bytes[at] === CR || bytes[at] === LF) at += 1
  return at
}

const couldBeHttp = (bytes: Buffer): boolean => {
  const length = Math.min(bytes.length, START.length)
  for (let at = 0; at < length; at++) if (bytes[at] !== START[at]) return false
  return true
}

/**
 * Makes a reader for the answer to a request with the given method. `headerBytes` limits the bytes of all heads and
 * trailers.
 */
export const makeHttpReader = (method: string, headerBytes: number, events: ReaderEvents): HttpReader => {
  let phase = "head" as Phase
  let pending: Buffer = NO_BYTES
  let left = 0
  let interim = 0
  let headerRoom = headerBytes

  const over = (notify: () => void) => {
    phase = "over"
    pending = NO_BYTES
    notify()
  }
  const fail = (message: string) => over(() => events.failed("protocol_error", message))
  const tooLarge = () => over(() => events.failed("too_large", "The response header is too large."))

  const begin = (framing: Framing) => {
    if (framing.kind === "none") return over(events.done)
    left = framing.kind === "length" ? framing.bytes : 0
    phase = framing.kind === "chunked" ? "size" : framing.kind
  }

  /** The steps of reading an answer. Each step takes bytes from `pending`, and returns false if it needs more bytes. */
  const readHead = (): boolean => {
    const leading = leadingLines(pending)
    if (leading > 0) pending = pending.subarray(leading)
    if (!couldBeHttp(pending)) {
      fail(`The response starts with ${JSON.stringify(pending.toString("latin1", 0, 60))}, which is not HTTP/1.`)
      return false
    }
    const end = headEnd(pending, 0)
    if ((end?.next ?? pending.length) > headerRoom) {
      tooLarge()
      return false
    }
    if (end === null) return false
    headerRoom -= end.next
    const head = parseHead(pending.toString("latin1", 0, end.text))
    pending = pending.subarray(end.next)
    if (typeof head === "string") return (fail(head), false)
    if (head.statusCode < 200) {
      interim += 1
      if (head.statusCode === 101) fail("The server switched to a protocol that the check did not request.")
      else if (interim > MAX_INTERIM) fail("The server sent too many interim responses.")
      return phase === "head"
    }
    const framing = framingOf(head, method)
    if (typeof framing === "string") fail(framing)
    else if (events.head(head)) begin(framing)
    else over(events.done)
    return phase !== "over"
  }

  const pass = (size: number) => {
    const all = size === pending.length
    const chunk = all ? pending : pending.subarray(0, size)
    pending = all ? NO_BYTES : pending.subarray(size)
    if (chunk.length > 0) events.data(chunk)
  }

  const line = (): string | null => {
    const at = pending.indexOf(LF)
    if (at === -1) return null
    const text = pending.toString("latin1", 0, at).replace(/\r$/, "")
    pending = pending.subarray(at + 1)
    return text
  }

  const steps: { readonly [P in Exclude<Phase, "over">]: () => boolean } = {
    head: readHead,
    close: () => {
      pass(pending.length)
      return false
    },
    length: () => {
      const size = Math.min(left, pending.length)
      left -= size
      pass(size)
      if (left === 0 && phase !== "over") over(events.done)
      return false
    },
    size: () => {
      const text = line()
      if (text === null) {
        if (pending.length > MAX_SIZE_LINE) fail("A chunk of the response has no size.")
        return false
      }
      const size = /^([0-9a-f]{1,13})[ \t]*(?:;|$)/i.exec(text)
      if (size === null) return (fail("A chunk of the response has no valid size."), false)
      left = Number.parseInt(size[1] ?? "", 16)
      phase = left === 0 ? "trailers" : "chunk"
      return true
    },
    chunk: () => {
      const size = Math.min(left, pending.length)
      left -= size
      pass(size)
      if (left === 0 && phase !== "over") phase = "chunk-end"
      return left === 0
    },
    "chunk-end": () => {
      if (pending.length === 0 || (pending[0] === CR && pending.length === 1)) return false
      const text = line()
      if (text !== "") return (fail("A chunk of the response is longer than its size."), false)
      phase = "size"
      return true
    },
    trailers: () => {
      const before = pending.length
      const text = line()
      if (text === null && pending.length <= headerRoom) return false
      headerRoom -= before - pending.length
      if (text === null || headerRoom < 0) return (tooLarge(), false)
      if (text === "") over(events.done)
      return text !== ""
    }
  }

  const step = () => phase !== "over" && steps[phase]()

  return {
    push: (bytes) => {
      if (phase === "over") return
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
      while (pending.length > 0 && step()) continue
    },
    end: () => {
      if (phase === "over") return
      if (phase === "close") return over(events.done)
      fail(
        phase === "head"
          ? "The server closed the connection without a response."
          : "The server closed the connection before the response was complete."
      )
    }
  }
}

/** Receives the bytes of one socket, and buffers them until a reader is set. */
interface Sink {
  early: Array<Buffer>
  take: ((bytes: Buffer) => void) | null
  /** An error that this package's own code threw before a reader was set. */
  thrown: { readonly error: unknown } | null
  fail: ((error: unknown) => void) | null
}

/** The read buffer that all sockets share. The bytes of each read are copied out of it immediately. */
const shared = Buffer.alloc(64 * 1024)

const sinks = new WeakMap<Socket, Sink>()

/**
 * Opens a socket to an IP address that reads into a shared buffer. By default, Node allocates 64 kB for each read and
 * frees most of it again, which takes a fifth of the time of a check.
 */
export const connectPooledRead: Connect = ({ host, port, family }) => {
  const sink: Sink = { early: [], take: null, thrown: null, fail: null }
  const safely = guard((error) => {
    if (sink.fail === null) sink.thrown = { error }
    else sink.fail(error)
  })
  const onRead = safely((length: number) => {
    const bytes = Buffer.from(shared.subarray(0, length))
    if (sink.take === null) sink.early.push(bytes)
    else sink.take(bytes)
  })
  const socket = netConnect({
    host,
    port,
    family,
    autoSelectFamily: false,
    // An IP address needs no lookup. A host name here would bypass the address policy.
    lookup: (hostname, _options, callback) => callback(new Error(`Refused to look up ${hostname}`), "", 0),
    onread: {
      buffer: shared,
      callback: (length) => {
        onRead(length)
        return true
      }
    }
  })
  sinks.set(socket, sink)
  return socket
}

/**
 * Reads all bytes of a socket, starting with the first byte. `take` must be guarded. `fail` receives errors of this
 * package's own code.
 */
export const readFrom = (socket: Socket, take: (bytes: Buffer) => void, fail: (error: unknown) => void): void => {
  const sink = sinks.get(socket)
  if (sink === undefined) return void socket.on("data", take)
  sink.take = take
  sink.fail = fail
  if (sink.thrown !== null) return fail(sink.thrown.error)
  const { early } = sink
  sink.early = []
  for (const bytes of early) take(bytes)
}
