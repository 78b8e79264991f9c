import { diagnose } from "@mon/diagnosis"
import type { EmailHealthReport } from "@mon/email-health"
import { describe, expect, it } from "vitest"
import { emailEvidence } from "../src/index.ts"
import { dnsChangeEvidence } from "../src/diagnoses/dnsChangeEvidence.ts"
import { reportOf } from "./emailHealthReport.ts"

type Mailbox = EmailHealthReport["mx"]["hosts"][number]

const base = reportOf("example.com")
const host = (name: string): Mailbox => ({
  host: name,
  preference: 10,
  status: "ok",
  cname: null,
  addresses: [],
  provider: null
})
const key = {
  selector: "s1",
  status: "valid",
  keyType: "rsa",
  keyBits: 2_048,
  provider: null,
  testing: false,
  cname: null
} as const
const contact = {
  host: "mx.example.com",
  status: "encrypted",
  reason: null,
  protocol: "TLSv1.3",
  certificate: null
} as const

const good: Partial<EmailHealthReport> = {
  mx: { ...base.mx, hosts: [host("mx.example.com")] },
  dkim: { ...base.dkim, keys: [key] },
  extras: { ...base.extras, mailHosts: [contact] }
}

/** Returns the first cause after a change of a good setup, or the result of the diagnosis if no cause is known. */
const causeAfter = (
  more: Partial<EmailHealthReport>,
  before: Partial<EmailHealthReport> = {},
  signatures: Parameters<ReturnType<typeof emailEvidence>>[1] = []
) => {
  const { mail } = emailEvidence(reportOf("example.com", { ...good, ...before }))(null)
  const { facts } = emailEvidence(reportOf("example.com", { ...good, ...more }))(
    JSON.parse(JSON.stringify(mail)),
    signatures
  )
  const { causes, result } = diagnose(facts)
  return result === "known" ? causes[0]?.class : result
}

const finding = (code: EmailHealthReport["findings"][number]["code"]) =>
  ({ code, severity: "high", component: "spf", message: code, reference: "", fix: null, record: null }) as const

const listing = { list: "Zen", target: "192.0.2.9", tier: 1, kind: "listed", shared: false, meanings: [] } as const

const noTls: Partial<EmailHealthReport> = {
  extras: { ...base.extras, mailHosts: [{ ...contact, status: "plain" }] }
}

const manyLookups: Partial<EmailHealthReport> = {
  spf: { ...base.spf, lookups: 12 },
  findings: [finding("spf_too_many_lookups")]
}

const seenOf = (result: "pass" | "no_key" | "mismatch", isNew = true, selector = "s2") => ({
  selector,
  result,
  isNew
})

describe("the evidence of an email health alert", () => {
  it.each([
    ["mx_moved", { mx: { ...base.mx, hosts: [host("in.other.example")] } }],
    ["mx_moved", { mx: { ...base.mx, kind: "null", hosts: [] } }],
    ["spf_broken", { spf: { ...base.spf, record: null } }],
    ["spf_broken", { spf: { ...base.spf, record: null, tree: { ...base.spf.tree, status: "multiple" } } }],
    ["spf_broken", { spf: { ...base.spf, record: "v=spf1 includ:x -all" }, findings: [finding("spf_syntax")] }],
    ["spf_too_many_lookups", manyLookups],
    ["dkim_key_gone", { dkim: { ...base.dkim, keys: [] } }],
    ["dkim_key_gone", { dkim: { ...base.dkim, keys: [{ ...key, status: "revoked" }] } }],
    ["dmarc_weakened", { dmarc: { ...base.dmarc, record: null, policy: null }, findings: [finding("dmarc_missing")] }],
    ["dmarc_weakened", { dmarc: { ...base.dmarc, record: null, policy: null }, findings: [finding("dmarc_invalid")] }],
    ["dmarc_weakened", { dmarc: { ...base.dmarc, record: "v=DMARC1; p=none", policy: "none" } }],
    ["new_listing", { blacklist: { ...base.blacklist, listings: [listing] } }],
    ["mx_tls_broken", noTls],
    ["not_known", {}]
  ] satisfies ReadonlyArray<[string, Partial<EmailHealthReport>]>)("leads to %s (%#)", (cause, more) => {
    expect(causeAfter(more)).toBe(cause)
  })

  it.each([
    ["lookups", manyLookups],
    ["missing TLS", noTls],
    ["a listing", { blacklist: { ...base.blacklist, listings: [listing] } }]
  ] satisfies ReadonlyArray<[string, Partial<EmailHealthReport>]>)(
    "does not blame %s that were there before",
    (_, more) => {
      expect(causeAfter(more, more)).toBe("not_known")
    }
  )

  const none = { dkim: { ...base.dkim, keys: [] } }
  const unanswered = { ...none, findings: [finding("dkim_unanswered")] }

  it.each([
    ["dkim_key_rotated", "a selector without a key, when the old key was removed", none, [seenOf("no_key")]],
    ["dkim_key_rotated", "such a selector that the check before knew", none, [seenOf("no_key", false)]],
    [
      "dkim_key_rotated",
      "such a selector beside others that pass",
      none,
      [seenOf("pass", true, "s1"), seenOf("no_key")]
    ],
    ["dkim_key_rotated", "another key than the published one", {}, [seenOf("mismatch", true, "s1")]],
    ["dkim_key_rotated", "another key than the one that was removed", none, [seenOf("mismatch", true, "s1")]],
    ["dkim_key_gone", "the key that was removed", none, [seenOf("pass", false, "s1")]],
    ["dkim_key_gone", "a key that no check has seen before", {}, [seenOf("pass")]],
    ["not_known", "a key that was missing at the check before, too", {}, [seenOf("pass", false)]],
    ["not_known", "the published key", {}, [seenOf("pass", true, "s1")]],
    ["not_known", "a key that has been published since", {}, [seenOf("no_key", true, "s1")]],
    [
      "not_known",
      "another key, before a check: it may have been published since",
      {},
      [seenOf("mismatch", false, "s1")]
    ],
    [
      "not_known",
      "a key that the DNS did not say anything about",
      unanswered,
      [seenOf("pass", true, "s1"), seenOf("no_key")]
    ],
    ["not_known", "a key where a wildcard answers", { dkim: { ...none.dkim, wildcard: "key" } }, [seenOf("no_key")]]
  ] satisfies ReadonlyArray<[string, string, Partial<EmailHealthReport>, Parameters<typeof causeAfter>[2]]>)(
    "leads to %s if messages are signed with %s",
    (cause, _, more, signatures) => {
      expect(causeAfter(more, {}, signatures)).toBe(cause)
    }
  )

  it.each([
    ["dkim_key_gone", ["s1"]],
    ["not_known", ["other"]],
    ["not_known", []]
  ])("leads to %s if a key was found at a selector, and now %j are queried", (cause, selectors) => {
    const named = { dkim: { ...base.dkim, keys: [{ ...key, selector: "k7x" }] } }
    const [first, second] = [["K7x"], selectors.map((name) => name.replace("s1", "k7x"))]
    const { mail } = emailEvidence(reportOf("example.com", { ...good, ...named }), first)(null)
    const { facts } = emailEvidence(
      reportOf("example.com", { ...good, ...none }),
      second
    )(JSON.parse(JSON.stringify(mail)))
    expect(diagnose(facts).causes[0]?.class ?? "not_known").toBe(cause)
  })

  it("finds a key gone for which the check between got no answer", () => {
    const checks = [good, { ...good, ...unanswered }, { ...good, ...none }].map((more) => reportOf("example.com", more))
    const [last] = checks.reduce<ReadonlyArray<ReturnType<ReturnType<typeof emailEvidence>>>>(
      ([before], report) => [emailEvidence(report)(before?.mail ?? null)],
      []
    )
    expect(last === undefined ? null : diagnose(last.facts).causes[0]?.class).toBe("dkim_key_gone")
  })

  it("does not find a key gone that was seen while the check was running", () => {
    const { facts } = emailEvidence(reportOf("example.com", good))({}, [seenOf("pass", true, "k7x")])
    expect(diagnose(facts).result).toBe("not_known")
  })

  it("keeps no signatures when nobody remembers them any longer", () => {
    const first = emailEvidence(reportOf("example.com", good))(null, [seenOf("no_key")])
    expect(first.mail.signing).toEqual([{ selector: "s2", result: "no_key" }])
    expect(emailEvidence(reportOf("example.com", good))(first.mail, []).mail).not.toHaveProperty("signing")
  })

  it("says nothing about a part that the check could not find out", () => {
    const unknown = { ...base.spf, status: "unknown", record: null } as const
    expect(causeAfter({ spf: unknown })).toBe("not_known")
    expect(emailEvidence(reportOf("example.com", { spf: unknown }))(null).facts.mail).not.toHaveProperty("spf")
  })

  it("does not fail on a stored setup of another release", () => {
    const { facts } = emailEvidence(base)({ mx: 7 })
    expect(facts.mailBefore).toEqual({})
    expect(diagnose(facts).result).toBe("not_known")
  })
})

const set = (records: ReadonlyArray<string>) => ({
  records,
  acceptedAt: 0,
  serial: null,
  superseded: [],
  servers: [],
  behind: [],
  candidate: null,
  seen: {},
  learnsUntil: 0,
  pinned: []
})

const changed = (type: "MX" | "TXT" | "NS" | "A", before: ReadonlyArray<string>, now: ReadonlyArray<string>) => {
  const { causes, result } = diagnose(
    dnsChangeEvidence({
      hostname: "www.example.com",
      at: "2026-11-23T12:00:00.000Z",
      before: { sets: { [type]: set(before) } },
      now: { sets: { [type]: set(now) } },
      changes: [
        {
          type,
          name: "example.com",
          added: now.filter((one) => !before.includes(one)),
          removed: before.filter((one) => !now.includes(one)),
          firstSeenAt: "2026-11-23T11:58:00.000Z"
        }
      ]
    })
  )
  return result === "known" ? causes[0]?.class : result
}

describe("the evidence of changed DNS records", () => {
  it.each([
    ["mx_moved", "MX", ["10 mx.example.com."], ["10 mx.other.example."]],
    ["mx_moved", "MX", ["10 mx.example.com."], []],
    ["spf_broken", "TXT", ['"v=spf1 include:a.example -all"', '"token"'], ['"token"']],
    ["spf_broken", "TXT", ['"v=spf1 include:a.example -all"'], ['"v=spf1 -all"']],
    ["delegation_changed", "NS", ["ns1.example.net."], ["ns1.other.example."]],
    ["not_known", "A", ["192.0.2.1"], ["192.0.2.2"]],
    ["not_known", "TXT", ['"token=1"'], ['"token=2"']],
    ["not_known", "MX", ["10 mx.example.com."], ["10 mx.example.com.", "20 mx2.example.com."]]
  ] as const)("leads to %s (%s)", (cause, type, before, now) => {
    expect(changed(type, before, now)).toBe(cause)
  })
})
