import { groupOf, isFailing, timeOf, type View } from "../facts/View.ts"
import { outside, term } from "../words/Text.ts"
import { signal, type Values, when } from "./Rule.ts"

const HOUR_MS = 3_600_000
/**
 * The time for which a change of records counts as recent, because caches can hold old records (RFC 2308 section 5 and
 * usual TTLs).
 */
const RECENT_CHANGE_MS = 48 * HOUR_MS
/** The minimum number of failing monitors for a shared feature to count as the cause. */
const SHARED_FROM = 3
const SHOWN = 4

export const listed = (texts: ReadonlyArray<string>) =>
  outside(
    texts.length === 0
      ? "-"
      : texts.length > SHOWN
        ? `${texts.toSorted().slice(0, SHOWN).join(", ")}, ...`
        : texts.toSorted().join(", ")
  )

/** Returns the EPP statuses in lower case with only their letters, so that differences in spelling do not matter. */
const statusesOf = ({ facts }: View): ReadonlyArray<string> =>
  (facts.registration?.statuses ?? []).map((status) => status.toLowerCase().replaceAll(/[^a-z]/gu, ""))

const hasEnded = ({ at, facts }: View): boolean => {
  const expiresAt = timeOf(facts.registration?.expiresAt)
  return at !== null && expiresAt !== null && expiresAt < at
}

const HOLDS: ReadonlySet<string> = new Set(["clienthold", "serverhold"])
const DELETING: ReadonlySet<string> = new Set(["redemptionperiod", "pendingdelete", "pendingrestore"])

export const isOnHold = (view: View): boolean => statusesOf(view).some((status) => HOLDS.has(status))
export const isDeleting = (view: View): boolean => statusesOf(view).some((status) => DELETING.has(status))

const day = (time: string | null | undefined): string => (timeOf(time) === null ? "" : (time ?? "").slice(0, 10))

const registrationValues = ({ facts }: View): Values => ({
  date: outside(day(facts.registration?.expiresAt)),
  registrar: outside(facts.registration?.registrar ?? ""),
  statuses: listed(facts.registration?.statuses ?? [])
})

export const registrationEnded = signal("registration_ended", "registration.expiresAt", 60, (view) =>
  when(hasEnded(view), registrationValues(view))
)

export const registrationOnHold = signal("registration_on_hold", "registration.statuses", 75, (view) =>
  when(isOnHold(view), registrationValues(view))
)

export const registrationDeleting = signal("registration_deleting", "registration.statuses", 80, (view) =>
  when(isDeleting(view), registrationValues(view))
)

export const notRegistered = signal("not_registered", "registration.outcome", 80, (view) =>
  when(view.facts.registration?.outcome === "not_registered", registrationValues(view))
)

/** The signals of a problem with the registration. They contradict causes in the DNS and at the server. */
export const registrationBad = [
  { ...registrationEnded, points: 50 },
  { ...registrationOnHold, points: 60 },
  { ...registrationDeleting, points: 60 },
  { ...notRegistered, points: 60 }
]

export const outcomeIs = (points: number, ...outcomes: ReadonlyArray<string>) =>
  signal("outcome", "check.outcome", points, ({ outcome }) =>
    when(outcome !== null && outcomes.includes(outcome), { outcome: term(outcome ?? "") })
  )

export const outcomeIn = (points: number, ...groups: ReadonlyArray<string>) =>
  signal("outcome", "check.outcome", points, ({ group, outcome }) =>
    when(group !== null && groups.includes(group), { outcome: term(outcome ?? "") })
  )

/** Whether the target is a host that must answer pings. */
export const isPing = ({ facts }: View): boolean => facts.target?.url?.startsWith("icmp:") === true

/** A signal that shows that a host answered no ping. */
export const pingIsSilent = (points: number) =>
  signal("outcome", "check.outcome", points, (view) =>
    when(isPing(view) && view.outcome === "header_timeout", { outcome: term(view.outcome ?? "") })
  )

export const statusIs = (points: number, ...statuses: ReadonlyArray<number>) =>
  signal("status", "check.statusCode", points, ({ status }) =>
    when(status !== null && statuses.includes(status), { status: status ?? 0 })
  )

const recent = (view: View, at: string | undefined): boolean => {
  const time = timeOf(at)
  return view.since === null || time === null || Math.abs(view.since - time) <= RECENT_CHANGE_MS
}

/** Returns the changes of the given types that are recent or whose time is unknown. */
export const changesOf = (view: View, ...types: ReadonlyArray<string>) =>
  (view.facts.dns?.changes ?? []).filter(({ at, type }) => types.includes(type) && recent(view, at))

const normalNames = (names: ReadonlyArray<string>): string =>
  [...new Set(names.map((name) => name.toLowerCase().replace(/\.$/u, "")))].toSorted().join(" ")

const sameNames = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  normalNames(one) === normalNames(other)

/** Returns the values for a changed delegation; null if the delegation has not changed. */
const delegationChange = (view: View): Values | null => {
  const { before, parent } = view.facts.dns?.delegation ?? {}
  if (parent === undefined || before === undefined || before.length === 0 || sameNames(parent, before)) return null
  return { before: listed(before), now: listed(parent) }
}

export const delegationDiffers = signal("delegation_changed", "dns.delegation", 55, delegationChange)

export const addressChange = signal("address_changed", "dns.changes", 50, (view) => {
  const changes = changesOf(view, "A", "AAAA").filter(({ added }) => added.length > 0)
  const added = changes.flatMap((change) => change.added)
  const removed = changes.flatMap((change) => change.removed)
  return when(added.length > 0, { before: listed(removed), now: listed(added) })
})

/** A signal that shows that the connection was reset after the first message of the TLS handshake. */
export const resetInHandshake = signal("reset_in_handshake", "check.tlsError", 60, ({ facts, outcome }) =>
  when(outcome === "tls_handshake" && facts.check?.tlsError === "ECONNRESET")
)

const watchedAlias = (view: View): Values | null => {
  const changes = changesOf(view, "CNAME").filter(({ added }) => added.length > 0)
  const [first] = changes
  return first === undefined
    ? null
    : {
        before: outside(changes.flatMap(({ removed }) => removed)[0] ?? "-"),
        now: outside(first.added[0] ?? "")
      }
}

export const aliasChange = signal("alias_changed", "dns.alias", 60, (view) => {
  const { before, target } = view.facts.dns?.alias ?? {}
  const watched = watchedAlias(view)
  if (watched !== null) return watched
  if (before === undefined || target === undefined || target === null || sameNames([before ?? ""], [target]))
    return null
  return { before: outside(before ?? "-"), now: outside(target) }
})

const otherLocations = ({ facts }: View) => {
  const all = facts.locations ?? []
  return {
    all,
    failing: all.filter(({ outcome }) => isFailing(outcome)),
    working: all.filter(({ outcome }) => groupOf(outcome) === "good")
  }
}

export const locationValues = (view: View): Values => {
  const { failing, working } = otherLocations(view)
  return {
    failing: listed(failing.map(({ location }) => location)),
    working: listed(working.map(({ location }) => location))
  }
}

export const locationsOf = otherLocations

/** A signal that contradicts causes that would affect every location. */
export const othersReachIt = signal("others_reach_it", "locations", 60, (view) => {
  const { failing, working } = otherLocations(view)
  return when(working.length > 0 && working.length >= failing.length, locationValues(view))
})

/** A signal that supports causes that affect every location. */
export const othersFailToo = signal("others_fail_too", "locations", 20, (view) => {
  const { failing, working } = otherLocations(view)
  return when(failing.length >= 2 && working.length === 0, locationValues(view))
})

/** A signal that proves that Mon's own network did not cause the failure. */
export const ownNetworkWorks = signal("own_network_works", "network.state", 15, ({ facts }) =>
  when(facts.network?.state === "ok")
)

/** Returns the shared feature with the most failing monitors, among the features with which almost no monitor works. */
export const sharedFeature = (view: View) => {
  const wanted = view.group === "dns" ? ["name_servers"] : ["address", "network", "provider"]
  return (view.facts.sharedWith ?? [])
    .filter(({ failing, kind, working }) => wanted.includes(kind) && failing >= SHARED_FROM && working * 10 <= failing)
    .toSorted((a, b) => b.failing - a.failing || a.kind.localeCompare(b.kind) || (a.value < b.value ? -1 : 1))[0]
}

export const sharedByOthers = signal("shared_by_others", "sharedWith", 70, (view) => {
  const feature = sharedFeature(view)
  return feature === undefined
    ? null
    : { failing: feature.failing, working: feature.working, kind: term(feature.kind), value: outside(feature.value) }
})

const monitorsHere = ({ facts: { sharedWith = [], subject } }: View) =>
  subject === "service" ? sharedWith.find(({ kind }) => kind === "address") : undefined

/** The signals that show the state of the account's other monitors at the address of a service. */
export const neighboursFail = signal("neighbours_fail", "sharedWith", 10, (view) => {
  const { failing = 0, value = "" } = monitorsHere(view) ?? {}
  return when(failing > 0 && sharedFeature(view) === undefined, { failing, value: outside(value) })
})

/** The states of other monitors may be a minute old, so this signal alone never makes a cause known. */
export const neighboursWork = signal("neighbours_work", "sharedWith", 5, (view) => {
  const { failing = 0, value = "", working = 0 } = monitorsHere(view) ?? {}
  return when(working > 0 && failing === 0, { working, value: outside(value) })
})

const activeWindow = ({ at, facts, since }: View) =>
  (facts.windows ?? [])
    .filter(({ from, to }) => {
      const [begin, end] = [timeOf(from), timeOf(to)]
      return (
        begin !== null && end !== null && since !== null && since >= begin && since <= end && (at ?? since) >= begin
      )
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))[0]

export const inWindow = signal("in_window", "windows", 75, (view) => {
  const window = activeWindow(view)
  return window === undefined ? null : { window: outside(window.name), to: outside(window.to) }
})

/** The signals that contradict causes at the site, because causes elsewhere explain the failure better. */
export const explainedElsewhere = [
  { ...othersReachIt, points: 60 },
  { ...sharedByOthers, points: 40 },
  { ...inWindow, points: 35 }
]

/** The signals that contradict causes at the server, because the name now leads to another server. */
export const leadsElsewhere = [
  { ...addressChange, points: 40 },
  { ...aliasChange, points: 40 },
  { ...delegationDiffers, points: 40 },
  ...registrationBad
]
