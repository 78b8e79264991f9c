import { hostOfUrl, isFailing, timeOf, type View } from "../facts/View.ts"
import { outside, term } from "../words/Text.ts"
import { explainedElsewhere, leadsElsewhere, othersFailToo, outcomeIn, outcomeIs, statusIs } from "./commonSignals.ts"
import { waitingGrew } from "./overloadRules.ts"
import { rule, signal, when, worth } from "./Rule.ts"
import {
  cdnSeen,
  parkedSeen,
  platformSeen,
  programSeen,
  suspendedSeen,
  unclaimedSeen,
  wallSeen
} from "./seenSignals.ts"

const MINUTE_MS = 60_000
/** The time after a deployment in which a failure may still be caused by it, in milliseconds. */
const DEPLOYMENT_MS = 60 * MINUTE_MS
const SOON_MS = 10 * MINUTE_MS
const QUICK_MS = 30 * MINUTE_MS

export const lastDeployment = ({ facts, since }: View) => {
  if (since === null) return null
  const times = (facts.deployments ?? []).flatMap(({ at, name }) => {
    const time = timeOf(at)
    return time !== null && time <= since && since - time <= DEPLOYMENT_MS ? [{ at, ago: since - time, name }] : []
  })
  return times.toSorted((a, b) => a.ago - b.ago || ((a.name ?? "") < (b.name ?? "") ? -1 : 1))[0] ?? null
}

const deployedWithin = (id: "deployed_before" | "deployed_soon" | "deployed_quick", withinMs: number, points: number) =>
  signal(id, "deployments", points, (view) => {
    const last = lastDeployment(view)
    if (last === null || last.ago > withinMs) return null
    return { name: outside(last.name ?? ""), at: outside(last.at), minutes: Math.round(last.ago / MINUTE_MS) }
  })

const deployed = deployedWithin("deployed_before", DEPLOYMENT_MS, 25)

const goodBefore = signal("good_before", "lastGood.outcome", 5, ({ facts }) => when(facts.lastGood?.outcome === "ok"))

const failedEarlier = signal("failed_before_deployment", "earlier", 50, (view) => {
  const last = timeOf(lastDeployment(view)?.at)
  if (last === null) return null
  const bad = (view.facts.earlier ?? []).some(
    ({ at, outcome }) => isFailing(outcome) && (timeOf(at) ?? Infinity) < last
  )
  return when(bad)
})

const proxySeen = signal("proxy", "page", 10, ({ seen }) =>
  when(seen.proxy !== null, { service: term(seen.proxy ?? "") })
)

const retryAfter = signal("retry_after", "page", 10, ({ seen }) => {
  const value = seen.page?.headers.get("retry-after")
  return value === undefined ? null : { value: outside(value) }
})

const maintenanceSeen = signal("maintenance_page", "page", 10, ({ seen }) =>
  when(seen.maintenance !== null, { service: term(seen.maintenance ?? "") })
)

const noBackend = signal("no_backend", "page", 10, ({ seen }) =>
  when(seen.proxy !== null && seen.page?.source.includes("no server is available") === true)
)

const finalHost = (url: string | null | undefined) => hostOfUrl(url)

const otherHost = signal("redirects_elsewhere", "check.finalUrl", 60, (view) => {
  const now = finalHost(view.facts.check?.finalUrl)
  const before = finalHost(view.facts.lastGood?.finalUrl) ?? view.host
  if (now === null || before === null || now === before) return null
  const isOwn = view.domain !== null && (now === `www.${before}` || before === `www.${now}`)
  return when(!isOwn, { before: outside(before), now: outside(now) })
})

const toAddress = signal("redirects_to_address", "check.finalUrl", 15, (view) => {
  const now = finalHost(view.facts.check?.finalUrl)
  return when(now !== null && now !== view.host && /^[\d.]+$/u.test(now), { now: outside(now ?? "") })
})

const loops = signal("redirects_loop", "check.redirects", 10, ({ facts }) => {
  const urls = (facts.check?.redirects ?? []).map(({ url }) => url)
  const twice = urls.find((url, index) => urls.indexOf(url) !== index)
  return twice === undefined ? null : { url: outside(twice) }
})

const elsewhere = [...leadsElsewhere, ...explainedElsewhere]
const nameBroken = leadsElsewhere.filter(({ id }) => id !== "address_changed" && id !== "alias_changed")
const substitutes = [worth(50, cdnSeen), worth(60, platformSeen), worth(50, wallSeen), worth(60, suspendedSeen)]
const failing = outcomeIn(20, "status", "expectation", "answer")

export const httpRules = [
  rule("error_after_deployment", {
    grounds: [worth(40, deployed)],
    supports: [
      failing,
      statusIs(10, 500, 502, 503, 504, 404),
      deployedWithin("deployed_quick", QUICK_MS, 10),
      deployedWithin("deployed_soon", SOON_MS, 10),
      goodBefore
    ],
    against: [
      ...elsewhere,
      failedEarlier,
      outcomeIn(60, "good"),
      outcomeIn(40, "dns", "tls", "address"),
      outcomeIs(20, "connect_timeout", "no_route"),
      worth(40, wallSeen),
      worth(50, suspendedSeen),
      worth(50, parkedSeen),
      worth(30, waitingGrew)
    ]
  }),
  rule("bad_gateway", {
    grounds: [statusIs(65, 502)],
    supports: [proxySeen, othersFailToo],
    against: [...elsewhere, ...substitutes, deployed, waitingGrew]
  }),
  rule("service_unavailable", {
    grounds: [statusIs(60, 503)],
    supports: [retryAfter, maintenanceSeen, worth(5, proxySeen), noBackend, worth(10, othersFailToo)],
    against: [...elsewhere, ...substitutes, deployed, waitingGrew, worth(30, programSeen)]
  }),
  rule("gateway_timeout", {
    grounds: [statusIs(65, 504)],
    supports: [proxySeen, worth(10, othersFailToo)],
    against: [...elsewhere, ...substitutes, deployed, waitingGrew]
  }),
  rule("cdn_origin_error", {
    grounds: [cdnSeen, statusIs(30, 520, 521, 522, 523, 524, 525, 526, 527, 530)],
    supports: [worth(5, othersFailToo)],
    against: [...elsewhere, worth(20, deployed), worth(40, wallSeen)]
  }),
  rule("host_error_page", {
    grounds: [platformSeen, worth(40, unclaimedSeen)],
    supports: [statusIs(10, 402, 403, 404, 410, 500, 502, 503, 504)],
    against: [...elsewhere, worth(20, deployed), outcomeIn(30, "good")]
  }),
  rule("redirect_loop", {
    grounds: [outcomeIs(85, "redirect_loop"), outcomeIs(75, "too_many_redirects")],
    supports: [loops],
    against: [...explainedElsewhere]
  }),
  rule("redirect_to_other_host", {
    grounds: [otherHost],
    supports: [toAddress, outcomeIn(15, "status", "expectation", "dns", "tls")],
    against: [
      ...nameBroken,
      worth(35, parkedSeen),
      worth(50, suspendedSeen),
      signal("login_form", "page", 35, ({ seen }) => when(seen.page?.asksForPassword === true)),
      outcomeIs(60, "redirect_loop", "too_many_redirects")
    ]
  })
]
