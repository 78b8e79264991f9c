import { guard } from "@mon/bundled/callbacks"
import type { DnsQuery } from "../udp/DnsQuery.ts"
import { ExchangeFault } from "./ExchangeFault.ts"

export interface Exchanged {
  readonly message: Buffer
  /** The time for which an HTTP cache has stored the answer, in seconds (RFC 8484 section 5.1). */
  readonly age: number
}

export interface Connection {
  /** Rejects with an ExchangeFault. */
  readonly exchange: (dnsQuery: DnsQuery, signal: AbortSignal) => Promise<Exchanged>
  /** Returns whether a query on this connection has been answered before. */
  readonly isUsed: () => boolean
  readonly isOpen: () => boolean
  readonly close: () => void
}

/** The time without a query after which a connection is closed, in milliseconds (RFC 7766 section 6.2.3). */
export const IDLE_MS = 10_000

/** A server to which at most one {@link Connection} is open. The connection is opened on demand. */
export interface EncryptedServer {
  readonly exchange: Connection["exchange"]
  readonly close: () => void
}

const orAborted = <A>(work: Promise<A>, signal: AbortSignal): Promise<A> =>
  new Promise((resolve, reject) => {
    const abort = guard(reject)(() => reject(new ExchangeFault("Timeout", "The query was abandoned.")))
    if (signal.aborted) abort()
    signal.addEventListener("abort", abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort))
  })

/**
 * Makes a server that uses one connection for all queries. If the server closes a connection that has already answered
 * a query, sends the interrupted query once more (RFC 7766 section 6.2.4).
 */
export const makeEncryptedServer = (
  open: (signal: AbortSignal) => Promise<Connection>,
  timeoutMs: number
): EncryptedServer => {
  const closing = new AbortController()
  let current: Promise<Connection> | null = null
  let known: Connection | null = null

  const connection = (): Promise<Connection> => {
    if (current !== null && known?.isOpen() !== false) return current
    known = null
    const opening = open(AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]))
    current = opening.then(
      (opened) => {
        known = opened
        if (closing.signal.aborted) opened.close()
        return opened
      },
      (error: unknown) => {
        current = null
        throw error
      }
    )
    return current
  }

  const exchange: Connection["exchange"] = async (dnsQuery, signal) => {
    const opened = await orAborted(connection(), signal)
    const used = opened.isUsed()
    try {
      return await opened.exchange(dnsQuery, signal)
    } catch (error) {
      const again = used && error instanceof ExchangeFault && error.lost && !signal.aborted && !closing.signal.aborted
      if (!again) throw error
      return await (await orAborted(connection(), signal)).exchange(dnsQuery, signal)
    }
  }

  return {
    exchange,
    close: () => {
      closing.abort()
      current?.then(
        (opened) => opened.close(),
        () => {}
      )
    }
  }
}
