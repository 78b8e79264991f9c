import type { DiagnosisFacts, MailFacts, MxRecord } from "@mon/diagnosis"
import type { DnsTypeChange } from "@mon/model"
import type { DnsWatchState } from "@mon/uptime-probe"
import { domainOf } from "../ownNetwork/domainOf.ts"
import { storable } from "../StoredText.ts"

const MAX_RECORD = 2_000
/** The most records of a change that a diagnosis reads. */
const MAX_RECORDS = 50
const MAX_CHANGES = 100

const lines = (records: ReadonlyArray<string>): ReadonlyArray<string> =>
  records.slice(0, MAX_RECORDS).map((record) => storable(record, MAX_RECORD))

/** Reads an MX record in zone file form, such as `10 mx.example.com.` */
const mxRecord = (line: string): ReadonlyArray<MxRecord> => {
  const [, preference, host] = /^(\d{1,5})\s+(\S+)$/u.exec(line) ?? []
  return preference === undefined || host === undefined ? [] : [{ preference: Number(preference), host }]
}

/** Decodes the escapes `\"` and `\DDD` (RFC 1035 section 5.1). */
const unescaped = (text: string): string =>
  text.replaceAll(/\\(\d{3}|.)/gu, (_, octet: string) =>
    octet.length === 1 ? octet : String.fromCodePoint(Number(octet))
  )

/** Returns the text of a TXT record. Its strings are joined without a space (RFC 7208 section 3.3). */
const txtText = (line: string): string =>
  line.startsWith('"')
    ? [...line.matchAll(/"((?:[^"\\]|\\.)*)"/gu)].map(([, part]) => unescaped(part ?? "")).join("")
    : line

const isSpf = (record: string): boolean => /^v=spf1(?: |$)/iu.test(record)

export const spfRecords = (records: ReadonlyArray<string>): ReadonlyArray<string> => records.map(txtText).filter(isSpf)

const mailOf = (state: DnsWatchState | null): MailFacts => {
  const { MX, TXT } = state?.sets ?? {}
  return {
    ...(MX === undefined ? {} : { mx: lines(MX.records).flatMap(mxRecord) }),
    ...(TXT === undefined ? {} : { spf: { records: lines(spfRecords(TXT.records)) } })
  }
}

/**
 * The record types that are left out. A new address or alias is a cause only if the site fails, and the incident then
 * stores it.
 */
const HOST_TYPES: ReadonlySet<string> = new Set(["A", "AAAA", "CNAME"])

const MAIL_TYPES: ReadonlySet<string> = new Set(["MX", "TXT"])

export interface ConfirmedChange {
  readonly hostname: string
  readonly at: string
  readonly before: DnsWatchState | null
  readonly now: DnsWatchState
  readonly changes: ReadonlyArray<DnsTypeChange>
}

/**
 * Returns the facts about the cause of a change of watched records. The subject is email if records of the email setup
 * changed, and otherwise the site. The facts contain the delegation, because a new delegation explains changes of email
 * records and of the site's records.
 */
export const dnsChangeEvidence = ({ at, before, changes, hostname, now }: ConfirmedChange): DiagnosisFacts => {
  const isMail = changes.some(({ type }) => MAIL_TYPES.has(type))
  const [parentBefore, parent] = [before?.sets.NS?.records, now.sets.NS?.records]
  return {
    subject: isMail ? "email" : "site",
    at,
    target: { host: hostname, domain: domainOf(hostname) },
    dns: {
      changes: changes
        .filter(({ type }) => !HOST_TYPES.has(type))
        .slice(0, MAX_CHANGES)
        .map(({ added, name, removed, type }) => ({ type, name, added: lines(added), removed: lines(removed), at })),
      ...(parent === undefined
        ? {}
        : {
            delegation: {
              parent: lines(parent),
              ...(parentBefore === undefined ? {} : { before: lines(parentBefore) })
            }
          })
    },
    ...(isMail ? { mail: mailOf(now), mailBefore: mailOf(before) } : {})
  }
}
