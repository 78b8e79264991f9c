import { Accounts, Credentials, Domains, hashApiKey, issueApiKey, type NewMonitor } from "@mon/core-store"
import { domainDefaults } from "@mon/model"
import { Effect, Redacted } from "effect"
import { openStore } from "../postgres/Store.ts"

/** A key and a domain that it may read. */
export interface Visitor {
  readonly key: string
  readonly domain: string
}

const made = <A>(value: A | null): A => {
  if (value === null) throw new Error("The fixture could not be created.")
  return value
}

/** A domain as the API makes it when only its URL is given. */
export const newDomain = (hostname: string): NewMonitor<"domain"> => ({
  ...domainDefaults,
  url: `https://${hostname}`,
  hostname,
  dedupeKey: hostname,
  name: hostname
})

const createAccount = (index: number, each: number) =>
  Effect.gen(function* () {
    const account = made(
      yield* (yield* Accounts).create({ email: `owner${index}@example.com`, name: null, plan: "agency" })
    )
    const key = Redacted.value(made(yield* issueApiKey(account.membershipId)).key)
    const { viewer } = made(yield* (yield* Credentials).authenticateAndCount(hashApiKey(key), 0))
    const domains = yield* Domains
    const created = yield* Effect.forEach(Array.from({ length: each }), (_, n) =>
      domains.create(viewer, { ...newDomain(`shop${index}-${n}.example.com`), ccEmails: ["ops@example.com"] }, each)
    )
    const [first] = created
    return { key, domain: made(first?._tag === "Created" ? first.monitor : null).id } satisfies Visitor
  })

const ssl = {
  valid: true,
  issuer: "CN=R11, O=Let's Encrypt, C=US",
  subject: "CN=shop.example.com",
  validFrom: "2026-10-01T00:00:00.000Z",
  validTo: "2026-12-30T00:00:00.000Z",
  protocol: "TLSv1.3",
  keyType: "ec",
  keyBits: 256,
  problems: []
}

/**
 * Accounts with so many domains each, checked for a month: up, with two outages, a certificate and everything. `first`
 * is the number of the first account. Monitors of earlier accounts are as new again.
 */
export const createFixture = async (
  url: string,
  accounts: number,
  each: number,
  first = 0
): Promise<ReadonlyArray<Visitor>> => {
  const { close, run, sql } = await openStore(url, 2)
  try {
    const visitors = await run(
      Effect.forEach(Array.from({ length: accounts }), (_, index) => createAccount(first + index, each))
    )
    await sql`update monitor set created_at = created_at - interval '40 days'`
    await sql`
      update monitor_schedule set state = 1, last_checked_at = mon_now(), last_status_code = 200, last_response_us = 187432,
        status_changed_at = mon_now() - interval '3 days', next_at = mon_now() + interval '1 day'`
    await sql`delete from status_period`
    await sql`
      insert into status_period (monitor_id, since, state)
      select m.id, mon_now() - p.ago, p.state from monitor m, (values (interval '40 days', 0), (interval '39 days', 1),
        (interval '12 days', 2), (interval '11.9 days', 1), (interval '3.1 days', 2), (interval '3 days', 1)) p (ago, state)`
    await sql`delete from monitor_facts`
    await sql`insert into monitor_facts (monitor_id, ssl) select id, ${JSON.stringify(ssl)}::text::jsonb from monitor`
    await sql`delete from rate_window`
    await sql.unsafe("vacuum analyze")
    return visitors
  } finally {
    await close()
  }
}
