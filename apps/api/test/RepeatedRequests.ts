import { StoreError } from "@mon/core-store"
import { OutgoingMail } from "@mon/notifications"
import { planTable, priceList } from "@mon/model"
import { startStripe } from "@mon/tooling/testbed"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { ApiResponse } from "./ApiConnection.ts"
import { type Cut, startFaultyDatabase } from "./FaultyDatabase.ts"
import { addDomain, openWorld, type TestAccount, type TestApi } from "./World.ts"

/** The number of runs with one account. The tags, seats and credits of the account must suffice for these runs. */
const RUNS_PER_ACCOUNT = 15

/** A request that creates an object, and the query that counts the created objects. */
interface Kind {
  readonly path: string
  readonly body: (run: number, domainId: string) => object
  /** Counts the objects that the request has created. $1: the account. $2: the name of the run. */
  readonly counts: string
}

/** The number of times that the lease of the first server expires during its work, in a run with a twin. */
const EXPIRIES = 3

const name = (run: number): string => `run${run}`

/** The POST requests that respond with 201. */
const kinds: Readonly<Record<string, Kind>> = {
  domain: {
    path: "/domains",
    body: (run) => ({ url: `${name(run)}.example.com` }),
    counts:
      "select count(*)::int as n from monitor m join own on own.id = m.account_id where m.hostname like $2 || '.%'"
  },
  url: {
    path: "/urls",
    body: (run) => ({ url: `https://example.com/${name(run)}` }),
    counts: "select count(*)::int as n from monitor m join own on own.id = m.account_id where m.url like '%/' || $2"
  },
  tag: {
    path: "/tags",
    body: (run) => ({ name: name(run) }),
    counts: "select count(*)::int as n from tag t join own on own.id = t.account_id where t.name = $2"
  },
  webhook: {
    path: "/webhooks",
    body: (run, domainId) => ({ domainId, url: `https://hooks.example.com/${name(run)}`, events: ["test"] }),
    counts: "select count(*)::int as n from webhook w join own on own.id = w.account_id where w.url like '%/' || $2"
  },
  channel: {
    path: "/channels",
    body: (run) => ({ kind: "ntfy", name: name(run), settings: { topic: "alerts" } }),
    counts: "select count(*)::int as n from alert_channel c join own on own.id = c.account_id where c.name = $2"
  },
  channels: {
    path: "/channels/from-url",
    body: (run) => ({ url: "ntfy://alerts", name: `many ${name(run)}` }),
    counts:
      "select count(*)::int as n from alert_channel c join own on own.id = c.account_id where c.name = 'many ' || $2"
  },
  invite: {
    path: "/team/invite",
    body: (run, domainId) => ({ email: `${name(run)}@example.org`, domainAccess: [{ domainId, canWrite: true }] }),
    // An invite without its email would be as wrong as two invites.
    counts: `select greatest((select count(*) from team_invite i join own on own.id = i.account_id where i.email = $2 || '@example.org'),
      2 * (select count(*) from test_mail where recipient = $2 || '@example.org') - 1)::int as n`
  },
  simulation: {
    path: "/campaign-simulate",
    body: (run) => ({
      name: name(run),
      sendingDomains: ["sender.example.com"],
      prospectEntries: ["ann@a.example.org"]
    }),
    // A simulation costs two credits.
    counts: `select greatest((select count(*) from simulation s join own on own.id = s.account_id where s.name = $2),
      (select -sum(t.amount) / 2 from credit_transaction t join own on own.id = t.account_id
        where t.type = 'usage' and t.description like '%: ' || $2))::int as n`
  },
  checkout: {
    path: "/billing/checkout",
    body: () => ({ type: "credits_1000" }),
    counts: "select count(*)::int as n from payment_order o join own on own.id = o.account_id where $2 <> ''"
  }
}

export const kindNames = Object.keys(kinds)

/** Queues emails in the caller's transaction, as the real queue does. */
const layerMailTable = Layer.effect(
  OutgoingMail,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const post: OutgoingMail["Service"]["post"] = ({ to }) =>
      sql`insert into test_mail (recipient) values (${String(to)})`.pipe(
        Effect.mapError((cause) => new StoreError({ reason: "Unavailable", operation: "post", cause })),
        Effect.asVoid
      )
    return OutgoingMail.of({ post, postUnlessRefused: post })
  })
)

/** The result of a run. `first` is null if the connection of the first request died. */
export interface RepeatedRequest {
  readonly first: ApiResponse | null
  readonly last: ApiResponse
  /** The number of objects that this request created in the account. */
  readonly created: number
}

/** Starts two API servers over one database. The connections of the first server can be cut. */
export const openRepeatedRequests = async () => {
  const generous = { ...planTable.agency, requestsPerMinute: 100_000_000 }
  const world = await openWorld({ free: generous, pro: generous, agency: generous })
  const stripe = await startStripe()
  const database = await startFaultyDatabase(world.databaseUrl)
  await world.sql("create table test_mail (recipient text not null)")
  const settings = {
    // Stripe refuses a repeated request with different return URLs.
    baseUrl: "https://mon.example.com",
    simulationStartsPerMinute: 1_000_000,
    billing: {
      processor: {
        kind: "stripe",
        stripe: {
          secretKey: Redacted.make(stripe.secretKey),
          webhookSecret: Redacted.make(stripe.webhookSecret),
          baseUrl: stripe.origin
        }
      },
      prices: priceList
    }
  } as const
  const faulty = await world.startApi({ settings, mail: layerMailTable, databaseUrl: database.url })
  const healthy = await world.startApi({ settings, mail: layerMailTable })
  let account: TestAccount
  let domainId = ""
  let runs = 0

  const post = ({ send }: TestApi, { body, path }: Kind, run: number) =>
    send("POST", `/api/v1${path}`, {
      key: account.key,
      body: body(run, domainId),
      headers: { "Idempotency-Key": name(run) }
    })

  const expireLeases = () => world.sql("update idempotent_request set lease_until = mon_now() where answer is null")

  /** Lets the leases of a dead server expire until the work is done, so that nobody waits for them. */
  const whileLeasesExpire = async <A>(work: Promise<A>): Promise<A> => {
    const expired = Symbol("expired")
    for (;;) {
      const first = await Promise.race([work, expireLeases().then(() => expired)])
      if (first !== expired) return work
    }
  }

  const countOf = async ({ counts }: Kind, run: number): Promise<number> => {
    const [row] = await world.sql(
      `with own as (select id from account where public_id = $1::uuid) ${counts}`,
      account.id,
      name(run)
    )
    return (row as { readonly n: number }).n
  }

  /**
   * Sends a request while the connection is cut as planned, and then repeats the request until it succeeds. With
   * `twin`, the second server gets the same request in the meantime, and the lease of the first server can expire at
   * any time.
   */
  const run = async (kindName: string, cut: Cut | null, twin: boolean): Promise<RepeatedRequest> => {
    const kind = kinds[kindName]
    if (kind === undefined) throw new Error(`No such kind: ${kindName}`)
    if (runs % RUNS_PER_ACCOUNT === 0) {
      account = await world.account("agency")
      domainId = (await addDomain(healthy, account)).id
    }
    runs += 1
    const index = runs
    const isCheckout = kindName === "checkout"
    const before = isCheckout ? await countOf(kind, index) : 0
    const sessions = stripe.sessions.length
    database.arm(cut)
    const sent = post(faulty, kind, index).catch(() => null)
    const meanwhile = twin ? post(healthy, kind, index) : null
    if (twin) for (let times = 0; times < EXPIRIES; times++) await expireLeases()
    const first = await sent
    if (meanwhile !== null) await whileLeasesExpire(meanwhile)
    for (let attempt = 0; attempt < 10; attempt++) {
      const last = await whileLeasesExpire(post(healthy, kind, index))
      if (last.status !== 201) continue
      const created = (await countOf(kind, index)) - before
      return { first, last, created: isCheckout ? Math.max(created, stripe.sessions.length - sessions) : created }
    }
    throw new Error(`The request never succeeded: ${kindName}, ${JSON.stringify(cut)}`)
  }

  const close = async () => {
    await world.close()
    await database.close()
    await stripe.close()
  }
  return { run, statements: database.statements, close }
}

export type RepeatedRequests = Awaited<ReturnType<typeof openRepeatedRequests>>

const WHENS: ReadonlyArray<Cut["when"]> = ["before", "after", "inFlight"]

/** Returns every way to cut the connection at one of the first `statements` statements. */
export const cutsOf = (statements: number): ReadonlyArray<Cut> =>
  Array.from({ length: statements }, (_, index) => index + 1).flatMap((statement) =>
    WHENS.flatMap((when) => [true, false].map((forAll): Cut => ({ statement, when, forAll })))
  )

/** Returns the fault of a run, or null. */
export const faultOf = ({ created, first, last }: RepeatedRequest): string | null => {
  if (created !== 1) return `created ${created}`
  if (first !== null && first.status !== 201 && first.status !== 503) return `the first response is ${first.status}`
  if (first?.status !== 201) return null
  if (first.text !== last.text) return "the replay has another body"
  return last.headers["idempotency-replayed"] === "true" ? null : "the replay does not say so"
}
