import { argumentError } from "@mon/bundled/arguments"
import { makeAddressPolicy, systemResolver } from "@mon/public-net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { interpret, NO_EDNS } from "../Interpretation.ts"
import { MAX_IN_FLIGHT } from "../NodeResolver.ts"
import type { RecordData, RecordType, Transport } from "../Records.ts"
import type { Resolver } from "../Resolver.ts"
import type { EncryptedOptions, HttpsResolverOptions, TlsResolverOptions } from "../ResolverOptions.ts"
import { makeRoundsResolver, type QueryTimeouts, type ServerAnswer, withinTimeouts } from "../serverRounds.ts"
import type { DnsQuery, ServerFault } from "../udp/DnsQuery.ts"
import { decode } from "../wire/Message.ts"
import { type Connection, type EncryptedServer, makeEncryptedServer } from "./Connection.ts"
import { connectTls, type TlsSettings, type TlsTarget } from "./connectTls.ts"
import { faultOf } from "./ExchangeFault.ts"
import { makeHttp1Connection } from "./http1Connection.ts"
import { makeHttp2Connection } from "./http2Connection.ts"
import type { HttpForm } from "./httpRequest.ts"
import { formatTarget, parseHttpsUrl, parseTlsServer, targetOf } from "./serverAddresses.ts"
import { makeTlsConnection } from "./tlsConnection.ts"

const TIMEOUT_MS = 3000
const TRIES = 2
const DEADLINE_MS = 6000

interface Server extends EncryptedServer {
  readonly text: string
  readonly transport: Transport
}

const failed = (fault: ServerFault): Effect.Effect<never, ServerFault> => Effect.fail(fault)

/** Reduces the times to live in an answer by its age (RFC 8484 section 5.1). */
const aged = <T extends RecordType>(answer: ServerAnswer<T>, age: number): ServerAnswer<T> => {
  if (age === 0) return answer
  const left = (ttl: number): number => Math.max(0, ttl - age)
  const records = answer.records.map((record: RecordData[T] & { readonly ttl?: number }) =>
    typeof record.ttl === "number" ? { ...record, ttl: left(record.ttl) } : record
  )
  return { ...answer, records, ttl: answer.ttl === null ? null : left(answer.ttl) }
}

/** Queries one server. Repeats the query without EDNS if the server does not support it. */
const queryServer = Effect.fnUntraced(function* <T extends RecordType>(
  { exchange, text, transport }: Server,
  type: T,
  dnsQuery: DnsQuery,
  timeouts: QueryTimeouts
) {
  const ask = Effect.fnUntraced(function* (sent: DnsQuery) {
    const { age, message: bytes } = yield* withinTimeouts(
      Effect.tryPromise({ try: (signal) => exchange(sent, signal), catch: (error) => faultOf(error) }).pipe(
        Effect.catch((fault) => (fault.thrown === undefined ? failed(fault) : Effect.die(fault.thrown)))
      ),
      timeouts
    )
    const message = decode(bytes)
    if (message === null) return yield* failed({ reason: "FormErr", detail: "The answer is malformed." })
    if (message.truncated)
      return yield* failed({ reason: "Truncated", detail: `The answer over ${transport} is truncated.` })
    return { age, answer: interpret(message, sent.name, type, sent.type) }
  })
  let { age, answer } = yield* ask(dnsQuery)
  if (!answer.ok && NO_EDNS.has(answer.detail)) ({ age, answer } = yield* ask({ ...dnsQuery, edns: false }))
  if (!answer.ok) return yield* failed({ reason: answer.reason, detail: answer.detail })
  const { authenticated, cnames, records, status, ttl } = answer
  const read: ServerAnswer<T> = { status, records, cnames, ttl, authenticated, server: text, transport }
  return aged(read, age)
})

const makeResolver = (
  open: (timeoutMs: number) => ReadonlyArray<Server>,
  { deadlineMs = DEADLINE_MS, maxInFlight = MAX_IN_FLIGHT, timeoutMs = TIMEOUT_MS, tries = TRIES }: EncryptedOptions
): Effect.Effect<Resolver, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => open(timeoutMs)),
      (servers) => Effect.sync(() => servers.forEach((server) => server.close()))
    ),
    (servers) => makeRoundsResolver({ servers, ask: queryServer, tries, timeoutMs, deadlineMs, maxInFlight })
  )

const ANYWHERE = ["0.0.0.0/0", "::/0"]

const settingsOf = (
  { ca, policy = makeAddressPolicy({ allow: ANYWHERE }), resolve = systemResolver }: EncryptedOptions,
  alpn: ReadonlyArray<string>
): TlsSettings => ({ ca, policy, resolve, alpn })

const parsedOr = <A>(texts: ReadonlyArray<string>, option: string, parse: (text: string) => A | null): Array<A> =>
  texts.map((text) => {
    const parsed = parse(text)
    if (parsed === null)
      throw argumentError(`options.${option}: ${JSON.stringify(text.slice(0, 100))} is not a server.`)
    return parsed
  })

/**
 * Makes a resolver over TLS (RFC 7858). Its connections close with the scope. Throws a TypeError if a server is
 * invalid.
 */
export const makeTlsResolver = (options: TlsResolverOptions): Effect.Effect<Resolver, never, Scope.Scope> => {
  const targets = parsedOr(options.servers, "servers", parseTlsServer)
  const { padding = true } = options
  const settings = settingsOf(options, [])
  const openOne = (target: TlsTarget, timeoutMs: number): Server => {
    const connect = async (signal: AbortSignal): Promise<Connection> =>
      makeTlsConnection(await connectTls(target, settings, signal), padding)
    return { text: formatTarget(target), transport: "tls", ...makeEncryptedServer(connect, timeoutMs) }
  }
  return makeResolver((timeoutMs) => targets.map((target) => openOne(target, timeoutMs)), options)
}

/**
 * Makes a resolver over HTTPS (RFC 8484). Uses HTTP/2, or HTTP/1.1 if the server does not offer HTTP/2. Its connections
 * close with the scope. Throws a TypeError if a URL is invalid.
 */
export const makeHttpsResolver = (options: HttpsResolverOptions): Effect.Effect<Resolver, never, Scope.Scope> => {
  const urls = parsedOr(options.urls, "urls", parseHttpsUrl)
  const { method = "POST", padding = true } = options
  const settings = settingsOf(options, ["h2", "http/1.1"])
  const openOne = (url: URL, timeoutMs: number): Server => {
    const target = targetOf(url)
    const form: HttpForm = { url, method, padding }
    const connect = async (signal: AbortSignal): Promise<Connection> => {
      const socket = await connectTls(target, settings, signal)
      if (socket.alpnProtocol === "h2") return makeHttp2Connection(socket, form)
      const another = (closing: AbortSignal) =>
        connectTls(
          target,
          { ...settings, alpn: ["http/1.1"] },
          AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)])
        )
      return makeHttp1Connection(socket, another, form)
    }
    return { text: url.href, transport: "https", ...makeEncryptedServer(connect, timeoutMs) }
  }
  return makeResolver((timeoutMs) => urls.map((url) => openOne(url, timeoutMs)), options)
}
