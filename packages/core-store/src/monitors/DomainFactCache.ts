import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"

/** The role of a domain in a campaign. The two roles need different DNS queries. */
export type DomainFactKind = "prospect" | "sender"

/**
 * The result of a claim. `Known`: the facts are cached. `Claimed`: the caller must look up the domain. `Busy`: another
 * caller is looking up the domain.
 */
export type DomainFactClaim =
  | { readonly _tag: "Known"; readonly domain: string; readonly facts: unknown }
  | { readonly _tag: "Claimed"; readonly domain: string }
  | { readonly _tag: "Busy"; readonly domain: string }

/** The facts of a domain, and the number of seconds for which they are valid. */
export interface FoundDomainFact {
  readonly domain: string
  /** The facts as plain JSON. */
  readonly facts: unknown
  readonly keepSeconds: number
}

interface Row {
  readonly domain: string
  readonly state: "known" | "claimed" | "busy"
  readonly facts: unknown
}

const toClaim = ({ domain, facts, state }: Row): DomainFactClaim => {
  if (state === "known") return { _tag: "Known", domain, facts }
  return { _tag: state === "claimed" ? "Claimed" : "Busy", domain }
}

/** Locks the rows in the order of the domains, so that two jobs with the same domains cannot deadlock. */
const claimDomainFacts = (sql: SqlClient.SqlClient) =>
  operation(
    "DomainFactCache.claim",
    function* (
      kind: DomainFactKind,
      domains: ReadonlyArray<string>,
      lease: { readonly token: string; readonly leaseMs: number }
    ): Returns<ReadonlyArray<DomainFactClaim>> {
      const rows = yield* sql<Row>`
      with wanted as materialized (
        select distinct domain from unnest(${domains}::text[]) as w(domain)
      ), known as materialized (
        select f.domain, f.facts from domain_fact f join wanted w on w.domain = f.domain
        where f.kind = ${kind} and f.facts is not null and f.expires_at > mon_now()
      ), claimed as (
        insert into domain_fact as f (kind, domain, lease_token, lease_until)
        select ${kind}, w.domain, ${lease.token}::uuid, mon_now() + ${lease.leaseMs}::int * interval '1 millisecond'
        from wanted w where not exists (select 1 from known k where k.domain = w.domain)
        order by w.domain
        on conflict (kind, domain) do update
          set lease_token = excluded.lease_token, lease_until = excluded.lease_until
          where (f.lease_until is null or f.lease_until <= mon_now()) and (f.expires_at is null or f.expires_at <= mon_now())
        returning f.domain
      )
      select w.domain, k.facts,
        case when k.domain is not null then 'known' when t.domain is not null then 'claimed' else 'busy' end as state
      from wanted w left join known k on k.domain = w.domain left join claimed t on t.domain = w.domain
      order by w.domain`
      return rows.map(toClaim)
    }
  )

const settleDomainFacts = (sql: SqlClient.SqlClient) =>
  operation(
    "DomainFactCache.settle",
    function* (kind: DomainFactKind, token: string, found: ReadonlyArray<FoundDomainFact>) {
      if (found.length === 0) return
      const rows = found.map(({ domain, facts, keepSeconds }) => ({ domain, facts, keep: keepSeconds }))
      yield* sql`
      with found as materialized (
        select f.ctid, n.facts, n.keep
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n(domain text, facts jsonb, keep int)
        join domain_fact f on f.kind = ${kind} and f.domain = n.domain and f.lease_token = ${token}::uuid
        order by f.domain for update of f
      )
      update domain_fact f set facts = n.facts, looked_up_at = mon_now(),
        expires_at = mon_now() + n.keep * interval '1 second', lease_token = null, lease_until = null
      from found n where f.ctid = n.ctid`
    }
  )

/**
 * DNS facts of domains, which all jobs of all workers share. Each domain is looked up by one worker, and the other
 * workers wait for its result. The facts are public, so they belong to no account.
 */
export class DomainFactCache extends Context.Service<DomainFactCache>()("@mon/core-store/DomainFactCache", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Returns the cached facts. Domains that are neither cached nor being looked up are leased to `token` for
     * `leaseMs`.
     */
    claim: claimDomainFacts(sql),
    /** Stores facts. Skips domains whose lease has passed to another caller. */
    settle: settleDomainFacts(sql),
    /** Releases the domains that `token` still leases. */
    release: operation("DomainFactCache.release", function* (token: string) {
      yield* sql`update domain_fact set lease_token = null, lease_until = null where lease_token = ${token}::uuid`
    }),
    /** Deletes at most `limit` expired facts. Returns the number of deleted facts. */
    purge: operation("DomainFactCache.purge", function* (limit: number) {
      const [row] = yield* sql<{ n: number }>`
      with over as (
        select kind, domain from domain_fact
        where coalesce(greatest(expires_at, lease_until), '-infinity') <= mon_now()
        limit ${limit} for update skip locked
      ), deleted as (
        delete from domain_fact f using over o where f.kind = o.kind and f.domain = o.domain returning 1
      )
      select count(*)::int as n from deleted`
      return row?.n ?? 0
    })
  }))
}) {
  static readonly layer = Layer.effect(DomainFactCache, DomainFactCache.make)
}
