import type { ZoneAnswer } from "../facts/NameFacts.ts"
import type { View } from "../facts/View.ts"
import { outside, term } from "../words/Text.ts"
import {
  addressChange,
  aliasChange,
  changesOf,
  delegationDiffers,
  explainedElsewhere,
  listed,
  outcomeIn,
  outcomeIs,
  registrationBad,
  statusIs
} from "./commonSignals.ts"
import { someLame } from "./delegationRules.ts"
import { rule, signal, when, worth } from "./Rule.ts"

const HOST_TYPES: ReadonlySet<string> = new Set(["A", "AAAA", "CNAME"])

const zoneAnswers = ({ facts }: View) => (facts.dns?.answers ?? []).filter(({ type }) => HOST_TYPES.has(type))

const bogus = signal("dnssec_bogus", "dns.dnssec", 75, ({ facts }) => when(facts.dns?.dnssec?.state === "bogus"))

const dnssecProblem = signal("dnssec_problem", "dns.dnssec", 10, ({ facts }) => {
  const { problem } = facts.dns?.dnssec ?? {}
  return problem === undefined ? null : { problem: term(problem) }
})

const onlyValidatorsFail = signal("only_validators_fail", "dns.resolvers", 65, ({ facts }) => {
  const resolvers = facts.dns?.resolvers ?? []
  const refused = resolvers.filter(({ status, validates }) => validates === true && status === "servfail")
  const answered = resolvers.filter(({ status, validates }) => validates === false && status === "ok")
  return when(refused.length > 0 && answered.length > 0, {
    failing: outside(
      refused
        .map(({ resolver }) => resolver)
        .toSorted()
        .join(", ")
    ),
    working: outside(
      answered
        .map(({ resolver }) => resolver)
        .toSorted()
        .join(", ")
    )
  })
})

/**
 * A signal that shows that a resolver refuses a signed zone although all name servers of the zone answer. Without
 * DNSSEC, the resolver would pass these answers on.
 */
const signedAndRefused = signal("signed_and_refused", "dns.dnssec", 55, (view) => {
  const answers = zoneAnswers(view)
  const everywhere = answers.length > 0 && answers.every(({ status }) => status === "ok" || status === "nodata")
  const isAnswered = everywhere && answers.some(({ status }) => status === "ok")
  return when(view.outcome === "dns_servfail" && view.facts.dns?.dnssec?.state === "signed" && isAnswered)
})

const zoneAnswersWell = signal("zone_answers_well", "dns.answers", 10, (view) =>
  when(view.outcome === "dns_servfail" && zoneAnswers(view).some(({ status }) => status === "ok"))
)

const signed = signal("zone_is_signed", "dns.dnssec", 5, ({ facts }) =>
  when(facts.dns?.dnssec !== undefined && facts.dns.dnssec.state !== "insecure")
)

const zoneHasNoAddress = signal("zone_has_no_address", "dns.answers", 50, (view) => {
  const answers = zoneAnswers(view)
  const none = answers.filter(({ status }) => status === "nodata" || status === "nxdomain")
  const some = answers.some(({ status }) => status === "ok")
  return when(none.length > 0 && !some, { servers: listed([...new Set(none.map(({ server }) => server))]) })
})

const addressGone = signal("address_gone", "dns.changes", 30, (view) => {
  const gone = changesOf(view, "A", "AAAA", "CNAME").filter(
    ({ added, removed }) => added.length === 0 && removed.length > 0
  )
  return when(gone.length > 0, { before: listed(gone.flatMap(({ removed }) => removed)) })
})

const hadAddress = signal("had_address", "lastGood.address", 10, ({ facts }) => {
  const address = facts.lastGood?.address
  return address === null || address === undefined ? null : { before: outside(address) }
})

const checkedOther = signal("checked_other_address", "check.address", 15, ({ facts, group }) => {
  const [now, before] = [facts.check?.address, facts.lastGood?.address]
  const differ = typeof now === "string" && typeof before === "string" && now !== before
  return when(differ && group !== "good", { before: outside(before ?? ""), now: outside(now ?? "") })
})

const aliasDead = signal("alias_dead", "dns.alias", 75, ({ facts }) => {
  const { status, target } = facts.dns?.alias ?? {}
  return typeof target === "string" && (status === "nxdomain" || status === "nodata")
    ? { target: outside(target) }
    : null
})

const unclaimed = signal("unclaimed", "page", 60, ({ seen }) =>
  when(seen.unclaimed !== null, { service: term(seen.unclaimed ?? "") })
)

const aliasSame = signal("alias_unchanged", "dns.alias", 5, ({ facts }) => {
  const { before, target } = facts.dns?.alias ?? {}
  return typeof target === "string" && before === target ? { target: outside(target) } : null
})

const isPrivate = (address: string): boolean =>
  /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|0\.|::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/iu.test(
    address
  )

const privateAddress = signal("private_address", "dns.answers", 35, (view) => {
  const found = zoneAnswers(view).flatMap(({ records = [] }) => records.filter(isPrivate))
  return when(found.length > 0, { now: listed([...new Set(found)]) })
})

/**
 * A signal that shows that name servers disagree. A server without an answer counts only if the resolver returned
 * SERVFAIL, because the resolver may have queried exactly this server.
 */
const statusesDiffer = signal("servers_disagree", "dns.answers", 60, (view) => {
  const answers = zoneAnswers(view).filter(({ status }) => status !== "failed" || view.outcome === "dns_servfail")
  const types = [...new Set(answers.map(({ type }) => type))].toSorted()
  const split = types.find((type) => {
    const statuses = new Set(answers.filter((one) => one.type === type).map(({ status }) => status === "ok"))
    return statuses.size > 1
  })
  if (split === undefined) return null
  const without = answers.filter(({ status, type }) => type === split && status !== "ok").map(({ server }) => server)
  return { type: outside(split), servers: listed([...new Set(without)]) }
})

/** The maximum number of answers that are compared, and of records in each answer. */
const MOST_COMPARED = 50

const keyOf = ({
  records,
  server,
  type
}: Pick<ZoneAnswer, "server" | "type"> & { readonly records: ReadonlyArray<string> }) =>
  `${type} ${server} ${records[0]}`

/**
 * Returns the values for a host that is an alias on only some of the name servers. On these servers, the host has no
 * addresses.
 */
const aliasOfSome = (answers: ReadonlyArray<Pick<ZoneAnswer, "server" | "type">>) => {
  const aliased = new Set(answers.flatMap(({ server, type }) => (type === "CNAME" ? [server] : [])))
  const others = answers.flatMap(({ server }) => (aliased.has(server) ? [] : [server]))
  return when(aliased.size > 0 && others.length > 0, { type: outside("CNAME"), servers: listed([...aliased]) })
}

const recordsDiffer = signal("servers_have_other_records", "dns.answers", 35, (view) => {
  const answers = zoneAnswers(view)
    .filter(({ records = [], status }) => status === "ok" && records.length > 0)
    .map(({ records = [], server, type }) => ({ records: records.toSorted().slice(0, MOST_COMPARED), server, type }))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .slice(0, MOST_COMPARED)
  const split = answers.find(({ records, type }) => {
    const own = new Set(records)
    return answers.some((other) => other.type === type && !other.records.some((record) => own.has(record)))
  })
  if (split === undefined) return aliasOfSome(answers)
  const same = answers.filter(({ type }) => type === split.type)
  return { type: outside(split.type), servers: listed([...new Set(same.map(({ server }) => server))]) }
})

const typeOf = (address: string) => (address.includes(":") ? "AAAA" : "A")

const addressOfOne = signal("address_of_one_server", "check.address", 25, (view) => {
  const address = view.facts.check?.address
  if (typeof address !== "string" || view.group === "good") return null
  const answers = zoneAnswers(view).filter(({ status, type }) => status === "ok" && type === typeOf(address))
  const having = answers.filter(({ records = [] }) => records.includes(address))
  return when(having.length > 0 && having.length < answers.length, {
    now: outside(address),
    servers: listed(having.map(({ server }) => server))
  })
})

const serialsOf = ({ facts }: View): ReadonlyArray<number> => [
  ...new Set((facts.dns?.servers ?? []).flatMap(({ serial }) => (serial === undefined ? [] : [serial])))
]

/**
 * A signal that shows that some name servers have an older version of the zone. It does not match servers that rotate
 * records on purpose, because they all have the same version.
 */
const serialsDiffer = signal("servers_have_other_serials", "dns.servers", 20, (view) => {
  const serials = serialsOf(view)
  return when(serials.length > 1, { serials: listed(serials.map(String)) })
})

/**
 * A signal that contradicts causes at the server, because some name servers have an old version of the zone and lead to
 * another server.
 */
export const serversBehind = signal("servers_have_other_records", "dns.answers", 45, (view) =>
  serialsDiffer.find(view) === null ? null : recordsDiffer.find(view)
)

const resolversDisagree = signal("resolvers_disagree", "dns.resolvers", 15, ({ facts }) => {
  const statuses = new Set((facts.dns?.resolvers ?? []).map(({ status }) => status === "ok"))
  return when(statuses.size > 1)
})

const notAnswering = signal("servers_do_not_answer", "dns.servers", 40, ({ facts }) => {
  const servers = facts.dns?.servers ?? []
  return when(servers.length > 0 && servers.every(({ status }) => status !== "ok"))
})

const elsewhere = [...registrationBad, worth(40, delegationDiffers)]

export const dnsRules = [
  rule("dnssec_broken", {
    grounds: [bogus, onlyValidatorsFail, signedAndRefused],
    supports: [dnssecProblem, outcomeIs(10, "dns_servfail"), zoneAnswersWell, signed],
    against: [...registrationBad, notAnswering, worth(30, delegationDiffers)]
  }),
  rule("address_removed", {
    grounds: [zoneHasNoAddress, outcomeIs(35, "dns_nxdomain", "dns_nodata"), addressGone],
    supports: [hadAddress],
    against: [
      ...elsewhere,
      worth(60, aliasDead),
      worth(60, statusesDiffer),
      worth(60, bogus),
      worth(40, aliasChange),
      notAnswering,
      // If the name has no address, a resolver reports this. If the resolver gives no answer, the name servers may be
      // the cause.
      outcomeIs(30, "dns_servfail", "dns_timeout"),
      outcomeIn(60, "good")
    ]
  }),
  rule("address_changed", {
    grounds: [addressChange],
    supports: [checkedOther, outcomeIn(20, "connect", "tls", "status", "expectation", "answer")],
    against: [
      ...elsewhere,
      worth(45, aliasChange),
      outcomeIn(40, "dns", "good"),
      ...explainedElsewhere,
      worth(30, statusesDiffer)
    ]
  }),
  rule("cname_changed", {
    grounds: [aliasChange],
    supports: [outcomeIn(20, "connect", "tls", "status", "expectation", "answer"), worth(5, checkedOther)],
    against: [...elsewhere, worth(15, aliasDead), outcomeIn(40, "good"), ...explainedElsewhere]
  }),
  rule("cname_dangling", {
    grounds: [aliasDead, unclaimed],
    supports: [outcomeIs(15, "dns_nxdomain", "dns_nodata"), statusIs(10, 403, 404), aliasSame],
    against: [...elsewhere, worth(40, aliasChange), worth(30, addressChange), outcomeIn(60, "good")]
  }),
  rule("address_not_public", {
    grounds: [outcomeIs(70, "blocked_address"), privateAddress],
    supports: [worth(10, addressChange)],
    against: [outcomeIn(60, "good"), worth(20, delegationDiffers)]
  }),
  rule("name_servers_differ", {
    grounds: [statusesDiffer, recordsDiffer],
    supports: [addressOfOne, serialsDiffer, outcomeIn(20, "dns"), resolversDisagree],
    // A server that does not serve the zone has no old records of the zone.
    against: [...elsewhere, outcomeIn(60, "good"), worth(40, bogus), someLame]
  })
]
