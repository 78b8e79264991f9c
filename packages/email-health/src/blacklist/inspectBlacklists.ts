import type { Resolver } from "@mon/dns/effect"
import { parseIpAddress, reversedLabels } from "@mon/public-net"
import * as Effect from "effect/Effect"
import { QUERY_BUDGET } from "../ComponentBudget.ts"
import { lookUp } from "../DnsLookup.ts"
import type { ListHealth } from "./ListHealth.ts"
import type { DnsList, ListingKind } from "./lists.ts"
import { readListAnswer } from "./readListAnswer.ts"

/** An address or a domain that is looked up. */
export interface ListTarget {
  readonly value: string
  /** Of a provider's shared host, which its customers answer for together. */
  readonly shared: boolean
}

/** What one list says of one target; zones are not shown, since they may hold a key. */
export interface ListCheck {
  readonly list: string
  readonly listId: string
  readonly target: string
  readonly status: "clear" | "listed" | "refused" | "unknown"
  readonly detail: string
}

/** One target that stands on a list that is believed; tier 1 weighs most, `shared` is an address of a provider's customers together. */
export interface Listing {
  readonly list: string
  readonly target: string
  readonly tier: 1 | 2 | 3
  readonly kind: ListingKind
  readonly shared: boolean
  readonly meanings: ReadonlyArray<string>
}

/** What all lists say of a domain and its addresses. */
export interface BlacklistFacts {
  readonly checked: ReadonlyArray<ListCheck>
  readonly listings: ReadonlyArray<Listing>
  /** Lists that answered for everything that they were asked. */
  readonly usable: number
  /** Lists that were asked for anything. */
  readonly asked: number
}

/** Addresses that are looked up, at most. */
export const MAX_LISTED_ADDRESSES = 4
const CONCURRENCY = 32

const nameFor = (list: DnsList, target: string): string | null => {
  if (list.subject === "domain") return `${target}.${list.zone}`
  const address = parseIpAddress(target)
  return address !== null && list.families.includes(address.family) ? `${reversedLabels(address)}.${list.zone}` : null
}

const check = Effect.fnUntraced(function* (resolver: Resolver, list: DnsList, target: ListTarget, name: string) {
  const common = { list: list.name, listId: list.id, target: target.value }
  const { answer, failure } = yield* lookUp(resolver, name, "A")
  if (failure !== null) return { check: { ...common, status: "unknown", detail: failure }, listing: null } as const
  const verdict = readListAnswer(
    list,
    answer.records.map(({ address }) => address)
  )
  if (verdict.status === "clear") return { check: { ...common, status: "clear", detail: "" }, listing: null } as const
  if (verdict.status === "refused")
    return { check: { ...common, status: "refused", detail: verdict.meaning }, listing: null } as const
  const { kind, meanings } = verdict
  return {
    check: { ...common, status: "listed", detail: meanings.join(", ") },
    listing: { list: list.name, target: target.value, tier: list.tier, kind, shared: target.shared, meanings }
  } as const
})

type Checked = { readonly check: ListCheck; readonly listing: Listing | null }

const asUnknown = (checks: ReadonlyArray<Checked>, detail: string): ReadonlyArray<Checked> =>
  checks.map((one) => ({ check: { ...one.check, status: "unknown" as const, detail }, listing: null }))

const checkList = Effect.fnUntraced(function* (
  resolver: Resolver,
  health: ListHealth,
  list: DnsList,
  targets: ReadonlyArray<ListTarget>
) {
  const named = targets.flatMap((target) => {
    const name = nameFor(list, target.value)
    return name === null ? [] : [{ target, name }]
  })
  if (named.length === 0) return []
  const alive = yield* health.alive(resolver, list)
  const checks: ReadonlyArray<Checked> = yield* Effect.forEach(
    named,
    ({ target, name }) => check(resolver, list, target, name),
    { concurrency: CONCURRENCY }
  )
  if (alive !== "alive") return asUnknown(checks, `The list fails its own test (${alive}).`)
  if (checks.every(({ listing }) => listing === null)) return checks
  const isSelective = yield* health.isSelective(resolver, list)
  return isSelective === "alive" ? checks : asUnknown(checks, `The list fails its own test (${isSelective}).`)
})

/** Addresses that the budget allows for so many lists, each of which is tested too. */
const addressesFor = (lists: number): number =>
  Math.max(1, Math.min(MAX_LISTED_ADDRESSES, Math.floor((QUERY_BUDGET.blacklist - lists) / Math.max(1, lists))))

/** Asks lists for addresses and for the domain; a list that cannot be believed says nothing. */
export const inspectBlacklists = Effect.fnUntraced(function* (
  resolver: Resolver,
  health: ListHealth,
  lists: ReadonlyArray<DnsList>,
  domain: string,
  addresses: ReadonlyArray<ListTarget>
) {
  const few = addresses.slice(0, addressesFor(lists.length))
  const byList = yield* Effect.forEach(
    lists,
    (list) => checkList(resolver, health, list, list.subject === "domain" ? [{ value: domain, shared: false }] : few),
    { concurrency: CONCURRENCY }
  )
  const asked = byList.filter((checks) => checks.length > 0)
  return {
    checked: byList.flatMap((checks) => checks.map((one) => one.check)),
    listings: byList.flatMap((checks) => checks.flatMap(({ listing }) => (listing === null ? [] : [listing]))),
    usable: asked.filter((checks) =>
      checks.every((one) => one.check.status === "clear" || one.check.status === "listed")
    ).length,
    asked: asked.length
  } satisfies BlacklistFacts
})
