import type { Resolver } from "@mon/dns/effect"
import { parseIpAddress, reversedLabels } from "@mon/public-net/policy"
import * as Effect from "effect/Effect"
import { lookUp } from "../DnsLookup.ts"
import type { ListHealth } from "./ListHealth.ts"
import type { DnsList } from "./lists.ts"
import { readListAnswer } from "./readListAnswer.ts"
import { QUERY_BUDGET } from "../CheckLimits.ts"
import type { BlacklistFacts, ListCheck, Listing } from "./BlacklistFacts.ts"

export interface ListTarget {
  readonly value: string
  /** Whether the target is a provider's host that many customers share. */
  readonly shared: boolean
}

const MAX_LISTED_ADDRESSES = 4
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
  if (alive !== "alive") return asUnknown(checks, `The list failed its self-test (${alive}).`)
  if (checks.every(({ listing }) => listing === null)) return checks
  const isSelective = yield* health.isSelective(resolver, list)
  return isSelective === "alive" ? checks : asUnknown(checks, `The list failed its self-test (${isSelective}).`)
})

/** The queries of both self-tests of a list. */
const TESTS = 2

/** Returns the number of addresses that fit into the query budget beside the self-tests of each list. */
const addressesFor = (lists: number): number =>
  Math.max(1, Math.min(MAX_LISTED_ADDRESSES, Math.floor(QUERY_BUDGET.blacklist / Math.max(1, lists)) - TESTS))

/** Looks up the addresses and the domain in all lists. The results of an unreliable list count as unknown. */
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
