import type { View } from "../facts/View.ts"
import { outside } from "../words/Text.ts"
import {
  addressChange,
  delegationDiffers,
  explainedElsewhere,
  leadsElsewhere,
  outcomeIn,
  outcomeIs,
  registrationBad,
  statusIs
} from "./commonSignals.ts"
import { lastDeployment } from "./httpRules.ts"
import { rule, signal, when, worth } from "./Rule.ts"
import {
  cdnSeen,
  maintenanceSeen,
  parkedSeen,
  platformSeen,
  programSeen,
  startSeen,
  suspendedSeen,
  unclaimedSeen,
  wallSeen
} from "./seenSignals.ts"

const deployed = signal("deployed_before", "deployments", 30, (view) => {
  const last = lastDeployment(view)
  return last === null
    ? null
    : { name: outside(last.name ?? ""), at: outside(last.at), minutes: Math.round(last.ago / 60_000) }
})

/** The kinds of expectations about the content of the page. */
const CONTENT: ReadonlySet<string> = new Set(["text", "json", "header", "other"])

const failedExpectation = ({ facts }: View) =>
  (facts.check?.expectations ?? [])
    .filter(({ holds, kind }) => !holds && CONTENT.has(kind))
    .toSorted((a, b) => (a.expected < b.expected ? -1 : 1))[0]

/**
 * A signal that shows that expectations failed, but none about content. Its result is null if an expectation about
 * content failed, or if no failed expectation is known.
 */
const failedOtherwise = signal("expectation_not_content", "check.expectations", 60, (view) => {
  const failed = (view.facts.check?.expectations ?? []).filter(({ holds }) => !holds)
  const [first] = failed.toSorted((a, b) => (a.expected < b.expected ? -1 : 1))
  return first === undefined || failedExpectation(view) !== undefined ? null : { expected: outside(first.expected) }
})

export const expectationFails = signal("expectation_fails", "check.expectations", 20, (view) => {
  const failed = failedExpectation(view)
  return failed === undefined
    ? null
    : { expected: outside(failed.expected), actual: outside(failed.actual?.replace(/\.$/u, "") ?? "-") }
})

const homeWorks = signal("host_works", "sharedWith", 10, ({ facts }) => {
  return when((facts.sharedWith ?? []).some(({ kind, working }) => kind === "host" && working > 0))
})

const loginForm = signal("login_form", "page", 45, ({ seen, seenBefore }) =>
  when(seen.page?.asksForPassword === true && seenBefore.page?.asksForPassword !== true)
)

const elsewhere = [...leadsElsewhere, ...explainedElsewhere]
const substitutes = [
  worth(60, wallSeen),
  worth(60, platformSeen),
  worth(60, unclaimedSeen),
  worth(60, parkedSeen),
  worth(60, suspendedSeen),
  worth(50, startSeen),
  worth(50, cdnSeen)
]

export const contentRules = [
  rule("parked_page", {
    grounds: [parkedSeen],
    supports: [worth(10, addressChange), outcomeIs(5, "expectation_failed")],
    against: [...registrationBad, worth(40, delegationDiffers)]
  }),
  rule("suspended_page", {
    grounds: [suspendedSeen],
    supports: [statusIs(5, 403, 503), outcomeIn(5, "status", "expectation")],
    against: registrationBad
  }),
  rule("application_error", {
    grounds: [programSeen, statusIs(60, 500, 501, 505, 507)],
    supports: [outcomeIn(10, "expectation", "status")],
    against: [
      ...elsewhere,
      deployed,
      worth(40, cdnSeen),
      worth(50, platformSeen),
      worth(50, wallSeen),
      worth(60, suspendedSeen),
      worth(40, maintenanceSeen)
    ]
  }),
  rule("expected_text_gone", {
    grounds: [outcomeIs(40, "expectation_failed")],
    supports: [worth(25, expectationFails), statusIs(5, 200)],
    against: [
      ...elsewhere,
      ...substitutes,
      worth(60, programSeen),
      loginForm,
      deployed,
      failedOtherwise,
      signal("redirects_elsewhere", "check.finalUrl", 35, (view) => {
        const [now, before] = [view.facts.check?.finalUrl, view.facts.lastGood?.finalUrl]
        const hosts = [now, before].map((url) =>
          typeof url === "string" && URL.canParse(url) ? new URL(url).host : null
        )
        return when(hosts[0] !== null && hosts[1] !== null && hosts[0] !== hosts[1], {
          before: outside(hosts[1] ?? ""),
          now: outside(hosts[0] ?? "")
        })
      })
    ]
  }),
  rule("page_gone", {
    grounds: [statusIs(70, 404, 410)],
    supports: [homeWorks],
    against: [...elsewhere, ...substitutes, deployed]
  })
]
