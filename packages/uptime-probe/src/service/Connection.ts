import { guard } from "@mon/bundled/callbacks"
import { dial } from "@mon/public-net"
import { isIP, type Socket } from "node:net"
import { noTimings, type Timings } from "../CheckResult.ts"
import { type Deadline, type ProbePorts, suspect } from "../probe/ProbePorts.ts"
import { dialFailure, isHeard, timeTried } from "../probe/dialFailure.ts"
import { type Protocols, secure } from "../tls/Handshake.ts"
import type { HandshakeFraming } from "../tls/HandshakeFraming.ts"
import { failureOf } from "../http/Http1Exchange.ts"
import type { Failure } from "../Outcome.ts"
import type { UseSocket } from "./dialogue/Talk.ts"
import type { Reading } from "./Received.ts"
import type { ServiceResult } from "./ServiceResult.ts"
import type { ServiceTarget } from "./ServiceTarget.ts"

/** The facts about a connection, even if the dialogue failed. */
export type ConnectionFacts = Pick<
  ServiceResult,
  "address" | "attempts" | "blocked" | "bytesReceived" | "certificate" | "heardFromServer" | "timings" | "tlsError"
>

export type Step<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly failure: Failure }

/** The time that a server has to close the connection after the client has ended it, in milliseconds. */
const LEAVE_MS = 500

/** The maximum number of bytes that are read in one dialogue, not including TLS. */
const MOST_BYTES = 128 * 1024

const NO_BYTES = Buffer.alloc(0)

const CLOSED: Failure = {
  outcome: "protocol_error",
  message: "The server closed the connection before its response was complete."
}
const SILENT_END: Failure = {
  outcome: "closed_unanswered",
  message: "The server closed the connection without a response."
}

const micros = (milliseconds: number): number => Math.max(0, Math.round(milliseconds * 1_000))

const failed = (failure: Failure): Step<never> => ({ ok: false, failure })

export interface ConnectionSettings {
  readonly target: ServiceTarget
  readonly family?: 4 | 6 | undefined
  /** The name for SNI and for the certificate. Default: the host. */
  readonly serverName?: string | undefined
  readonly timeoutMs: number
}

/**
 * One connection to a service. It is opened through the address policy, limits the bytes that are read, and measures
 * each phase. It throws only for errors of this package's own code, not for failures of a server. Close it at the end.
 */
export class Connection {
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
  #raw: Socket | null = null
  #stream: Socket | null = null
  #detach: () => void = () => {}
  #pending: Buffer = NO_BYTES
  #received = 0
  #ended = false
  #broken: Failure | null = null
  #wake: () => void = () => {}
  /** An error that this package's own code threw. It ends the dialogue. */
  #thrown: { readonly error: unknown } | null = null
  readonly #onThrown = (error: unknown): void => {
    this.#thrown ??= { error }
    this.#wake()
  }
  readonly #safely = guard(this.#onThrown)
  readonly #onAbort = this.#safely(() => this.#wake())
  #talkingSince: number | null = null
  #firstByteAt: number | null = null

  constructor(ports: ProbePorts, settings: ConnectionSettings, deadline: Deadline) {
    this.#ports = ports
    this.#settings = settings
    this.#deadline = deadline
    deadline.signal.addEventListener("abort", this.#onAbort)
  }

  get isSecure(): boolean {
    return this.#stream !== null && this.#stream !== this.#raw
  }

  /** This machine's own address in the connection. Null if there is no connection. */
  get localAddress(): string | null {
    return this.#raw?.localAddress ?? null
  }

  /** Ends the last phase, and returns all known facts about the connection. */
  facts(): ConnectionFacts {
    return {
      ...this.#facts,
      bytesReceived: this.#raw?.bytesRead ?? 0,
      timings: { ...this.#facts.timings, ...this.#dialogueTimings(performance.now()) }
    }
  }

  #dialogueTimings(now: number): Pick<Timings, "downloadUs" | "waitUs"> {
    const since = this.#talkingSince
    const first = this.#firstByteAt
    if (since === null) return { waitUs: null, downloadUs: null }
    return {
      waitUs: micros((first ?? now) - since),
      downloadUs: first === null ? null : micros(now - first)
    }
  }

  /** Resolves the name, and connects to an address that the policy allows. */
  async open(): Promise<Failure | null> {
    const { family, target, timeoutMs } = this.#settings
    const { signal } = this.#deadline
    const suspicion = suspect(this.#ports.resolver, timeoutMs)
    const dialled = await dial({
      hostname: target.hostname,
      port: target.port,
      policy: this.#ports.policy,
      resolve: this.#ports.resolve,
      signal,
      ...(family === undefined ? {} : { family }),
      ...(this.#ports.connect === undefined ? {} : { connect: this.#ports.connect })
    })
    suspicion.clear()
    const dnsUs = isIP(target.hostname) === 0 ? dialled.dnsUs : null
    const attempts = dialled.attempts.length === 0 ? {} : { attempts: dialled.attempts }
    if (!dialled.ok) {
      this.#facts = {
        ...this.#facts,
        ...attempts,
        ...(dialled.blocked === undefined ? {} : { blocked: dialled.blocked }),
        heardFromServer: isHeard(dialled),
        timings: { ...noTimings, dnsUs, connectUs: timeTried(dialled) }
      }
      return dialFailure(dialled, () => suspicion.answers(signal))
    }
    this.#facts = {
      ...this.#facts,
      ...attempts,
      address: dialled.address,
      heardFromServer: true,
      timings: { ...noTimings, dnsUs, connectUs: dialled.connectUs }
    }
    this.#raw = dialled.socket
    this.#raw.on("error", () => {})
    this.#raw.setNoDelay(true)
    this.#attach(this.#raw)
    return null
  }

  /** Buffers the bytes that arrive, so that bytes that arrive before a handshake are noticed. */
  #attach(stream: Socket): void {
    this.#stream = stream
    const onData = this.#safely((bytes: Buffer) => {
      this.#firstByteAt ??= performance.now()
      this.#received += bytes.length
      if (this.#received > MOST_BYTES) {
        this.#broken ??= { outcome: "too_large", message: `The server sent more than ${MOST_BYTES / 1024} KiB.` }
        stream.destroy()
      } else this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes])
      this.#wake()
    })
    const onEnd = this.#safely(() => {
      this.#ended = true
      this.#wake()
    })
    const onError = this.#safely((error: Error) => {
      this.#broken ??= failureOf(error)
      this.#wake()
    })
    stream.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onError)
    this.#detach = () => {
      stream.pause()
      stream.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onError)
    }
    if (stream.destroyed) onEnd()
  }

  /** Performs the TLS handshake, at the beginning of the dialogue or within it. */
  async secure(protocols: Protocols = [], framing?: HandshakeFraming): Promise<Failure | null> {
    const socket = this.#raw
    if (socket === null || this.isSecure) throw new Error("There is nothing to secure.")
    if (this.#pending.length > 0 || socket.readableLength > 0) {
      // A server that sends data before the TLS handshake uses another protocol.
      if (this.#talkingSince === null)
        return { outcome: "tls_handshake", message: "The server does not speak TLS on this port." }
      // Text injected before the handshake would be read as if TLS had protected it (RFC 3207 section 6).
      return { outcome: "protocol_error", message: "The server sent more data before the TLS handshake." }
    }
    if (this.#broken !== null) return this.#broken
    this.#detach()
    const { signal } = this.#deadline
    const { serverName, target } = this.#settings
    const began = performance.now()
    const release = await this.#deadline.uncounted(this.#ports.handshakes.acquire(signal))
    const startedAt = performance.now()
    const { trust } = this.#ports
    const name = serverName ?? target.hostname
    const framed = framing === undefined ? undefined : { framing, onThrown: this.#onThrown }
    const secured = await secure(socket, name, trust, protocols, signal, framed).finally(release)
    if (this.#thrown !== null) throw this.#thrown.error
    // A handshake within the dialogue counts neither as waiting nor as download.
    if (this.#firstByteAt !== null) this.#firstByteAt += secured.endedAt - began
    if (this.#talkingSince !== null) this.#talkingSince += secured.endedAt - began
    this.#facts = {
      ...this.#facts,
      timings: { ...this.#facts.timings, tlsUs: micros(secured.endedAt - startedAt) },
      ...(secured.end === "failed" && secured.code !== undefined ? { tlsError: secured.code } : {}),
      ...(secured.end === "secured" ? { certificate: secured.certificate } : {})
    }
    if (secured.end === "aborted")
      return { outcome: "tls_timeout", message: "The TLS handshake did not finish in time." }
    if (secured.end === "failed") return { outcome: "tls_handshake", message: secured.message }
    this.#attach(secured.socket)
    return null
  }

  send(content: string | Uint8Array): void {
    this.#talkingSince ??= performance.now()
    if (this.#stream?.writable === true) this.#stream.write(content)
  }

  /** Waits until the received bytes begin with a complete value. */
  async read<A>(reading: (bytes: Buffer) => Reading<A>): Promise<Step<A>> {
    this.#talkingSince ??= performance.now()
    const { signal } = this.#deadline
    for (;;) {
      if (this.#thrown !== null) throw this.#thrown.error
      if (this.#broken?.outcome === "too_large") return failed(this.#broken)
      const found = this.#pending.length === 0 ? null : reading(this.#pending)
      if (found !== null) {
        if (found.taken === undefined) return failed(found.failure)
        this.#pending = this.#pending.subarray(found.taken)
        return { ok: true, value: found.value }
      }
      if (this.#broken !== null) return failed(this.#broken)
      if (this.#ended) return failed(this.#firstByteAt === null ? SILENT_END : CLOSED)
      if (signal.aborted) return failed(this.#timeout())
      await this.#woken()
    }
  }

  #timeout(): Failure {
    return this.#firstByteAt === null
      ? { outcome: "header_timeout", message: "The response did not start in time." }
      : { outcome: "body_timeout", message: "The response did not finish in time." }
  }

  /** Lends the socket to a client for its protocol. The connection cannot be used afterwards. */
  async lend<A>(use: UseSocket<A>): Promise<A> {
    const stream = this.#stream
    if (stream === null) throw new Error("There is no connection to lend.")
    this.#detach()
    this.#ended = true
    this.#talkingSince ??= performance.now()
    return use(stream, this.#deadline.signal, () => {
      this.#firstByteAt ??= performance.now()
    })
  }

  /**
   * Sends a last message, and waits briefly until the server closes the connection too. If a client closes a connection
   * while the server still sends, the server gets a reset, and many servers log it.
   */
  async leave(content: string | Uint8Array): Promise<void> {
    const stream = this.#stream
    if (stream === null || stream.destroyed || this.#isOver) return
    if (content.length > 0) stream.write(content)
    stream.end()
    const timer = setTimeout(
      this.#safely(() => {
        this.#ended = true
        this.#wake()
      }),
      LEAVE_MS
    )
    while (!this.#isOver) await this.#woken()
    clearTimeout(timer)
    if (this.#thrown !== null) throw this.#thrown.error
  }

  get #isOver(): boolean {
    return this.#ended || this.#broken !== null || this.#thrown !== null || this.#deadline.signal.aborted
  }

  async #woken(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    this.#wake = () => {}
  }

  close(): void {
    this.#deadline.signal.removeEventListener("abort", this.#onAbort)
    this.#detach()
    this.#stream?.on("error", () => {})
    this.#stream?.destroy()
    this.#raw?.destroy()
    this.#ended = true
    this.#wake()
  }
}
