import type { KnownType, RecordType } from "../Records.ts"

/** The number of each record type (IANA "Resource Record (RR) TYPEs"). */
const NUMBERS: { readonly [T in KnownType]: number } = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DS: 43,
  TLSA: 52,
  SVCB: 64,
  HTTPS: 65,
  CAA: 257
}

/** The pseudo record of EDNS(0) (RFC 6891 section 6.1). */
export const OPT = 41
export const CNAME = NUMBERS.CNAME
export const NS = NUMBERS.NS
export const SOA = NUMBERS.SOA

const RAW = /^TYPE([0-9]{1,5})$/

export const isKnownType = (type: string): type is KnownType => Object.hasOwn(NUMBERS, type)

/** Returns null for a raw type above 65535. */
export const typeNumber = (type: RecordType): number | null => {
  if (isKnownType(type)) return NUMBERS[type]
  const number = Number(RAW.exec(type)?.[1] ?? Number.NaN)
  return number <= 0xffff ? number : null
}

const NAME_OF: ReadonlyMap<number, KnownType> = new Map(
  Object.entries(NUMBERS).map(([name, number]) => [number, name as KnownType] as const)
)

export const typeName = (number: number): RecordType => NAME_OF.get(number) ?? `TYPE${number}`
