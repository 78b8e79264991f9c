import { registrableDomain } from "@mon/public-net/policy"
import type { DnsProvider } from "./dnsProviders.ts"
import type { FormField, RecordForm, RepairType } from "./RepairPlan.ts"

/** The longest string of a TXT record (RFC 1035 section 3.3.14). */
const MAX_STRING = 255
/** The time to live of a record: one hour. Resolvers can cache the record, but a mistake disappears soon. */
const TTL_SECONDS = 3_600

const nameIn = (host: string): string => {
  const zone = registrableDomain(host)
  if (zone === null || zone === host) return "@"
  return host.endsWith(`.${zone}`) ? host.slice(0, -zone.length - 1) : host
}

const stringsOf = (value: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(1, Math.ceil(value.length / MAX_STRING)) }, (_, index) =>
    value.slice(index * MAX_STRING, (index + 1) * MAX_STRING)
  )

const quoted = (value: string): string =>
  stringsOf(value)
    .map((text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`)
    .join(" ")

const fieldsOf = (provider: DnsProvider, type: RepairType, name: string, value: string): ReadonlyArray<FormField> => {
  const { apex, values = {}, words } = provider
  const [preference = "", target = ""] = type === "MX" ? value.split(" ") : []
  const alone = type === "MX" && words.priority !== null
  const text = type === "TXT" && provider.quoted === true ? quoted(value) : alone ? target : value
  return [
    { label: words.type, value: type },
    { label: words.name, value: name === "@" ? apex : name },
    { label: values[type] ?? words.value, value: text },
    ...(alone ? [{ label: words.priority ?? "", value: preference }] : []),
    { label: words.ttl, value: String(TTL_SECONDS) }
  ]
}

export const recordForm = (
  type: RepairType,
  host: string,
  values: ReadonlyArray<string>,
  provider: DnsProvider | null = null
): RecordForm => {
  const name = nameIn(host)
  return {
    name,
    ttl: TTL_SECONDS,
    strings: values.map((value) => (type === "TXT" ? stringsOf(value) : [value])),
    provider:
      provider === null
        ? null
        : { name: provider.name, fields: values.map((value) => fieldsOf(provider, type, name, value)) }
  }
}
