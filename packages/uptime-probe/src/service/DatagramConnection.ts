import { guard } from "@mon/bundled/callbacks"
import { createSocket, type Socket } from "node:dgram"
import { isIP, isIPv6 } from "node:net"
import { noTimings } from "../CheckResult.ts"
import type { Failure } from "../Outcome.ts"
import type { Deadline, ProbePorts } from "../probe/ProbePorts.ts"
import type { ConnectionFacts, ConnectionSettings, Step } from "./Connection.ts"
import type { Reading } from "./Received.ts"
import { vettedAddresses } from "./vettedAddresses.ts"

/** The time after which the last datagram is sent again, because it may have been lost, in milliseconds. */
const REPEAT_MS = 1_000
const REPEATS = 3
/** The maximum number of datagrams that are not the answer. Anybody can send such datagrams. */
const MOST_OTHERS = 1_000
/** The maximum size of the datagrams that wait until they are read, in bytes. Further ones are lost. */
const WAITING_BYTES = 128 * 1024

/**
 * The failures for the errors of a connected UDP socket: an ICMP message arrived, or the system could not send the
 * datagram.
 */
const FAILURES: ReadonlyMap<string, Failure> = new Map([
  ["ECONNREFUSED", { outcome: "connect_refused", message: "Nothing is listening on the server's port." }],
  ["EHOSTUNREACH", { outcome: "no_route", message: "There is no route to the server." }],
  ["ENETUNREACH", { outcome: "no_route", message: "There is no route to the server." }],
  ["EACCES", { outcome: "prober_fault", message: "This machine does not allow the check to send UDP." }],
  ["EMFILE", { outcome: "prober_fault", message: "This machine has no free file handles." }]
])

const failureOf = (error: Error): Failure => {
  const code = "code" in error ? String(error.code) : error.name
  return FAILURES.get(code) ?? { outcome: "prober_fault", message: `This machine could not send UDP (${code}).` }
}

const SILENT: Failure = { outcome: "header_timeout", message: "The server did not respond in time." }
const NOISY: Failure = { outcome: "protocol_error", message: "The server sent too many unrelated messages." }

const micros = (milliseconds: number): number => Math.max(0, Math.round(milliseconds * 1_000))

/**
 * An exchange of datagrams with one server. Its address passes the address policy, and only datagrams of this address
 * are read. It throws only for errors of this package's own code. Close it at the end.
 */
export class DatagramConnection {
  readonly isSecure = false
  readonly localAddress = null
  readonly #ports: ProbePorts
  readonly #settings: ConnectionSettings
  readonly #deadline: Deadline
  #facts: ConnectionFacts = {
    address: null,
    bytesReceived: 0,
    certificate: null,
    heardFromServer: false,
    timings: noTimings
  }
  #socket: Socket | null = null
  #received: Array<Buffer> = []
  #waitingBytes = 0
  #others = 0
  #broken: Failure | null = null
  #thrown: { readonly error: unknown } | null = null
  #wake: () => void = () => {}
  #sentAt: number | null = null
  #answeredAt: number | null = null
  #repeat: NodeJS.Timeout | undefined
  readonly #safely = guard((error) => {
    this.#thrown ??= { error }
    this.#wake()
  })
  readonly #onAbort = this.#safely(() => this.#wake())

  constructor(ports: ProbePorts, settings: ConnectionSettings, deadline: Deadline) {
    this.#ports = ports
    this.#settings = settings
    this.#deadline = deadline
    deadline.signal.addEventListener("abort", this.#onAbort)
  }

  facts(): ConnectionFacts {
    const since = this.#sentAt
    const waitUs = since === null ? null : micros((this.#answeredAt ?? performance.now()) - since)
    return { ...this.#facts, timings: { ...this.#facts.timings, waitUs } }
  }

  /** Resolves the name, and opens a socket for the first address that this machine has a route to. */
  async open(): Promise<Failure | null> {
    const { port, hostname } = this.#settings.target
    const began = performance.now()
    const found = await vettedAddresses(this.#ports, this.#settings, this.#deadline)
    const dnsUs = isIP(hostname) === 0 ? micros(performance.now() - began) : null
    this.#facts = { ...this.#facts, timings: { ...noTimings, dnsUs } }
    if ("failure" in found) {
      if (found.blocked !== undefined) this.#facts = { ...this.#facts, blocked: found.blocked }
      return found.failure
    }
    let failure: Failure | null = null
    for (const host of found.addresses) {
      this.#facts = { ...this.#facts, address: host }
      failure = await this.#connect(host, port)
      // If there is no route, the next address is tried, because this machine may not support IPv6.
      if (failure?.outcome !== "no_route") break
    }
    return failure
  }

  #connect(host: string, port: number): Promise<Failure | null> {
    const socket = createSocket({
      type: isIPv6(host) ? "udp6" : "udp4",
      // An IP address needs no lookup. A host name here would bypass the address policy.
      lookup: (address, _options, callback) => callback(null, address, isIPv6(address) ? 6 : 4)
    })
    return new Promise((resolve, reject) => {
      const safely = guard(reject)
      const onFailed = safely((error: Error) => {
        socket.close()
        resolve(failureOf(error))
      })
      socket.once("error", onFailed)
      socket.once(
        "connect",
        safely(() => {
          socket.off("error", onFailed)
          socket.on("error", this.#onError).on("message", this.#onMessage)
          this.#socket = socket
          resolve(null)
        })
      )
      socket.connect(port, host)
    })
  }

  readonly #onError = this.#safely((error: Error) => {
    this.#broken ??= failureOf(error)
    if (this.#broken.outcome === "connect_refused") this.#facts = { ...this.#facts, heardFromServer: true }
    this.#wake()
  })

  readonly #onMessage = this.#safely((bytes: Buffer) => {
    this.#facts = {
      ...this.#facts,
      heardFromServer: true,
      bytesReceived: this.#facts.bytesReceived + bytes.length
    }
    if (this.#received.length < MOST_OTHERS && this.#waitingBytes + bytes.length <= WAITING_BYTES) {
      this.#received.push(bytes)
      this.#waitingBytes += bytes.length
    }
    this.#wake()
  })

  /** Sends a datagram, and sends it again until an answer is read. */
  send(content: string | Uint8Array): void {
    const bytes = typeof content === "string" ? Buffer.from(content) : content
    let repeats = 0
    const transmit = this.#safely(() => {
      if (this.#socket === null || repeats > REPEATS) return
      repeats += 1
      this.#socket.send(
        bytes,
        this.#safely((error: Error | null) => {
          if (error !== null) this.#onError(error)
        })
      )
    })
    this.#sentAt ??= performance.now()
    clearInterval(this.#repeat)
    this.#repeat = setInterval(transmit, REPEAT_MS)
    transmit()
  }

  /** Waits for a datagram that can be read. Ignores datagrams for which `reading` returns null. */
  async read<A>(reading: (bytes: Buffer) => Reading<A>): Promise<Step<A>> {
    for (;;) {
      if (this.#thrown !== null) throw this.#thrown.error
      const bytes = this.#received.shift()
      this.#waitingBytes -= bytes?.length ?? 0
      const found = bytes === undefined ? null : reading(bytes)
      if (found !== null) {
        clearInterval(this.#repeat)
        this.#answeredAt = performance.now()
        return found.taken === undefined ? { ok: false, failure: found.failure } : { ok: true, value: found.value }
      }
      if (bytes !== undefined) {
        this.#others += 1
        if (this.#others > MOST_OTHERS) return { ok: false, failure: NOISY }
        continue
      }
      if (this.#broken !== null) return { ok: false, failure: this.#broken }
      if (this.#deadline.signal.aborted) return { ok: false, failure: SILENT }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = () => {}
    }
  }

  secure(): Promise<Failure | null> {
    throw new Error("Datagrams have no TLS.")
  }

  lend(): Promise<never> {
    throw new Error("Datagrams have no socket to lend.")
  }

  /** Sends a last datagram, to which there is no answer. */
  async leave(content: string | Uint8Array): Promise<void> {
    clearInterval(this.#repeat)
    const socket = this.#socket
    if (socket === null || content.length === 0 || this.#broken !== null) return
    await new Promise<void>((resolve, reject) =>
      socket.send(
        content,
        guard(reject)(() => resolve())
      )
    )
  }

  close(): void {
    this.#deadline.signal.removeEventListener("abort", this.#onAbort)
    clearInterval(this.#repeat)
    this.#socket?.close()
    this.#socket = null
  }
}
