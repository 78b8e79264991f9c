import type { KnownType, RecordData, RecordType, ServiceData } from "../Records.ts"
import { isKnownType } from "./recordTypes.ts"
import { parameterTexts } from "./serviceParameters.ts"
import { type DataSpan, readKnown } from "./WireData.ts"

const PLAIN = /^[ !#-[\]-~]*$/u

/**
 * Quotes a text. Writes non-printable octets as `\DDD`, so that the result has no control characters (RFC 1035 section
 * 5.1).
 */
const quoted = (octets: string): string => {
  // A record may contain 65,000 empty texts, so the empty text must be handled fast.
  if (octets === "" || PLAIN.test(octets)) return `"${octets}"`
  const escaped = octets.replaceAll(/["\\]/gu, String.raw`\$&`)
  return `"${escaped.replaceAll(/[^ -~]/gu, (octet) => `\\${String(octet.charCodeAt(0)).padStart(3, "0")}`)}"`
}

/** Adds the trailing dot that absolute names have in zone files. */
const absolute = (name: string): string => `${name}.`

type Writers = { readonly [T in KnownType]: (data: RecordData[T]) => string }

const target = (data: { readonly target: string }): string => absolute(data.target)

const service = ({ parameters, priority, target: host }: ServiceData): string =>
  [
    priority,
    absolute(host),
    ...parameterTexts(parameters).map(([key, value]) => (value === null ? key : `${key}=${quoted(value)}`))
  ].join(" ")

const WRITERS: Writers = {
  A: ({ address }) => address,
  AAAA: ({ address }) => address,
  MX: ({ exchange, preference }) => `${preference} ${absolute(exchange)}`,
  TXT: ({ chunks }) => chunks.map(quoted).join(" "),
  CNAME: target,
  NS: target,
  PTR: target,
  SOA: ({ expire, minimum, mname, refresh, retry, rname, serial }) =>
    `${absolute(mname)} ${absolute(rname)} ${serial} ${refresh} ${retry} ${expire} ${minimum}`,
  CAA: ({ flags, tag, value }) => `${flags} ${tag.replaceAll(/[^!-~]/gu, "?")} ${quoted(value)}`,
  SRV: ({ port, priority, target: host, weight }) => `${priority} ${weight} ${port} ${absolute(host)}`,
  TLSA: ({ data, matchingType, selector, usage }) => `${usage} ${selector} ${matchingType} ${data}`,
  DS: ({ algorithm, digest, digestType, keyTag }) => `${keyTag} ${algorithm} ${digestType} ${digest.toUpperCase()}`,
  SVCB: service,
  HTTPS: service
}

const write = <T extends KnownType>(type: T, bytes: Buffer, span: DataSpan): string | null => {
  const data = readKnown(type, bytes, span)
  if (data === null) return null
  const writer: (known: RecordData[T]) => string = WRITERS[type]
  return writer(data)
}

/**
 * Returns the data of a record as in zone files, or as in RFC 3597 for unknown types. Null if the data is malformed.
 */
export const recordData = (type: RecordType, bytes: Buffer, span: DataSpan): string | null => {
  if (isKnownType(type)) return write(type, bytes, span)
  const hex = bytes.toString("hex", span.start, span.end)
  return String.raw`\# ${span.end - span.start}${hex === "" ? "" : ` ${hex}`}`
}
