import type { Socket } from "node:net"
import type { Failure } from "../../Outcome.ts"
import type { HandshakeFraming } from "../../tls/HandshakeFraming.ts"
import type { Reading } from "../Received.ts"

/** A client for a protocol. It says when the first byte of the answer arrived, and may destroy the socket. */
export type UseSocket<A> = (socket: Socket, signal: AbortSignal, onFirstByte: () => void) => Promise<A>

/** What a dialogue asks of its connection. */
type Action<Found> =
  /** Sends text or bytes unchanged. */
  | { readonly kind: "send"; readonly content: string | Uint8Array }
  /** Waits until the received bytes begin with a complete value. */
  | { readonly kind: "read"; readonly reading: (bytes: Buffer) => Reading<unknown> }
  /** Makes the TLS handshake, within the packets of the protocol if there is a framing. */
  | { readonly kind: "secure"; readonly framing: HandshakeFraming | undefined }
  /** Ends the dialogue unless a secret may be sent over this connection. */
  | { readonly kind: "trust" }
  /** Lends the connection to a client that Node has for its protocol. */
  | { readonly kind: "call"; readonly use: UseSocket<unknown> }
  /** Computes a value outside the event loop. */
  | { readonly kind: "compute"; readonly run: () => Promise<unknown> }
  /** Remembers facts about the service. They are part of the result even if the dialogue fails later. */
  | { readonly kind: "note"; readonly found: Partial<Found> }
  /** Sets the bytes that are sent before the connection is closed. */
  | { readonly kind: "farewell"; readonly content: string | Uint8Array }
  /** Ends the dialogue. */
  | { readonly kind: "fail"; readonly failure: Failure }

/**
 * A dialogue with a service: a generator that yields actions, and gets the values that it reads. It opens no connection
 * itself, so a test can play the server. The dialogue of a healthy service returns, and all others end with `fail`.
 */
export type Talk<Found, A = void> = Generator<Action<Found>, A, unknown>

/** What a dialogue may know about its connection. */
export interface Surroundings {
  /** The target as "host:port". */
  readonly authority: string
  /** The host of the target. */
  readonly hostname: string
  /** This machine's own address in the connection. */
  readonly localAddress: string | null
  /** Returns the time in milliseconds since 1970, as exactly as this machine knows it. */
  readonly now: () => number
  /** Returns unpredictable bytes. */
  readonly random: (length: number) => Buffer
}

/** The facts are empty, so this part of a dialogue fits into the dialogue of every service. */
type Part<A = void> = Talk<never, A>

export function* send(content: string | Uint8Array): Part {
  yield { kind: "send", content }
}

export function* read<A>(reading: (bytes: Buffer) => Reading<A>): Part<A> {
  return (yield { kind: "read", reading }) as A
}

export function* secure(framing?: HandshakeFraming): Part {
  yield { kind: "secure", framing }
}

export function* trust(): Part {
  yield { kind: "trust" }
}

export function* call<A>(use: UseSocket<A>): Part<A> {
  return (yield { kind: "call", use }) as A
}

export function* compute<A>(run: () => Promise<A>): Part<A> {
  return (yield { kind: "compute", run }) as A
}

export function* note<Found>(found: Partial<Found>): Talk<Found> {
  yield { kind: "note", found }
}

export function* farewell(content: string | Uint8Array): Part {
  yield { kind: "farewell", content }
}

export function* fail(outcome: Failure["outcome"], message: string): Part<never> {
  yield { kind: "fail", failure: { outcome, message } }
  throw new Error("A dialogue goes on after it has failed.")
}
