import {
  aBoolean,
  aFunction,
  either,
  inside,
  type Kind,
  kindOf,
  listOf,
  mapOf,
  milliseconds,
  oneOf,
  optional,
  optionsOf,
  shape,
  aString,
  textLike,
  whole
} from "@mon/bundled/arguments"
import type { AddressPolicy } from "@mon/public-net"
import type { MxData, ServiceData, SrvData } from "./Records.ts"
import { parseHttpsUrl, parseTlsServer } from "./encrypted/serverAddresses.ts"
import type {
  HttpsResolverOptions,
  NodeResolverOptions,
  ServerClientOptions,
  TlsResolverOptions,
  UdpResolverOptions
} from "./ResolverOptions.ts"
import { parseServer } from "./ServerList.ts"
import { isKnownType, typeNumber } from "./wire/recordTypes.ts"
import type { ZoneFault } from "./Zone.ts"

const isType = (value: string): boolean =>
  isKnownType(value) || (/^TYPE[0-9]{1,5}$/.test(value) && typeNumber(value as "TYPE1") !== null)

export const recordType = (): Kind =>
  textLike("a record type such as A, MX or TXT, or TYPE and a number for any other type (such as TYPE99)", isType)

export const dnsServer = (): Kind =>
  textLike('a DNS server such as "192.0.2.1:53" or "[2001:db8::1]:53"', (value) => parseServer(value) !== null)

const servers = (): Kind => listOf(dnsServer(), "an array of DNS servers")

export const serverClientOptions = (): Kind =>
  optionsOf<ServerClientOptions>({
    timeoutMs: optional(milliseconds()),
    tries: optional(whole(1, 100)),
    maxInFlight: optional(whole(1))
  })

export const nodeOptions = (): Kind =>
  optionsOf<NodeResolverOptions>({
    servers: optional(servers()),
    timeoutMs: optional(milliseconds()),
    tries: optional(whole(1, 100)),
    maxInFlight: optional(whole(1))
  })

export const udpOptions = (): Kind =>
  optionsOf<UdpResolverOptions>({
    servers: optional(servers()),
    timeoutMs: optional(milliseconds()),
    tries: optional(whole(1, 100)),
    deadlineMs: optional(milliseconds()),
    maxInFlight: optional(whole(1)),
    mixedCase: optional(aBoolean)
  })

const encrypted = () => ({
  timeoutMs: optional(milliseconds()),
  tries: optional(whole(1, 100)),
  deadlineMs: optional(milliseconds()),
  maxInFlight: optional(whole(1)),
  padding: optional(aBoolean),
  ca: optional(either([aString, listOf(aString)], "a certificate in PEM, or an array of them")),
  policy: optional(
    shape<AddressPolicy>("an address policy, such as the one that makeAddressPolicy() returns", {
      classify: aFunction,
      allows: aFunction
    })
  ),
  resolve: optional(aFunction)
})

/** The maximum number of servers in a list, which is more than anyone needs. */
const MAX_SERVERS = 16

const someOf = (one: Kind, takes: string): Kind => {
  const list = listOf(one, takes)
  const some = kindOf(takes, (value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_SERVERS)
  return { takes, fault: (value) => list.fault(value) ?? some.fault(value) }
}

export const tlsOptions = (): Kind =>
  optionsOf<TlsResolverOptions>({
    servers: someOf(
      textLike(
        'a server such as "dns.example", "192.0.2.1:853" or "192.0.2.1#dns.example"',
        (value) => parseTlsServer(value) !== null
      ),
      `an array of 1 to ${MAX_SERVERS} servers`
    ),
    ...encrypted()
  })

export const httpsOptions = (): Kind =>
  optionsOf<HttpsResolverOptions>({
    urls: someOf(
      textLike(
        'an https URL without credentials, such as "https://dns.example/dns-query"',
        (value) => parseHttpsUrl(value) !== null
      ),
      `an array of 1 to ${MAX_SERVERS} URLs`
    ),
    method: optional(oneOf("GET", "POST")),
    ...encrypted()
  })

const fault = (): Kind =>
  optionsOf<ZoneFault>({
    fail: oneOf("Timeout", "ServFail", "Refused", "FormErr", "Truncated", "Network")
  })

const data = (): Kind => shape("an object with the record's fields", {})

const service = (): Kind =>
  shape<ServiceData>("an object with priority, target and parameters", {
    priority: whole(0, 65_535),
    target: aString,
    parameters: shape("an object of parameters", {})
  })

const RECORDS: () => Readonly<Record<string, Kind>> = () => ({
  A: either([aString, shape<{ address: string }>("an address", { address: aString })], "an IPv4 address"),
  AAAA: either([aString, shape<{ address: string }>("an address", { address: aString })], "an IPv6 address"),
  MX: shape<MxData>("an object with preference and exchange", { preference: whole(0, 65_535), exchange: aString }),
  TXT: either([aString, listOf(aString)], "a string, or an array of strings for one record"),
  CNAME: aString,
  NS: aString,
  PTR: aString,
  SRV: shape<SrvData>("an object with priority, weight, port and target", { target: aString }),
  SVCB: service(),
  HTTPS: service()
})

const recordsOf = (kind: Kind): Kind => either([listOf(kind), fault()], "an array of records or a fault")

export const zoneRecords = (): Kind => {
  const takes = 'an object such as { A: ["192.0.2.1"] } or { fail: "ServFail" }'
  const kinds = new Map(Object.entries(RECORDS()).map(([type, kind]) => [type, recordsOf(kind)]))
  const others = recordsOf(data())
  const types = recordType()
  const failing = fault()
  const object = shape(takes, {})
  return {
    takes,
    fault: (value) => {
      const wrong = object.fault(value) ?? (Array.isArray(value) ? mapOf(aString, takes).fault(value) : null)
      if (wrong !== null) return wrong
      const records = value as Readonly<Record<string, unknown>>
      if ("fail" in records) return failing.fault(value)
      for (const type of Object.keys(records)) {
        const wrongType = types.fault(type)
        if (wrongType !== null) return wrongType
        const wrongRecords = (kinds.get(type) ?? others).fault(records[type])
        if (wrongRecords !== null) return inside(`.${type}`, wrongRecords)
      }
      return null
    }
  }
}

export const zoneKind = (): Kind => mapOf(zoneRecords(), "an object that maps names to their records")
