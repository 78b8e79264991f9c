import { anAbortSignal, argumentsOf, aString, optional } from "@mon/bundled/arguments"
import * as Effect from "effect/Effect"
import { dnsServer, recordType, serverClientOptions } from "./argumentKinds.ts"
import { DnsError } from "./DnsError.ts"
import { labelsOf, normalise } from "./DnsName.ts"
import { runWithSignal } from "./promiseClient.ts"
import type { ServerClientOptions } from "./ResolverOptions.ts"
import { makeQueryLimiter, MAX_IN_FLIGHT } from "./NodeResolver.ts"
import type { RecordType } from "./Records.ts"
import { formatServer, parseServer } from "./ServerList.ts"
import { askServer, type ServerReply } from "./udp/askServer.ts"
import { typeNumber } from "./wire/recordTypes.ts"

const acceptMakeServerClient = /* @__PURE__ */ argumentsOf("makeServerClient", () => ({
  options: optional(serverClientOptions())
}))
const acceptAsk = /* @__PURE__ */ argumentsOf("client.ask", () => ({
  server: dnsServer(),
  name: aString,
  type: recordType(),
  signal: optional(anAbortSignal)
}))

/** A client that sends each query to the one server that the caller names. */
export interface ServerClient {
  /**
   * Asks one server without recursion (RFC 1034 section 4.3.1). Rejects with a DnsError if the server refuses the query
   * or does not answer, or with the signal's reason if the signal is aborted.
   */
  readonly ask: <T extends RecordType>(
    server: string,
    name: string,
    type: T,
    signal?: AbortSignal
  ) => Promise<ServerReply<T>>
}

const TIMEOUT_MS = 2000
const TRIES = 2

/**
 * Makes a client for authoritative servers. Each query names its server and uses a new port. The client follows no
 * referrals and does not check addresses, so the caller decides which servers may be asked.
 *
 * @example
 * ```ts
 * const reply = await makeServerClient().ask("192.0.2.53:53", "example.com", "NS")
 * ```
 */
export const makeServerClient = (options: ServerClientOptions = {}): ServerClient => {
  acceptMakeServerClient(options)
  const { maxInFlight = MAX_IN_FLIGHT, timeoutMs = TIMEOUT_MS, tries = TRIES } = options
  const limiter = makeQueryLimiter(maxInFlight)
  return {
    ask: async (server, text, type, signal) => {
      acceptAsk(server, text, type, signal)
      const address = parseServer(server)
      const name = normalise(text)
      const labels = name === null ? null : labelsOf(name)
      const number = typeNumber(type)
      if (address === null || name === null || labels === null || number === null)
        throw new DnsError({
          queryName: text,
          type,
          server,
          reason: "BadName",
          detail: "Not a domain name in ASCII."
        })
      const query = { name, labels, type: number, edns: true, recursion: false }
      const asked = askServer(address, type, query, { timeoutMs, tries }).pipe(
        Effect.mapError((fault) => new DnsError({ queryName: name, type, server: formatServer(address), ...fault }))
      )
      return await runWithSignal(limiter.run(name, type, asked), signal)
    }
  }
}
