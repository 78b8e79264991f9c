import type { SeenSignature } from "@mon/core-store"
import type { CauseClass } from "@mon/diagnosis"
import type { Setting } from "@mon/diagnosis/faults"
import { generateKeyPairSync } from "node:crypto"

export interface MailSetup {
  readonly mx: ReadonlyArray<{ readonly preference: number; readonly exchange: string }>
  /** The names of mail servers without an address. */
  readonly dead: ReadonlyArray<string>
  readonly txt: ReadonlyArray<string>
  /** The SPF record of each name that SPF records include. */
  readonly includes: Readonly<Record<string, string>>
  /** The DKIM record of each selector. */
  readonly keys: Readonly<Record<string, string | { readonly alias: string }>>
  readonly dmarc: string | null
  /** The blacklists, by their ids, that list the address of the mail server or the domain. */
  readonly listed: ReadonlyArray<{ readonly list: string; readonly what: "address" | "domain" }>
  readonly tls: "good" | "none" | "expired" | "wrong_name" | "untrusted"
  readonly policy: "none" | "mta_sts_enforce" | "mta_sts_testing" | "dane" | "dane_of_another_key"
  /** The signatures of messages that people have had checked. */
  readonly seen: ReadonlyArray<SeenSignature>
}

/** A function that returns the setups before and after a fault. A text is the reason why the fault cannot be built. */
export type BuildMail = (
  settings: Readonly<Record<string, Setting>>,
  domain: string
) => { readonly before: MailSetup; readonly now: Partial<MailSetup> } | string

const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
const KEY = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`

/** Returns a record for an include with this many lookups. */
const withLookups = (prefix: string, domain: string, count: number) => {
  const names = Array.from({ length: count }, (_, index) => `${prefix}${index}.${domain}`)
  return {
    record: `v=spf1 ${names.map((name) => `include:${name} `).join("")}-all`,
    leaves: Object.fromEntries(names.map((name) => [name, "v=spf1 ip4:192.0.2.7 -all"]))
  }
}

const setupOf = (domain: string): MailSetup => {
  const vendor = withLookups("v", domain, 2)
  return {
    mx: [
      { preference: 10, exchange: `mx1.${domain}` },
      { preference: 20, exchange: `mx2.${domain}` }
    ],
    dead: [],
    txt: [`v=spf1 include:_spf.${domain} ip4:192.0.2.25 -all`],
    includes: { [`_spf.${domain}`]: vendor.record, ...vendor.leaves },
    keys: { s1: KEY },
    dmarc: `v=DMARC1; p=reject; rua=mailto:d@${domain}`,
    listed: [],
    tls: "good",
    policy: "none",
    seen: []
  }
}

const mxMoved: BuildMail = ({ before, now }, domain) => {
  const base = setupOf(domain)
  const mx = base.mx.slice(0, before === "one" ? 1 : 2)
  const changes: Readonly<Record<string, Partial<MailSetup>>> = {
    other_provider: { mx: [{ preference: 5, exchange: `in.other-${domain}` }] },
    none: { mx: [] },
    null_mx: { mx: [{ preference: 0, exchange: "." }] },
    host_without_address: { dead: mx.map(({ exchange }) => exchange) },
    lower_preference_only: {
      mx: before === "one" ? [{ preference: 99, exchange: `backup.${domain}` }] : mx.slice(1)
    }
  }
  return { before: { ...base, mx }, now: changes[String(now)] ?? {} }
}

const spfBroken: BuildMail = ({ all, edit }, domain) => {
  const base = setupOf(domain)
  const end = all === "redirect" ? `redirect=_spf.${domain}` : String(all)
  const record = `v=spf1 include:_spf.${domain} ip4:192.0.2.25 ${end}`
  const edits: Readonly<Record<string, ReadonlyArray<string>>> = {
    typo_mechanism: [record.replace("include:", "includ:")],
    second_record: [record, `v=spf1 include:v0.${domain} ~all`],
    removed: [],
    include_dropped: [`v=spf1 ip4:192.0.2.25 ${end}`],
    missing_space: [record.replace(" ip4", "ip4")]
  }
  return { before: { ...base, txt: [record] }, now: { txt: edits[String(edit)] ?? [] } }
}

const tooManyLookups: BuildMail = ({ because, lookups }, domain) => {
  const base = setupOf(domain)
  const count = Number(lookups)
  if (because === "vendor_grew") {
    const vendor = withLookups("g", domain, count - 1)
    return { before: base, now: { includes: { [`_spf.${domain}`]: vendor.record, ...vendor.leaves } } }
  }
  if (because === "vendor_nested") {
    const vendor = withLookups("g", domain, count - 2)
    const nested = { [`_spf.${domain}`]: `v=spf1 include:n.${domain} -all`, [`n.${domain}`]: vendor.record }
    return { before: base, now: { includes: { ...nested, ...vendor.leaves } } }
  }
  // The old record needs three lookups, and the new term needs one.
  const more = withLookups("g", domain, count - 4)
  const term = because === "include_added" ? `include:more.${domain} -all` : `redirect=more.${domain}`
  const txt = [(base.txt[0] ?? "").replace("-all", term)]
  return { before: base, now: { txt, includes: { ...base.includes, [`more.${domain}`]: more.record, ...more.leaves } } }
}

const dkimKeyGone: BuildMail = ({ now, selectors }, domain) => {
  const base = setupOf(domain)
  const names = ["s1", "s2", "default"].slice(0, selectors === "only_one" ? 1 : selectors === "one_of_two" ? 2 : 3)
  const keys: MailSetup["keys"] = Object.fromEntries(names.map((name) => [name, KEY]))
  const { s1: _, ...others } = keys
  const broken: Readonly<Record<string, MailSetup["keys"]>> = {
    nxdomain: others,
    revoked: { ...others, s1: "v=DKIM1; p=" },
    alias_dangling: { ...others, s1: { alias: `gone.dkim-${domain}` } },
    truncated: { ...others, s1: KEY.slice(0, 80) },
    other_text: { ...others, s1: "verification=abc" }
  }
  return { before: { ...base, keys }, now: { keys: broken[String(now)] ?? others } }
}

/** Signs every message with a new key, which no record publishes. */
const dkimKeyRotated: BuildMail = ({ record, sign }, domain) => {
  const selector = sign === "new_selector" ? "s2" : sign === "new_provider" ? "vendor" : "s1"
  const old = { s1: KEY }
  const records: Readonly<Record<string, MailSetup["keys"]>> = {
    missing: {},
    old_key: { ...old, [selector]: KEY },
    old_selector_only: old,
    alias_to_old: { old: KEY, [selector]: { alias: `old._domainkey.${domain}` } },
    wrong_name: { ...old, [`${selector}._domainkey`]: KEY }
  }
  const keys = records[String(record)] ?? {}
  return {
    before: setupOf(domain),
    now: { keys, seen: [{ selector, result: keys[selector] === undefined ? "no_key" : "mismatch" }] }
  }
}

const dmarcWeakened: BuildMail = ({ before, now }, domain) => {
  const policy = before === "quarantine" ? "quarantine" : "reject"
  const record = `v=DMARC1; p=${policy}${before === "reject_with_reports" ? `; rua=mailto:d@${domain}` : ""}`
  const records: Readonly<Record<string, string | null>> = {
    none: record.replace(policy, "none"),
    removed: null,
    invalid: record.replace("DMARC1;", "DMARC1"),
    testing: `${record}; t=y`,
    subdomains_none: `${record}; sp=none`
  }
  return { before: { ...setupOf(domain), dmarc: record }, now: { dmarc: records[String(now)] ?? null } }
}

const LISTS: Readonly<Record<string, string>> = {
  spamhaus_zen: "spamhaus-zen",
  spamhaus_dbl: "spamhaus-dbl",
  spamcop: "spamcop",
  psbl: "psbl",
  uceprotect_1: "uceprotect-1"
}

const newListing: BuildMail = ({ list, what }, domain) => {
  const id = LISTS[String(list)] ?? ""
  const listsDomains = id === "spamhaus-dbl"
  if (what === "sending_address") return "only mail servers' addresses are looked up"
  if ((what === "domain") !== listsDomains && what !== "two_lists") return "this list has no such entries"
  const first = { list: id, what: listsDomains ? ("domain" as const) : ("address" as const) }
  const second = { list: id === "spamcop" ? "psbl" : "spamcop", what: "address" as const }
  return { before: setupOf(domain), now: { listed: what === "two_lists" ? [first, second] : [first] } }
}

const mxTlsBroken: BuildMail = ({ now, policy }, domain) => {
  const base: MailSetup = { ...setupOf(domain), policy: policy as MailSetup["policy"] }
  if (now === "tlsa_mismatch")
    return policy === "dane" ? { before: base, now: { policy: "dane_of_another_key" } } : "there is no TLSA record"
  if (now === "no_starttls") return { before: base, now: { tls: "none" } }
  if (policy === "none") return "without a policy, senders accept any certificate"
  return { before: base, now: { tls: now as "expired" } }
}

export const mailFaults = {
  mx_moved: mxMoved,
  spf_broken: spfBroken,
  spf_too_many_lookups: tooManyLookups,
  dkim_key_gone: dkimKeyGone,
  dkim_key_rotated: dkimKeyRotated,
  dmarc_weakened: dmarcWeakened,
  new_listing: newListing,
  mx_tls_broken: mxTlsBroken
} as const satisfies Partial<Record<CauseClass, BuildMail>>
