import {
  aFunction,
  anAbortSignal,
  type FieldsOf,
  listOf,
  milliseconds,
  optional,
  optionsOf,
  shape,
  whole
} from "@mon/bundled/arguments"
import { DnsError, makeServerClient, type ServerClient } from "@mon/dns"
import { makeAddressPolicy } from "@mon/public-net"
import { dnsClient, policy as policyKind } from "../argumentKinds.ts"
import type { ObserveDnsOptions, ObserveRecordSetOptions, Ports } from "./DnsWatchPorts.ts"

const DNS_PORT = 53
const DEADLINE_MS = 30_000

const observeFields = (): FieldsOf<ObserveDnsOptions> => ({
  dns: dnsClient("query"),
  servers: optional(
    shape<ServerClient>("a client for DNS servers, such as the one that makeServerClient from @mon/dns returns", {
      ask: aFunction
    })
  ),
  policy: optional(policyKind()),
  port: optional(whole(1, 65_535)),
  deadlineMs: optional(milliseconds()),
  signal: optional(anAbortSignal)
})

export const observeOptions = () => optionsOf<ObserveDnsOptions>(observeFields())

export const observeRecordSetOptions = () =>
  optionsOf<ObserveRecordSetOptions>({ ...observeFields(), resolvers: optional(listOf(dnsClient("query"))) })

export const reasonOf = (error: unknown): string => (error instanceof DnsError ? error.reason : "Timeout")

export const makePorts = (options: ObserveDnsOptions): Ports => {
  const { deadlineMs = DEADLINE_MS, dns, port = DNS_PORT, signal } = options
  const servers = options.servers ?? makeServerClient()
  const deadline = AbortSignal.timeout(deadlineMs)
  const ends = signal === undefined ? deadline : AbortSignal.any([deadline, signal])
  return {
    dns,
    policy: options.policy ?? makeAddressPolicy(),
    resolve: (name, type) => dns.query(name, type, ends),
    ask: async ({ address, fault }, name, type) => {
      if (address === null) return fault
      const server = address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`
      try {
        return await servers.ask(server, name, type, ends)
      } catch (error) {
        signal?.throwIfAborted()
        return reasonOf(error)
      }
    }
  }
}
