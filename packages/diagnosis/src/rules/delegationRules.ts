import type { View } from "../facts/View.ts"
import { outside, term } from "../words/Text.ts"
import {
  changesOf,
  delegationDiffers,
  listed,
  othersFailToo,
  othersReachIt,
  outcomeIn,
  outcomeIs,
  ownNetworkWorks,
  registrationBad,
  sharedByOthers
} from "./commonSignals.ts"
import { rule, signal, when, worth } from "./Rule.ts"

const serversOf = ({ facts }: View, status: string) =>
  (facts.dns?.servers ?? []).filter((server) => server.status === status).map(({ server }) => server)

const values = (view: View, status: string) => ({ servers: listed(serversOf(view, status)) })

const nameServerChange = signal("name_servers_changed", "dns.changes", 50, (view) => {
  const changes = changesOf(view, "NS")
  return when(changes.length > 0, {
    before: listed(changes.flatMap(({ removed }) => removed)),
    now: listed(changes.flatMap(({ added }) => added))
  })
})

/**
 * A signal that shows that the domain has other name servers than before. A domain without any delegation does not
 * count.
 */
const movedAway = signal("delegation_changed", "dns.delegation", 55, (view) =>
  view.facts.dns?.delegation?.parent?.length === 0 ? null : delegationDiffers.find(view)
)
const movedAwayAsWatched = signal("name_servers_changed", "dns.changes", 50, (view) =>
  changesOf(view, "NS").every(({ added }) => added.length === 0) ? null : nameServerChange.find(view)
)

/** A signal that shows that the name was resolved, so its name servers did not fail. */
const resolved = outcomeIn(50, "connect", "tls", "answer", "status", "expectation", "redirect", "address", "good")

const allLame = signal("all_servers_lame", "dns.servers", 65, (view) =>
  when(serversOf(view, "lame").length > 0 && serversOf(view, "ok").length === 0, values(view, "lame"))
)

export const someLame = signal("some_servers_lame", "dns.servers", 40, (view) =>
  when(serversOf(view, "lame").length > 0 && serversOf(view, "ok").length > 0, values(view, "lame"))
)

const allSilent = signal("all_servers_silent", "dns.servers", 65, (view) => {
  const silent = serversOf(view, "silent")
  return when(silent.length > 0 && silent.length === view.facts.dns?.servers?.length, values(view, "silent"))
})

const bogus = signal("dnssec_bogus", "dns.dnssec", 60, ({ facts }) => when(facts.dns?.dnssec?.state === "bogus"))

const addressesChanged = signal("address_changed", "dns.changes", 15, (view) => {
  const added = changesOf(view, "A", "AAAA").flatMap((change) => change.added)
  const removed = changesOf(view, "A", "AAAA").flatMap((change) => change.removed)
  return when(added.length > 0, { before: listed(removed), now: listed(added) })
})

const showsParking = signal("parked", "page", 15, ({ seen }) =>
  when(seen.parked !== null, { service: term(seen.parked ?? "") })
)

const resolversFail = signal("resolvers_fail", "dns.resolvers", 5, ({ facts }) => {
  const failed = (facts.dns?.resolvers ?? []).filter(({ status }) => status === "servfail" || status === "timeout")
  return when(failed.length > 0, {
    resolvers: outside(
      failed
        .map(({ resolver }) => resolver)
        .toSorted()
        .join(", ")
    )
  })
})

export const delegationRules = [
  rule("delegation_changed", {
    grounds: [movedAway, movedAwayAsWatched],
    supports: [
      outcomeIn(15, "dns"),
      outcomeIn(10, "connect", "tls", "status", "expectation"),
      worth(10, allLame),
      addressesChanged,
      showsParking
    ],
    against: [...registrationBad, othersReachIt]
  }),
  rule("delegation_lame", {
    grounds: [allLame, someLame],
    supports: [outcomeIn(25, "dns"), resolversFail],
    against: [
      ...registrationBad,
      worth(35, delegationDiffers),
      worth(35, nameServerChange),
      bogus,
      worth(40, sharedByOthers),
      resolved
    ]
  }),
  rule("name_servers_silent", {
    // This cause gets enough points only if Mon's own network works. Without a working network, all servers are silent.
    grounds: [worth(30, allSilent), outcomeIs(10, "dns_timeout")],
    supports: [outcomeIn(10, "dns"), resolversFail, worth(30, ownNetworkWorks), othersFailToo],
    against: [
      ...registrationBad,
      worth(35, delegationDiffers),
      worth(35, nameServerChange),
      othersReachIt,
      worth(40, sharedByOthers),
      bogus,
      resolved
    ]
  })
]
