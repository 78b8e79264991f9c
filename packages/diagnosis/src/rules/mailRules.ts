import type { DmarcState, MailFacts, MxRecord } from "../facts/MailFacts.ts"
import type { View } from "../facts/View.ts"
import { outside, term } from "../words/Text.ts"
import { listed } from "./commonSignals.ts"
import { rule, signal, when } from "./Rule.ts"

/** The maximum number of lookups that SPF allows (RFC 7208 section 4.6.4). */
const MOST_LOOKUPS = 10

const now = ({ facts }: View) => facts.mail ?? {}
const before = ({ facts }: View) => facts.mailBefore ?? {}

const hosts = (records: ReadonlyArray<MxRecord> = []) =>
  [...new Set(records.map(({ host }) => host.toLowerCase().replace(/(?<=.)\.$/u, "")))].toSorted()

const mxValues = (view: View) => ({ before: listed(hosts(before(view).mx)), now: listed(hosts(now(view).mx)) })

const mxReplaced = signal("mx_replaced", "mail.mx", 80, (view) => {
  const [is, was] = [hosts(now(view).mx), hosts(before(view).mx)]
  return when(is.length > 0 && was.length > 0 && !is.some((host) => was.includes(host)), mxValues(view))
})

const mxReduced = signal("mx_reduced", "mail.mx", 55, (view) => {
  const [is, was] = [hosts(now(view).mx), hosts(before(view).mx)]
  const common = is.filter((host) => was.includes(host))
  return when(common.length > 0 && common.length < was.length, mxValues(view))
})

const mxGone = signal("mx_gone", "mail.mx", 85, (view) => {
  const { mx } = now(view)
  return when(mx?.length === 0 && hosts(before(view).mx).length > 0, mxValues(view))
})

const mxUnreachable = signal("mx_without_address", "mail.mx", 70, (view) => {
  const mx = now(view).mx ?? []
  const dead = mx.filter(({ resolves }) => resolves === false)
  return when(dead.length > 0 && dead.length === mx.length, { now: listed(hosts(dead)) })
})

const firstRecord = ({ spf }: MailFacts): string | undefined => spf?.records.toSorted()[0]

const spfValues = (view: View) => ({
  before: outside(firstRecord(before(view)) ?? "-"),
  now: outside(firstRecord(now(view)) ?? "-")
})

const spfGone = signal("spf_gone", "mail.spf", 85, (view) => {
  const { spf } = now(view)
  const isGone = spf?.records.length === 0 && spf.several !== true
  return when(isGone && (before(view).spf?.records.length ?? 0) > 0, spfValues(view))
})

const isSeveral = (spf: MailFacts["spf"]): boolean => (spf?.records.length ?? 0) > 1 || spf?.several === true

const spfTwice = signal("spf_twice", "mail.spf", 85, (view) => {
  const { spf } = now(view)
  return when(isSeveral(spf), { count: Math.max(2, spf?.records.length ?? 0) })
})

const tooMany = (view: View): boolean => (now(view).spf?.lookups ?? 0) > MOST_LOOKUPS

const spfInvalid = signal("spf_invalid", "mail.spf", 80, (view) => {
  const { spf } = now(view)
  return when(spf?.result === "permerror" && spf.records.length === 1 && !tooMany(view), spfValues(view))
})

const termsOf = (record: string | undefined): ReadonlyArray<string> =>
  (record ?? "")
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => /^[+?~-]?(?:include|ip4|ip6|a|mx|exists|redirect)\b/u.test(word))

const spfDropped = signal("spf_sender_dropped", "mail.spf", 70, (view) => {
  const [is, was] = [now(view).spf, before(view).spf]
  if (is?.records.length !== 1 || was === undefined || is.result === "permerror") return null
  const terms = new Set(termsOf(is.records[0]))
  const dropped = termsOf(firstRecord(before(view))).filter((word) => !terms.has(word))
  return when(dropped.length > 0, { ...spfValues(view), dropped: listed(dropped) })
})

const spfChanged = signal("spf_changed", "mailBefore.spf", 10, (view) => {
  const [is, was] = [now(view).spf?.records, before(view).spf?.records]
  return when(
    is !== undefined && was !== undefined && is.toSorted().join("\n") !== was.toSorted().join("\n"),
    spfValues(view)
  )
})

const spfLookups = signal("spf_lookups", "mail.spf", 85, (view) =>
  when(tooMany(view), { lookups: now(view).spf?.lookups ?? 0, ...spfValues(view) })
)

const spfSame = signal("spf_unchanged", "mailBefore.spf", 10, (view) => {
  const [is, was] = [firstRecord(now(view)), firstRecord(before(view))]
  return when(is !== undefined && is === was)
})

const keysWith = (view: View, bad: boolean) =>
  (now(view).dkim ?? []).filter(({ status }) => (status === "valid") !== bad)

const validBefore = (view: View): ReadonlySet<string> =>
  new Set((before(view).dkim ?? []).flatMap(({ selector, status }) => (status === "valid" ? [selector] : [])))

const keyGone = signal("dkim_key_gone", "mail.dkim", 80, (view) => {
  const valid = validBefore(view)
  const gone = keysWith(view, true).filter(({ selector }) => valid.has(selector))
  return when(gone.length > 0, {
    selector: listed(gone.map(({ selector }) => selector)),
    state: term(gone.map(({ status }) => status).toSorted()[0] ?? "")
  })
})

const noKeyLeft = signal("dkim_none_left", "mail.dkim", 10, (view) =>
  when(keysWith(view, true).length > 0 && keysWith(view, false).length === 0)
)

const signingWithoutKey = signal("dkim_signs_without_key", "mail.signing", 85, (view) => {
  const bad = (now(view).signing ?? []).filter(({ result }) => result !== "pass")
  const valid = validBefore(view)
  const rotated = bad.filter(({ result, selector }) => result === "mismatch" || !valid.has(selector))
  return when(rotated.length > 0, { selector: listed([...new Set(rotated.map(({ selector }) => selector))]) })
})

const signsWithGone = signal("dkim_signs_with_gone_key", "mail.signing", 10, (view) => {
  const valid = validBefore(view)
  const bad = (now(view).signing ?? []).filter(({ result, selector }) => result === "no_key" && valid.has(selector))
  return when(bad.length > 0, { selector: listed([...new Set(bad.map(({ selector }) => selector))]) })
})

const newSelector = signal("dkim_selector_new", "mailBefore.signing", 5, (view) => {
  const was = before(view).signing
  const known = new Set((was ?? []).map(({ selector }) => selector))
  const is = (now(view).signing ?? []).filter(({ result, selector }) => result !== "pass" && !known.has(selector))
  return when(was !== undefined && is.length > 0, { selector: listed(is.map(({ selector }) => selector)) })
})

const POLICIES = ["none", "quarantine", "reject"]
const strength = (policy: DmarcState["policy"] | undefined): number => POLICIES.indexOf(policy ?? "")

const dmarcValues = (view: View) => ({
  before: outside(before(view).dmarc?.record ?? "-"),
  now: outside(now(view).dmarc?.record ?? "-"),
  policy: before(view).dmarc?.policy ?? "none"
})

const dmarcGone = signal("dmarc_gone", "mail.dmarc", 85, (view) => {
  const [is, was] = [now(view).dmarc, before(view).dmarc]
  return when(is?.record === null && typeof was?.record === "string", dmarcValues(view))
})

const dmarcInvalid = signal("dmarc_invalid", "mail.dmarc", 85, (view) => {
  const [is, was] = [now(view).dmarc, before(view).dmarc]
  return when(typeof is?.record === "string" && !is.valid && was?.valid !== false, dmarcValues(view))
})

const dmarcWeaker = signal("dmarc_weaker", "mail.dmarc", 85, (view) => {
  const [is, was] = [now(view).dmarc, before(view).dmarc]
  return when(is?.valid === true && was !== undefined && strength(is.policy) < strength(was.policy), dmarcValues(view))
})

const dmarcTesting = signal("dmarc_testing", "mail.dmarc", 70, (view) =>
  when(now(view).dmarc?.testing === true && before(view).dmarc?.testing === false, dmarcValues(view))
)

const dmarcSubdomains = signal("dmarc_subdomains_weaker", "mail.dmarc", 70, (view) => {
  const [is, was] = [now(view).dmarc, before(view).dmarc]
  const same = strength(is?.policy) === strength(was?.policy)
  const weaker = strength(is?.subdomainPolicy) < strength(was?.subdomainPolicy ?? was?.policy)
  return when(is?.valid === true && same && typeof is.subdomainPolicy === "string" && weaker, dmarcValues(view))
})

const newListings = signal("listed_new", "mail.listings", 65, (view) => {
  const was = new Set(
    (before(view).listings ?? []).map(
      ({ list, what }) => `${list}
${what}`
    )
  )
  const fresh = (now(view).listings ?? []).filter(
    ({ list, what }) =>
      !was.has(`${list}
${what}`)
  )
  return when(fresh.length > 0, {
    lists: listed([...new Set(fresh.map(({ list }) => list))]),
    what: listed([...new Set(fresh.map(({ what }) => what))])
  })
})

const notListedBefore = signal("not_listed_before", "mailBefore.listings", 20, (view) =>
  when(before(view).listings !== undefined && (now(view).listings ?? []).length > 0)
)

const badHosts = (view: View) => (now(view).tls ?? []).filter(({ status }) => status !== "ok")

const tlsBroken = signal("mx_tls_broken", "mail.tls", 65, (view) => {
  const bad = badHosts(view)
  return when(bad.length > 0, {
    hosts: listed(bad.map(({ host }) => host)),
    state: term(bad.map(({ status }) => status).toSorted()[0] ?? "")
  })
})

const tlsWorked = signal("mx_tls_worked", "mailBefore.tls", 15, (view) => {
  const was = before(view).tls ?? []
  return when(badHosts(view).some(({ host }) => was.some((one) => one.host === host && one.status === "ok")))
})

const tlsEnforced = signal("tls_enforced", "mail.tlsEnforced", 15, (view) => when(now(view).tlsEnforced === true))

/** Creates a signal that contradicts a new problem, because the email setup was already in this state before. */
const wasSo = (fact: string, holds: (before: MailFacts, now: MailFacts) => boolean) =>
  signal("mail_was_so_before", fact, 60, (view) => when(holds(before(view), now(view))))

const spfWasBad = wasSo(
  "mailBefore.spf",
  ({ spf: was }, { spf: is }) =>
    (isSeveral(was) && isSeveral(is)) ||
    (was?.result === "permerror" && was.records[0] === is?.records[0] && (was.lookups ?? 0) <= MOST_LOOKUPS)
)

const lookupsWereTooMany = wasSo("mailBefore.spf", ({ spf }) => (spf?.lookups ?? 0) > MOST_LOOKUPS)

const hadNoAddress = wasSo(
  "mailBefore.mx",
  ({ mx = [] }, { mx: is = [] }) =>
    mx.length > 0 && mx.every(({ resolves }) => resolves === false) && hosts(mx).join(" ") === hosts(is).join(" ")
)

const tlsWasBroken = wasSo("mailBefore.tls", ({ tls: was = [] }, { tls: is = [] }) =>
  is
    .filter(({ status }) => status !== "ok")
    .every(({ host, status }) => was.some((one) => one.host === host && one.status === status))
)

export const mailRules = [
  rule("mx_moved", { grounds: [mxReplaced, mxReduced, mxGone, mxUnreachable], against: [hadNoAddress] }),
  rule("spf_broken", {
    grounds: [spfGone, spfTwice, spfInvalid, spfDropped],
    supports: [spfChanged],
    against: [{ ...spfLookups, points: 40 }, spfWasBad]
  }),
  rule("spf_too_many_lookups", { grounds: [spfLookups], supports: [spfSame], against: [lookupsWereTooMany] }),
  rule("dkim_key_gone", {
    grounds: [keyGone],
    supports: [noKeyLeft, signsWithGone],
    against: [{ ...signingWithoutKey, points: 40 }]
  }),
  rule("dkim_key_rotated", { grounds: [signingWithoutKey], supports: [newSelector] }),
  rule("dmarc_weakened", { grounds: [dmarcGone, dmarcInvalid, dmarcWeaker, dmarcTesting, dmarcSubdomains] }),
  rule("new_listing", { grounds: [newListings], supports: [notListedBefore] }),
  rule("mx_tls_broken", { grounds: [tlsBroken], supports: [tlsWorked, tlsEnforced], against: [tlsWasBroken] })
]
