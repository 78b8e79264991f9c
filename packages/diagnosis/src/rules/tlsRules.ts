import { hostOf, timeOf, type View } from "../facts/View.ts"
import { outside, term } from "../words/Text.ts"
import {
  explainedElsewhere,
  leadsElsewhere,
  listed,
  outcomeIn,
  outcomeIs,
  resetInHandshake,
  statusIs
} from "./commonSignals.ts"
import { rule, signal, type Values, when, worth } from "./Rule.ts"

const DAY_MS = 86_400_000
/**
 * The age, in milliseconds, below which a certificate counts as new. If the certificate is new, its renewal may have
 * broken the site.
 */
const FRESH_MS = 10 * DAY_MS
/**
 * The difference, in milliseconds, from which a server's clock counts as wrong. It is large, because caches may store a
 * response with its date for a while.
 */
const CLOCK_MS = 1_800_000

const has = ({ facts }: View, ...problems: ReadonlyArray<string>): boolean =>
  (facts.certificate?.problems ?? []).some((problem) => problems.includes(problem))

const dateOf = (time: string | undefined): string => (timeOf(time) === null ? "" : (time ?? "").slice(0, 10))

const values = ({ facts: { certificate } }: View): Values => ({
  from: outside(dateOf(certificate?.validFrom)),
  date: outside(dateOf(certificate?.validTo)),
  issuer: outside(certificate?.issuer ?? ""),
  subject: outside(certificate?.subject ?? ""),
  names: listed(certificate?.names ?? [])
})

const expired = signal("certificate_ended", "certificate.validTo", 80, (view) => {
  const end = timeOf(view.facts.certificate?.validTo)
  return when(end !== null && view.at !== null && end < view.at && !has(view, "expired"), values(view))
})

const saysExpired = signal("certificate_expired", "certificate.problems", 80, (view) =>
  when(has(view, "expired"), values(view))
)

const chainExpired = signal("chain_expired", "certificate.problems", 75, (view) =>
  when(has(view, "chain_expired"), values(view))
)

const wrongName = (points: number) =>
  signal("wrong_name", "certificate.problems", points, (view) =>
    when(has(view, "wrong_host", "no_alternative_names"), values(view))
  )

/** A port of a service has one certificate, so a wrong name has no other explanation, such as another site. */
const serviceWrongName = signal("wrong_name", "certificate.problems", 75, (view) =>
  view.facts.subject === "service" ? wrongName(75).find(view) : null
)

const covers = (names: ReadonlyArray<string>, host: string): boolean =>
  names.some((name) => {
    const lower = name.toLowerCase()
    return lower === host || (lower.startsWith("*.") && host.split(".").slice(1).join(".") === lower.slice(2))
  })

const isReplaced = ({ facts: { certificate, certificateBefore } }: View): boolean =>
  certificate?.fingerprint256 !== undefined &&
  certificateBefore?.fingerprint256 !== undefined &&
  certificate.fingerprint256 !== certificateBefore.fingerprint256

const replaced = signal("certificate_replaced", "certificateBefore", 30, (view) => {
  const before = view.facts.certificateBefore?.names ?? []
  return when(isReplaced(view) && view.host !== null && covers(before, view.host), { before: listed(before) })
})

const fresh = signal("certificate_fresh", "certificate.validFrom", 20, (view) => {
  const from = timeOf(view.facts.certificate?.validFrom)
  return when(from !== null && view.since !== null && view.since >= from && view.since - from <= FRESH_MS, values(view))
})

const freshWrongName = signal("certificate_fresh", "certificate.validFrom", 30, (view) =>
  has(view, "wrong_host", "no_alternative_names") ? fresh.find(view) : null
)

const notFresh = signal("certificate_old", "certificate.validFrom", 25, (view) => {
  const from = timeOf(view.facts.certificate?.validFrom)
  return when(from !== null && view.since !== null && view.since - from > FRESH_MS && isReplaced(view), values(view))
})

const relatedName = signal("names_of_domain", "certificate.names", 15, (view) => {
  const { domain } = view
  const names = (view.facts.certificate?.names ?? []).flatMap((name) => hostOf(name.replace(/^\*\./u, "")) ?? [])
  const isRelated = domain !== null && names.some((name) => name === domain || name.endsWith(`.${domain}`))
  return when(isRelated && has(view, "wrong_host"), { names: listed(names) })
})

const foreignName = signal("names_of_others", "certificate.names", 15, (view) => {
  const { domain } = view
  const names = (view.facts.certificate?.names ?? []).flatMap((name) => hostOf(name.replace(/^\*\./u, "")) ?? [])
  const isForeign = domain !== null && !names.some((name) => name === domain || name.endsWith(`.${domain}`))
  // The start date shows whether this is an old certificate of another site or a wrong new certificate.
  const isDated = timeOf(view.facts.certificate?.validFrom) !== null
  return when(isForeign && isDated && names.length > 0, { names: listed(names) })
})

const undatedForeignName = signal("names_of_others", "certificate.names", 30, (view) => {
  const { certificate } = view.facts
  if (certificate === undefined || timeOf(certificate.validFrom) !== null) return null
  return relatedName.find(view) === null ? when(true, values(view)) : null
})

const startPage = signal("start_page", "page", 55, ({ seen, seenBefore }) =>
  when(seen.start !== null && seenBefore.start === null, { service: term(seen.start ?? "") })
)

const selfSigned = (points: number) =>
  signal("self_signed", "certificate.problems", points, (view) => when(has(view, "self_signed"), values(view)))

const untrusted = signal("untrusted_root", "certificate.problems", 75, (view) =>
  when(has(view, "untrusted_root"), values(view))
)

const unknownIssuer = (points: number) =>
  signal("unknown_issuer", "certificate.problems", points, (view) => when(has(view, "unknown_issuer"), values(view)))

const incomplete = signal("chain_incomplete", "certificate.problems", 85, (view) =>
  when(has(view, "incomplete_chain"), values(view))
)

const invalidChain = signal("invalid_chain", "certificate.problems", 50, (view) =>
  when(has(view, "invalid_chain"), values(view))
)

const notYet = signal("not_yet_valid", "certificate.problems", 70, (view) =>
  when(has(view, "not_yet_valid"), values(view))
)

const dateOff = signal("clock_off", "page", 60, ({ facts, seen }) => {
  const shown = seen.page?.headers.get("date")
  const [server, ours] = [timeOf(shown), timeOf(facts.check?.at)]
  if (server === null || ours === null || Math.abs(server - ours) < CLOCK_MS) return null
  return { date: outside(new Date(server).toISOString()), minutes: Math.round(Math.abs(server - ours) / 60_000) }
})

const alertIs = (points: number, id: "tls_version_alert" | "tls_alert", texts: ReadonlyArray<string>) =>
  signal(id, "check.tlsError", points, ({ facts }) => {
    const code = (facts.check?.tlsError ?? "").toLowerCase().replaceAll(/[^a-z0-9]+/gu, "_")
    return when(code !== "" && texts.some((text) => code.includes(text)), {
      code: outside(facts.check?.tlsError ?? "")
    })
  })

const versionAlert = alertIs(75, "tls_version_alert", [
  "protocol_version",
  "unsupported_protocol",
  "wrong_ssl_version",
  "version_too_low"
])

const otherAlert = alertIs(25, "tls_alert", [
  "alert",
  "err_ssl",
  "handshake_failure",
  "unrecognized_name",
  "certificate_required",
  "internal_error",
  "wrong_version_number",
  "no_shared_cipher",
  "http_request",
  "no_application_protocol"
])

const oldProtocol = signal("old_protocol", "certificate.problems", 70, (view) => when(has(view, "old_protocol")))

const oldBefore = signal("old_tls_before", "lastGood.protocol", 60, ({ facts, group, outcome }) =>
  when(
    /^(?:SSLv|TLSv1(?:\.1)?$)/u.test(facts.lastGood?.protocol ?? "") &&
      (group === "tls" || outcome === "connect_reset"),
    { protocol: outside(facts.lastGood?.protocol ?? "") }
  )
)

const hasProblem = signal("certificate_problem", "certificate.problems", 40, (view) =>
  when((view.facts.certificate?.problems ?? []).length > 0, {
    problems: listed(view.facts.certificate?.problems ?? [])
  })
)

/**
 * A signal that shows that the server's certificate is in order. The server may still demand a client certificate (RFC
 * 8446 section 4.4.2).
 */
const inOrder = signal("certificate_in_order", "certificate.problems", 15, ({ facts: { certificate } }) =>
  when(certificate?.problems?.length === 0)
)

const handshakeFailed = outcomeIs(5, "tls_handshake")
const elsewhere = [...leadsElsewhere, ...explainedElsewhere.filter(({ id }) => id !== "in_window")]

export const tlsRules = [
  rule("certificate_expired", {
    grounds: [saysExpired, worth(75, expired), chainExpired],
    supports: [handshakeFailed],
    against: [...leadsElsewhere, worth(20, notYet), worth(10, dateOff)]
  }),
  rule("certificate_for_other_name", {
    grounds: [wrongName(40), serviceWrongName],
    supports: [replaced, fresh, worth(10, relatedName), handshakeFailed],
    against: [...elsewhere, worth(35, startPage), selfSigned(15), worth(30, saysExpired), notFresh, undatedForeignName]
  }),
  rule("wrong_virtual_host", {
    grounds: [wrongName(40), startPage],
    supports: [foreignName, worth(20, notFresh), selfSigned(15), statusIs(10, 404, 421), handshakeFailed],
    against: [...elsewhere, freshWrongName, worth(20, relatedName), worth(30, saysExpired)]
  }),
  rule("chain_incomplete", {
    grounds: [incomplete, unknownIssuer(35)],
    supports: [handshakeFailed],
    against: [...elsewhere, wrongName(30), worth(40, saysExpired)]
  }),
  rule("certificate_untrusted", {
    grounds: [selfSigned(75), untrusted, invalidChain, unknownIssuer(50)],
    supports: [worth(10, replaced), handshakeFailed],
    against: [...elsewhere, wrongName(35), worth(40, saysExpired), worth(40, chainExpired), worth(20, notYet)]
  }),
  rule("clock_wrong", {
    grounds: [notYet, dateOff],
    supports: [handshakeFailed],
    against: [...leadsElsewhere, wrongName(20)]
  }),
  rule("tls_too_old", {
    grounds: [versionAlert, oldProtocol, oldBefore],
    supports: [worth(15, handshakeFailed)],
    against: elsewhere
  }),
  rule("tls_handshake_failed", {
    // Without the TLS library's error, the cause may be a certificate that the check did not see.
    grounds: [outcomeIs(45, "tls_handshake")],
    supports: [otherAlert, inOrder],
    against: [
      ...elsewhere,
      hasProblem,
      worth(60, versionAlert),
      worth(40, oldBefore),
      worth(30, resetInHandshake),
      outcomeIn(60, "good")
    ]
  })
]
