import { registrableDomain } from "@mon/public-net"
import type { RecordForm, RepairType } from "./RepairPlan.ts"

/** The longest string of a TXT record (RFC 1035 section 3.3.14). */
const MAX_STRING = 255
/** An hour: a mistake is gone soon, and resolvers can still cache the record. */
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

/** A record as the form of a DNS provider asks for it. */
export const recordForm = (type: RepairType, host: string, values: ReadonlyArray<string>): RecordForm => ({
  name: nameIn(host),
  ttl: TTL_SECONDS,
  strings: values.map((value) => (type === "TXT" ? stringsOf(value) : [value]))
})
