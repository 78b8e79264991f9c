import type { DnsErrorReason } from "./DnsError.ts"
import type { DnsAnswer, RecordData, RecordType } from "./Records.ts"
import type { Message, Resource } from "./wire/Message.ts"
import { CNAME, isKnownType, NS, SOA } from "./wire/recordTypes.ts"
import { readKnown, readRaw } from "./wire/WireData.ts"

export type Interpretation<T extends RecordType> =
  | ({ readonly ok: true } & Pick<DnsAnswer<T>, "status" | "records" | "cnames" | "ttl" | "authenticated">)
  | { readonly ok: false; readonly reason: DnsErrorReason; readonly detail: string }

/** The maximum number of CNAME records that are followed within one answer. */
const MAX_ALIASES = 16

const NOERROR = 0
const NXDOMAIN = 3

/** The error reason for each response code (RFC 1035 section 4.1.1). Any other code counts as ServFail. */
const REASON_OF: ReadonlyMap<number, readonly [DnsErrorReason, string]> = new Map([
  [1, ["FormErr", "FORMERR"]],
  [2, ["ServFail", "SERVFAIL"]],
  [4, ["Refused", "NOTIMP"]],
  [5, ["Refused", "REFUSED"]],
  [16, ["FormErr", "BADVERS"]]
])

/** The errors that servers without EDNS return for queries that use it (RFC 6891 sections 6.2.2 and 7). */
export const NO_EDNS: ReadonlySet<string> = new Set(["FORMERR", "NOTIMP", "BADVERS"])

const MALFORMED = { ok: false, reason: "FormErr", detail: "The answer is malformed." } as const

const readAs = <T extends RecordType>(type: T, bytes: Buffer, resource: Resource): RecordData[T] | null =>
  (isKnownType(type) ? readKnown(type, bytes, resource) : readRaw(bytes, resource)) as RecordData[T] | null

interface Chain {
  readonly end: string
  readonly cnames: ReadonlyArray<string>
  readonly ttls: ReadonlyArray<number>
}

/** Returns a sentence with the reason if the CNAME records cannot be followed. */
const follow = ({ answers, bytes }: Message, name: string): Chain | string => {
  const cnames: Array<string> = []
  const ttls: Array<number> = []
  let end = name
  for (;;) {
    const owner = end
    const alias = answers.find((resource) => resource.type === CNAME && resource.name === owner)
    if (alias === undefined) return { end, cnames, ttls }
    const data = readKnown("CNAME", bytes, alias)
    if (data === null) return MALFORMED.detail
    if (cnames.length === MAX_ALIASES || cnames.includes(data.target) || data.target === name)
      return "The CNAME chain is too long or never ends."
    cnames.push(data.target)
    ttls.push(alias.ttl)
    end = data.target
  }
}

/**
 * Returns the time to live of a negative answer: the smaller of the SOA record's own time to live and its minimum field
 * (RFC 2308 section 5).
 */
const negativeTtl = ({ authority, bytes }: Message): number | null => {
  const soa = authority.find((resource) => resource.type === SOA)
  const data = soa === undefined ? null : readKnown("SOA", bytes, soa)
  return soa === undefined || data === null ? null : Math.min(soa.ttl, data.minimum)
}

/** Returns whether a server without recursion refers to other servers instead of answering (RFC 1034 section 4.3.1). */
const isReferral = (message: Message): boolean =>
  !message.recursionAvailable &&
  !message.authoritative &&
  message.answers.length === 0 &&
  message.authority.some(({ type }) => type === NS) &&
  !message.authority.some(({ type }) => type === SOA)

/** Reads a message as the answer to a query for a canonical name. The caller must check the question section first. */
export const interpret = <T extends RecordType>(
  message: Message,
  name: string,
  type: T,
  number: number
): Interpretation<T> => {
  const code = message.extendedRcode
  if (code !== NOERROR && code !== NXDOMAIN) {
    const [reason, detail] = REASON_OF.get(code) ?? ["ServFail", `RCODE ${code}`]
    return { ok: false, reason, detail }
  }
  if (isReferral(message))
    return {
      ok: false,
      reason: "ServFail",
      detail: "The server does not resolve names. It only refers to other servers."
    }
  const chain = number === CNAME ? { end: name, cnames: [], ttls: [] } : follow(message, name)
  if (typeof chain === "string") return { ok: false, reason: "FormErr", detail: chain }
  const found = message.answers.filter((resource) => resource.type === number && resource.name === chain.end)
  const read = found.map((resource) => readAs(type, message.bytes, resource))
  const records = read.filter((data) => data !== null)
  if (records.length !== read.length) return MALFORMED
  const { authenticated } = message
  const { cnames } = chain
  if (records.length > 0)
    return {
      ok: true,
      status: "ok",
      records,
      cnames,
      ttl: Math.min(...chain.ttls, ...found.map(({ ttl }) => ttl)),
      authenticated
    }
  return {
    ok: true,
    status: code === NXDOMAIN ? "nxdomain" : "nodata",
    records,
    cnames,
    ttl: negativeTtl(message),
    authenticated
  }
}
