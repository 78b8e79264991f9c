import type { PortResult } from "../facts/DiagnosisFacts.ts"
import { groupOf, isFailing, type View } from "../facts/View.ts"
import { outside } from "../words/Text.ts"
import {
  explainedElsewhere,
  leadsElsewhere,
  listed,
  locationsOf,
  locationValues,
  neighboursFail,
  neighboursWork,
  othersFailToo,
  outcomeIn,
  outcomeIs,
  ownNetworkWorks,
  pingIsSilent,
  resetInHandshake,
  sharedByOthers
} from "./commonSignals.ts"
import { serversBehind } from "./dnsRules.ts"
import { rule, signal, when, worth } from "./Rule.ts"

/** The outcomes of a port check that prove that the host is up. */
const ALIVE: ReadonlySet<string> = new Set(["ok", "connect_refused", "connect_reset", "http_status"])
const SILENT: ReadonlySet<string> = new Set(["connect_timeout", "no_route"])

const addressesOf = ({ facts }: View, family: 4 | 6) =>
  (facts.addresses ?? []).filter(({ address }) => address.includes(":") === (family === 6))

const allAddresses = (
  id: "all_addresses_refuse" | "all_addresses_silent" | "all_addresses_reset",
  outcomes: ReadonlySet<string>
) =>
  signal(id, "addresses", 10, ({ facts }) => {
    const addresses = facts.addresses ?? []
    return when(addresses.length > 0 && addresses.every(({ outcome }) => outcomes.has(outcome)), {
      addresses: listed(addresses.map(({ address }) => address))
    })
  })

/** The names of ports in sentences. A ping has no port. */
const named = (ports: ReadonlyArray<PortResult>) =>
  listed(ports.map(({ port }) => (port === "icmp" ? "ICMP (ping)" : String(port))))

const hostLives = signal("host_lives", "otherPorts", 30, ({ facts }) => {
  const alive = (facts.otherPorts ?? []).filter(({ outcome }) => ALIVE.has(outcome))
  return when(alive.length > 0, { ports: named(alive) })
})

const portsSilent = signal("other_ports_silent", "otherPorts", 20, ({ facts }) => {
  const ports = facts.otherPorts ?? []
  // The host of a service often has no other open port. Only if it does not answer a ping either, it is silent.
  const isEnough = facts.subject !== "service" || ports.some(({ port }) => port === "icmp")
  return when(isEnough && ports.length > 0 && ports.every(({ outcome }) => SILENT.has(outcome)), {
    ports: named(ports)
  })
})

const prohibited = signal("prohibited", "check.prohibited", 40, ({ facts }) => when(facts.check?.prohibited === true))

const someLocations = signal("some_locations_fail", "locations", 50, (view) => {
  const { failing, working } = locationsOf(view)
  const providers = new Set(failing.map(({ location, provider }) => provider ?? location))
  return when(failing.length >= 2 && working.length > 0 && providers.size > 1, locationValues(view))
})

const onlyIpv6 = signal("only_ipv6_fails", "addresses", 80, (view) => {
  const [four, six] = [addressesOf(view, 4), addressesOf(view, 6)]
  const broken = six.length > 0 && six.every(({ outcome }) => outcome !== "ok")
  const works = four.some(({ outcome }) => outcome === "ok")
  return when(broken && works, {
    failing: listed(six.map(({ address }) => address)),
    working: listed(four.flatMap(({ address, outcome }) => (outcome === "ok" ? [address] : [])))
  })
})

const checkedIpv6 = signal("checked_ipv6", "check.address", 10, ({ facts }) =>
  when(facts.check?.address?.includes(":") === true, { now: outside(facts.check?.address ?? "") })
)

const oneFails = signal("one_location_fails", "locations", 70, (view) => {
  const { failing, working } = locationsOf(view)
  return when(failing.length === 1 && working.length >= 2, locationValues(view))
})

const manyReachIt = signal("many_reach_it", "locations", 15, (view) => {
  const { failing, working } = locationsOf(view)
  return when(failing.length === 1 && working.length >= 3, locationValues(view))
})

const oneOfTwoFails = signal("one_of_two_locations_fails", "locations", 40, (view) => {
  const { failing, working } = locationsOf(view)
  return when(failing.length === 1 && working.length === 1, locationValues(view))
})

const oneProvider = signal("one_provider_fails", "locations", 85, (view) => {
  const { failing, working } = locationsOf(view)
  const providers = new Set(failing.map(({ provider }) => provider))
  const [provider] = providers
  if (failing.length < 2 || providers.size !== 1 || typeof provider !== "string") return null
  return when(working.length > 0 && working.every((one) => one.provider !== provider), {
    ...locationValues(view),
    provider: outside(provider)
  })
})

const ownNetworkDoubtful = signal("own_network_in_doubt", "network.state", 90, ({ facts }) =>
  when(facts.network?.state === "in_doubt")
)

const ownNetworkAway = signal("own_network_away", "network.state", 95, ({ facts }) =>
  when(facts.network?.state === "away")
)

/**
 * A signal that shows that other locations fail too. This proves that Mon's own network is not the cause, so the signal
 * counts only if nothing else has proved it.
 */
const othersProve = signal("others_fail_too", "locations", 20, (view) =>
  view.facts.network?.state === "ok" ? null : othersFailToo.find(view)
)

const oldTls = signal("old_tls_before", "lastGood.protocol", 35, ({ facts }) =>
  when(/^(?:SSLv|TLSv1(?:\.1)?$)/u.test(facts.lastGood?.protocol ?? ""), {
    protocol: outside(facts.lastGood?.protocol ?? "")
  })
)

const fewFail = signal("checks_pass_between", "earlier", 10, ({ facts }) => {
  const outcomes = (facts.earlier ?? []).map(({ outcome }) => outcome)
  const good = outcomes.filter((outcome) => groupOf(outcome) === "good").length
  const bad = outcomes.filter(isFailing).length
  return when(good >= 2 && bad >= 2, { good, bad })
})

const elsewhere = [...leadsElsewhere, ...explainedElsewhere, serversBehind, worth(70, onlyIpv6), worth(60, oneProvider)]

export const networkRules = [
  rule("connection_refused", {
    grounds: [outcomeIs(70, "connect_refused")],
    supports: [
      allAddresses("all_addresses_refuse", new Set(["connect_refused"])),
      othersFailToo,
      worth(5, ownNetworkWorks),
      worth(5, hostLives),
      neighboursWork
    ],
    against: [...elsewhere, worth(20, prohibited)]
  }),
  rule("connection_filtered", {
    grounds: [outcomeIs(30, "connect_timeout", "no_route", "tls_timeout"), pingIsSilent(30), prohibited, someLocations],
    supports: [hostLives, worth(10, ownNetworkWorks), neighboursWork],
    against: [
      ...leadsElsewhere,
      worth(40, sharedByOthers),
      ...explainedElsewhere.filter(({ id }) => id === "in_window"),
      worth(40, portsSilent),
      worth(60, onlyIpv6),
      outcomeIn(60, "good", "status", "expectation", "dns"),
      worth(60, oneFails),
      worth(60, oneProvider)
    ]
  }),
  rule("server_silent", {
    // This cause gets enough points only if Mon's own network works and other ports are silent too.
    grounds: [outcomeIs(15, "connect_timeout", "no_route"), pingIsSilent(15)],
    supports: [
      worth(20, ownNetworkWorks),
      othersProve,
      worth(5, othersFailToo),
      worth(5, allAddresses("all_addresses_silent", SILENT)),
      portsSilent,
      neighboursFail
    ],
    against: [...elsewhere, worth(60, hostLives), prohibited]
  }),
  rule("connection_reset", {
    grounds: [outcomeIs(60, "connect_reset"), resetInHandshake],
    supports: [
      allAddresses("all_addresses_reset", new Set(["connect_reset"])),
      othersFailToo,
      worth(5, ownNetworkWorks),
      worth(5, fewFail)
    ],
    against: [...elsewhere, oldTls]
  }),
  rule("ipv6_broken", {
    grounds: [onlyIpv6],
    supports: [checkedIpv6]
  }),
  rule("one_location", {
    grounds: [oneFails, oneOfTwoFails],
    supports: [manyReachIt],
    against: [worth(30, onlyIpv6)]
  }),
  rule("one_provider", {
    grounds: [oneProvider],
    supports: [],
    against: [worth(30, onlyIpv6)]
  }),
  rule("own_network", {
    grounds: [ownNetworkDoubtful, ownNetworkAway]
  })
]
