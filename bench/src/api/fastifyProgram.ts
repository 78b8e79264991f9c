import { hash, randomBytes, randomUUID } from "node:crypto"
import { uuidv7 } from "@mon/model"
import { fastify, type FastifyReply, type FastifyRequest } from "fastify"
import { answer } from "../harness/Child.ts"
import { openStore, type Store } from "../postgres/Store.ts"
import type { ApiProgram } from "./monProgram.ts"
import { newDomain } from "./Fixture.ts"
import { phaseOf, readStatements, type Statements } from "./Statements.ts"

interface Caller {
  readonly account_key: string
  readonly account_id: string
  readonly user_id: string
  readonly key_hash: Buffer
  readonly plan_expires_at: Date | null
  readonly hits: number
}

interface Ssl {
  readonly valid: boolean
  readonly issuer: string
  readonly subject: string
  readonly validFrom: string
  readonly validTo: string
  readonly protocol: string
  readonly keyType: string
  readonly keyBits: number
  readonly problems: ReadonlyArray<string>
}

interface Row {
  readonly id: string
  readonly url: string
  readonly hostname: string
  readonly name: string
  readonly state: number
  readonly is_degraded: boolean
  readonly access: string
  readonly check_interval_seconds: number
  readonly timeout_seconds: number
  readonly email_health_enabled: boolean
  readonly email_health_interval_seconds: number
  readonly cc_emails: ReadonlyArray<string>
  readonly screenshot_on_failure: boolean
  readonly card_color: string
  readonly dkim_selectors: ReadonlyArray<string>
  readonly request: object | null
  readonly expect: ReadonlyArray<object> | null
  readonly degraded_after_ms: number | null
  readonly content_faults: string
  readonly content_fault: object | null
  readonly dns_watch: object | null
  readonly depends_on: ReadonlyArray<string>
  readonly paused_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly next_at: Date | null
  readonly last_checked_at: Date | null
  readonly last_status_code: number | null
  readonly last_response_us: number | null
  readonly last_error_code: string | null
  readonly last_error_message: string | null
  readonly status_changed_at: Date | null
  readonly uptime: ReadonlyArray<number | null>
  readonly maintenance_30d: number
  readonly maintenance: object | null
  readonly ssl: Ssl | null
  readonly redirect: object | null
  readonly now: Date
}

const REQUESTS_PER_MINUTE = 100_000_000
const WINDOW_SECONDS = 60
const PAGE = 10
const DAY_MS = 86_400_000
const states = ["unknown", "up", "down"]

const toSsl = (ssl: Ssl, now: Date) => ({
  valid: ssl.valid,
  issuer: ssl.issuer,
  subject: ssl.subject,
  validFrom: ssl.validFrom,
  validTo: ssl.validTo,
  daysRemaining: Math.floor((Date.parse(ssl.validTo) - now.getTime()) / DAY_MS),
  protocol: ssl.protocol,
  keyType: ssl.keyType,
  keyBits: ssl.keyBits,
  problems: ssl.problems
})

const toDomain = (row: Row) => ({
  id: row.id,
  url: row.url,
  hostname: row.hostname,
  name: row.name,
  status: row.paused_at === null ? states[row.state] : "paused",
  isPaused: row.paused_at !== null,
  isDegraded: row.is_degraded,
  access: row.access,
  checkInterval: row.check_interval_seconds,
  timeoutSeconds: row.timeout_seconds,
  ccEmails: row.cc_emails,
  screenshotOnFailure: row.screenshot_on_failure,
  emailHealthEnabled: row.email_health_enabled,
  emailHealthInterval: row.email_health_interval_seconds,
  cardColor: row.card_color,
  dkimSelectors: row.dkim_selectors,
  request: row.request,
  expect: row.expect ?? [],
  contentFaults: row.content_faults,
  degradedAfterMs: row.degraded_after_ms,
  dnsWatch: row.dns_watch,
  dependsOn: row.depends_on,
  stoppedOptions: [],
  lastCheckedAt: row.last_checked_at,
  nextCheckAt: row.next_at,
  statusChangedAt: row.status_changed_at,
  lastStatusCode: row.last_status_code,
  lastResponseTimeMs: row.last_response_us === null ? null : Math.round(row.last_response_us / 1000),
  lastError: row.last_error_code === null ? null : { code: row.last_error_code, message: row.last_error_message },
  contentFault: row.content_fault,
  uptime: {
    last24h: row.uptime[0] ?? null,
    last7d: row.uptime[1] ?? null,
    last30d: row.uptime[2] ?? null,
    maintenanceSeconds: row.maintenance_30d
  },
  maintenance: row.maintenance,
  responseTime: null,
  ssl: row.ssl === null ? null : toSsl(row.ssl, row.now),
  domainExpiry: null,
  emailHealth: null,
  redirect: row.redirect,
  tags: [],
  createdAt: row.created_at,
  updatedAt: row.updated_at
})

/** What a domain that was never checked has beside the columns of its creation. */
const unchecked = {
  state: 0,
  is_degraded: false,
  access: "owner",
  last_checked_at: null,
  last_status_code: null,
  last_response_us: null,
  last_error_code: null,
  last_error_message: null,
  content_fault: null,
  status_changed_at: null,
  uptime: [],
  maintenance_30d: 0,
  maintenance: null,
  ssl: null,
  redirect: null,
  now: new Date(0)
} as const

/** Bodies from this size on have an entity tag. */
const TAGGED_BYTES = 1_024

const requestId = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" && /^[\w.:-]{1,128}$/u.test(header) ? header : randomUUID()

const serve = ({ sql }: Store, { create, entry, find, list, take }: Statements) => {
  const app = fastify({
    logger: false,
    keepAliveTimeout: 65_000,
    genReqId: (request) => requestId(request.headers["x-request-id"])
  })
  app.decorateRequest<Caller | null>("caller", null)

  app.addHook("onSend", async (request, reply, payload) => {
    if (request.method !== "GET" || typeof payload !== "string" || payload.length < TAGGED_BYTES) return payload
    reply.headers({
      ETag: `W/"${hash("sha1", payload, "base64url")}"`,
      Vary: "Accept-Encoding",
      "Cache-Control": "private, no-cache"
    })
    return payload
  })

  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = request.headers["x-api-key"]
    if (typeof key !== "string") return reply.code(401).send({ success: false, message: "Invalid API key." })
    const keyHash = hash("sha256", key, "buffer")
    const now = Date.now()
    const start = Math.floor(now / 1000 / WINDOW_SECONDS) * WINDOW_SECONDS
    const [caller] = await sql.unsafe<[Omit<Caller, "key_hash">?]>(
      take.text,
      take.parameters({ keyHash, window: start }),
      {
        prepare: true
      }
    )
    if (caller === undefined) return reply.code(401).send({ success: false, message: "Invalid API key." })
    reply.headers({
      "Cache-Control": "no-store",
      "X-Request-Id": request.id,
      "X-RateLimit-Limit": String(REQUESTS_PER_MINUTE),
      "X-RateLimit-Remaining": String(Math.max(0, REQUESTS_PER_MINUTE - caller.hits)),
      "X-RateLimit-Reset": String(start + WINDOW_SECONDS)
    })
    if (caller.hits > REQUESTS_PER_MINUTE)
      return reply.code(429).send({ success: false, message: "Too many requests." })
    request.setDecorator("caller", { ...caller, key_hash: keyHash })
  }

  app.get<{ Params: { id: string } }>("/api/v1/domains/:id", { onRequest: admit }, async (request, reply) => {
    const { account_key } = request.getDecorator<Caller>("caller")
    const [row] = await sql.unsafe<[Row?]>(
      find.text,
      find.parameters({ accountKey: account_key, id: request.params.id }),
      { prepare: true }
    )
    if (row === undefined) return reply.code(404).send({ success: false, message: "Domain not found." })
    return { success: true, data: toDomain(row) }
  })

  app.get("/api/v1/domains", { onRequest: admit }, async (request) => {
    const values = { accountKey: request.getDecorator<Caller>("caller").account_key }
    const rows = await sql.unsafe<Array<Row & { readonly total: number }>>(list.text, list.parameters(values), {
      prepare: true
    })
    const total = rows[0]?.total ?? 0
    return {
      success: true,
      data: rows.map(toDomain),
      pagination: { total, page: 1, limit: PAGE, totalPages: Math.ceil(total / PAGE) }
    }
  })

  app.post<{ Body: { readonly url?: unknown } | null }>(
    "/api/v1/domains",
    { onRequest: admit },
    async (request, reply) => {
      const caller = request.getDecorator<Caller>("caller")
      const { account_key: accountKey } = caller
      const given = request.body?.url
      if (typeof given !== "string" || !URL.canParse(given))
        return reply.code(400).send({ success: false, message: "URL is required." })
      const { hostname, origin: url } = new URL(given)
      const id = uuidv7(Date.now(), randomBytes(10))
      const domain = JSON.stringify({ ...newDomain(hostname), url })
      const written = JSON.stringify({ ...entry, keyHash: caller.key_hash.toString("hex"), userId: caller.user_id })
      const values = { accountKey, url, hostname, id, phase: phaseOf(id), domain, entry: written }
      const [row] = await sql.unsafe<[(Omit<Row, "id"> & { readonly id: string | null })?]>(
        create.text,
        create.parameters(values),
        { prepare: true }
      )
      if (row === undefined || row.id === null)
        return reply.code(400).send({ success: false, message: "This domain is already being monitored." })
      return reply.code(201).send({ success: true, data: toDomain({ ...unchecked, ...row, id: row.id }) })
    }
  )
  return app
}

let close = async () => {}

answer<ApiProgram>(
  {
    start: async ({ connections, url, visitor }) => {
      const store = await openStore(url, connections)
      const app = serve(store, await readStatements(store, hash("sha256", visitor.key, "buffer"), visitor.domain))
      close = async () => {
        await app.close()
        await store.close()
      }
      return { port: Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port) }
    }
  },
  () => close()
)
