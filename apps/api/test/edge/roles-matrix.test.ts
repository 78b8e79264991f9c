// Sends every endpoint of the contract with a key of every kind of person in an account. A new endpoint needs a row.
import { BASE_PATH } from "@mon/api-contract"
import { Agent } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connectTo } from "../ApiConnection.ts"
import { type Endpoint, endpoints, sample } from "../Contract.ts"
import { CHANGED_RECORDS } from "../changedRecords.ts"
import { INVALID_CERTIFICATE } from "../invalidCertificate.ts"
import { startServiceWorker } from "../ServiceWorker.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

/**
 * The people whose keys the test uses. `viewer` has a domain with write access, and `stranger` has no domain.
 * `tagWriter` and `tagReader` have the domain's tag.
 */
const callers = ["owner", "admin", "writer", "reader", "tagWriter", "tagReader", "viewer", "stranger"] as const
type Caller = (typeof callers)[number]

/** The people who may use an endpoint. All other people get 403, or 404 for objects that they cannot see. */
const rules = {
  everybody: { allowed: [...callers], unseen: [] },
  seen: { allowed: ["owner", "admin", "writer", "reader", "tagWriter", "tagReader", "viewer"], unseen: ["stranger"] },
  changed: { allowed: ["owner", "admin", "writer", "tagWriter"], unseen: ["stranger"] },
  /** The rule for endpoints of a domain. A person who cannot see the domain gets 404. */
  changedByAdmins: { allowed: ["owner", "admin"], unseen: ["stranger"] },
  /** The rule for own channels. The owner's channel is invisible to everybody else. */
  own: {
    allowed: ["owner"],
    unseen: ["admin", "writer", "reader", "tagWriter", "tagReader", "viewer", "stranger"]
  },
  admins: { allowed: ["owner", "admin"], unseen: [] },
  owner: { allowed: ["owner"], unseen: [] },
  /** The rule for endpoints that refuse every API key. */
  sessions: { allowed: [], unseen: [] }
} as const satisfies Readonly<
  Record<string, { readonly allowed: ReadonlyArray<Caller>; readonly unseen: ReadonlyArray<Caller> }>
>

const table: { readonly [Rule in keyof typeof rules]: ReadonlyArray<string> } = {
  everybody: [
    "GET /status",
    "GET /incidents",
    "GET /domains",
    "PATCH /domains/bulk",
    "GET /heartbeats",
    "PATCH /heartbeats/bulk",
    "GET /services",
    "PATCH /services/bulk",
    "GET /billing/prices",
    "GET /account",
    "PATCH /account",
    "GET /settings",
    "PATCH /settings",
    "GET /settings/branding",
    "POST /email-health",
    "GET /email-health",
    "POST /email-health/message",
    "POST /check-disposable-email",
    "GET /monitors",
    "GET /reports/availability",
    "GET /reports/availability/export",
    "GET /reports/availability/pdf",
    "GET /prometheus",
    "GET /tags",
    "GET /notifications",
    "GET /notifications/unread",
    "GET /notifications/pause-status",
    "GET /webhooks",
    "GET /maintenance-windows",
    "GET /maintenance-windows/preview",
    "GET /on-call/calendar",
    "POST /on-call/calendar",
    "DELETE /on-call/calendar",
    "GET /on-call/now",
    "GET /on-call/people",
    "GET /on-call/schedules",
    "GET /on-call/schedules/:id",
    "GET /on-call/schedules/:id/calendar",
    "POST /on-call/schedules/:id/calendar",
    "DELETE /on-call/schedules/:id/calendar",
    "GET /on-call/schedules/:id/now",
    "GET /on-call/schedules/:id/overrides",
    "GET /on-call/schedules/:id/shifts",
    "GET /own-channels",
    "GET /own-channels/kinds",
    "POST /own-channels",
    "GET /contact-rules",
    "PATCH /contact-rules",
    "POST /contact-rules/test"
  ],
  own: [
    "PATCH /own-channels/:id",
    "DELETE /own-channels/:id",
    "POST /own-channels/:id/code",
    "POST /own-channels/:id/verify"
  ],
  seen: [
    "GET /domains/:id",
    "GET /domains/:id/incidents",
    "GET /domains/:id/history",
    "GET /domains/:id/timeline",
    "GET /domains/:id/timeline/events",
    "GET /domains/:id/advisories",
    "GET /domains/:id/dns",
    "GET /domains/:id/repairs",
    "GET /domains/:id/email-health/history",
    "POST /domains/:id/email-health",
    "POST /domains/:id/email-health/verify",
    "GET /domains/:domainId/markers",
    "GET /heartbeats/:id",
    "GET /heartbeats/:id/incidents",
    "GET /heartbeats/:id/pings",
    "GET /heartbeats/:id/pings/:n/body",
    "GET /heartbeats/:id/timeline",
    "GET /services/:id",
    "GET /services/:id/incidents",
    "GET /services/:id/history",
    "GET /services/:id/timeline",
    "GET /incidents/:id",
    "GET /notifications/:id/deliveries",
    "GET /webhooks/:id/deliveries",
    "GET /maintenance-windows/:id"
  ],
  changed: [
    "PATCH /domains/:id",
    "POST /domains/:id/try",
    "POST /domains/:id/pause",
    "POST /domains/:id/resume",
    "PUT /domains/:id/tags",
    "POST /domains/:domainId/markers",
    "DELETE /domains/:domainId/markers/:id",
    "POST /incidents/:id/acknowledge",
    "DELETE /incidents/:id/acknowledge",
    "POST /incidents/:id/verify",
    "POST /domains/:id/repairs/:repairId/verify",
    "POST /domains/:id/repairs/:repairId/dismiss",
    "PATCH /heartbeats/:id",
    "POST /heartbeats/:id/pause",
    "POST /heartbeats/:id/resume",
    "POST /heartbeats/:id/rotate",
    "PUT /heartbeats/:id/tags",
    "PATCH /services/:id",
    "POST /services/:id/try",
    "POST /services/:id/check-now",
    "POST /services/:id/pause",
    "POST /services/:id/resume",
    "PUT /services/:id/tags",
    "POST /webhooks",
    "POST /webhooks/:id/test",
    "DELETE /webhooks/:id",
    "POST /maintenance-windows",
    "PATCH /maintenance-windows/:id",
    "POST /maintenance-windows/:id/end",
    "DELETE /maintenance-windows/:id"
  ],
  changedByAdmins: ["DELETE /domains/:id", "DELETE /heartbeats/:id", "DELETE /services/:id"],
  admins: [
    "POST /domains",
    "POST /domains/try",
    "DELETE /domains/bulk",
    "POST /heartbeats",
    "DELETE /heartbeats/bulk",
    "POST /heartbeats/ping-key",
    "POST /services",
    "POST /services/try",
    "DELETE /services/bulk",
    "GET /urls",
    "POST /urls",
    "POST /urls/preview",
    "PATCH /urls/bulk",
    "DELETE /urls/bulk",
    "GET /urls/:id",
    "PATCH /urls/:id",
    "DELETE /urls/:id",
    "POST /urls/:id/pause",
    "POST /urls/:id/resume",
    "POST /urls/:id/check-now",
    "POST /urls/:id/preview",
    "GET /urls/:id/changes",
    "GET /urls/:id/changes/:changeId",
    "PUT /urls/:id/changes/seen",
    "PUT /urls/:id/changes/:changeId/seen",
    "DELETE /urls/:id/changes/:changeId/seen",
    "GET /urls/:id/timeline",
    "GET /urls/:id/screenshots",
    "PUT /urls/:id/tags",
    "PATCH /settings/branding",
    "GET /settings/whatsapp",
    "POST /settings/whatsapp",
    "POST /settings/whatsapp/confirm",
    "DELETE /settings/whatsapp",
    "POST /tags",
    "PATCH /tags/:id",
    "DELETE /tags/:id",
    "POST /notifications/pause",
    "POST /notifications/resume",
    "POST /campaign-simulate",
    "POST /campaign-simulate/estimate",
    "GET /campaign-simulate/:jobId",
    "GET /simulation-credits",
    "GET /campaign-simulations",
    "GET /campaign-simulate/:jobId/download/:type",
    "POST /campaign-simulate/:jobId/share-info",
    "POST /campaign-simulate/:jobId/revoke-share",
    "GET /channels",
    "GET /channels/kinds",
    "GET /channels/:id",
    "POST /channels",
    "POST /channels/from-url",
    "POST /channels/test",
    "POST /channels/:id/test",
    "PATCH /channels/:id",
    "DELETE /channels/:id",
    "GET /channels/:id/deliveries",
    "GET /scheduled-reports",
    "POST /scheduled-reports",
    "PATCH /scheduled-reports/:id",
    "DELETE /scheduled-reports/:id",
    "GET /alert-sources",
    "POST /alert-sources",
    "PATCH /alert-sources/:id",
    "DELETE /alert-sources/:id",
    "POST /alert-sources/:id/rotate",
    "GET /alert-sources/incidents",
    "GET /alert-sources/incidents/:incidentId",
    "POST /alert-sources/incidents/:incidentId/acknowledge",
    "DELETE /alert-sources/incidents/:incidentId/acknowledge",
    "POST /on-call/preview",
    "POST /on-call/schedules",
    "PATCH /on-call/schedules/:id",
    "DELETE /on-call/schedules/:id",
    "POST /on-call/schedules/:id/preview",
    "POST /on-call/schedules/:id/calendar-import",
    "POST /on-call/schedules/:id/calendar-import/preview",
    "POST /on-call/schedules/:id/overrides",
    "DELETE /on-call/schedules/:id/overrides/:overrideId",
    "GET /routes",
    "GET /routes/people",
    "POST /routes",
    "POST /routes/try",
    "POST /routes/:id/try",
    "GET /routes/:id/removal",
    "GET /routes/simulation",
    "PATCH /routes/:id",
    "DELETE /routes/:id",
    "GET /status-pages",
    "POST /status-pages",
    "POST /status-pages/preview",
    "GET /status-pages/:id",
    "PATCH /status-pages/:id",
    "DELETE /status-pages/:id",
    "PATCH /status-pages/:id/components/:componentId",
    "PUT /status-pages/:id/host",
    "DELETE /status-pages/:id/host",
    "POST /status-pages/:id/host/check",
    "GET /status-pages/:id/drafts",
    "GET /status-pages/:id/posts",
    "POST /status-pages/:id/posts",
    "GET /status-pages/:id/posts/:postId",
    "PATCH /status-pages/:id/posts/:postId",
    "DELETE /status-pages/:id/posts/:postId",
    "POST /status-pages/:id/posts/:postId/updates",
    "PATCH /status-pages/:id/posts/:postId/updates/:updateId",
    "DELETE /status-pages/:id/posts/:postId/updates/:updateId",
    "GET /status-pages/:id/subscribers",
    "GET /status-pages/:id/audience",
    "GET /status-pages/:id/subscribers/export",
    "DELETE /status-pages/:id/subscribers/:subscriberId",
    "POST /config/plan",
    "POST /config/apply",
    "GET /config",
    "GET /audit",
    "GET /audit/export"
  ],
  owner: [
    "GET /account/export",
    "GET /billing",
    "GET /billing/history",
    "POST /billing/checkout",
    "GET /team",
    "POST /team/invite",
    "PATCH /team/:membershipId",
    "DELETE /team/:membershipId",
    "POST /team/:membershipId/resend",
    "POST /team/:membershipId/link"
  ],
  sessions: [
    "POST /account/password",
    "POST /account/confirm",
    "POST /account/leave",
    "GET /keys",
    "POST /keys",
    "PATCH /keys/:id",
    "DELETE /keys/:id",
    "GET /second-factor",
    "POST /second-factor/setup",
    "POST /second-factor",
    "POST /second-factor/recovery-codes",
    "DELETE /second-factor",
    "PATCH /second-factor/requirement",
    "GET /sessions",
    "DELETE /sessions/:id",
    "DELETE /sessions"
  ]
}

const ruleNames = Object.keys(rules) as ReadonlyArray<keyof typeof rules>
const rows = ruleNames.flatMap((rule) => table[rule].map((label) => ({ label, rule })))
const withRule = rows.flatMap(({ label, rule }) =>
  endpoints.filter((endpoint) => endpoint.label === label).map((endpoint) => ({ label, rule, endpoint }))
)

/** The bodies of endpoints for which the sample would test more than the rule. */
const bodies: Readonly<Record<string, object>> = {
  "PATCH /settings": { timezone: "Europe/Berlin" }
}

const INCIDENT = `
  insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at)
  select gen_random_uuid(), m.account_id, m.id, mon_now(), mon_now(), mon_now() from monitor m
  where m.public_id = $1::uuid returning public_id::text as id`

const SHARED_ALIKE = `
  insert into domain_access (membership_id, monitor_id, can_write)
  select a.membership_id, h.id, a.can_write from domain_access a join monitor d on d.id = a.monitor_id, monitor h
  where h.public_id = $1::uuid and d.public_id = $2::uuid`

const NOTIFICATION = `
  insert into notification (public_id, account_id, monitor_id, type, kind, key, data)
  select gen_random_uuid(), m.account_id, m.id, 'status_change', 'down', gen_random_uuid()::text, '{}' from monitor m
  where m.public_id = $1::uuid returning public_id::text as id`

describe("every endpoint", () => {
  const agent = new Agent({ keepAlive: true })
  let world: World
  let api: TestApi
  let people: Readonly<Record<Caller, TestAccount>>
  let worker: ReturnType<typeof startServiceWorker>
  let shared: string
  let tag: string

  const asOwner = async (method: string, path: string, body: object) =>
    (await api.send(method, `${BASE_PATH}${path}`, { key: people.owner.key, body })).data.id
  const inserted = async (statement: string) => {
    const [row] = await world.sql(statement, shared)
    return String(Reflect.get(row ?? {}, "id"))
  }

  /** Adds a heartbeat with a ping that has output. The heartbeat is shared in the same way as the domain. */
  const addSharedHeartbeat = async () => {
    const send = (method: string, path: string, body: object) =>
      api.send(method, `${BASE_PATH}${path}`, { key: people.owner.key, body })
    const { data } = await send("POST", "/heartbeats", { name: "Backup" })
    await send("PUT", `/heartbeats/${data.id}/tags`, { tagIds: [tag] })
    await world.sql(SHARED_ALIKE, data.id, shared)
    await api.send("POST", new URL(String(data["pingUrl"])).pathname, { body: "done" })
    return data.id
  }

  /** Adds a service that is shared in the same way as the domain. */
  const addSharedService = async () => {
    const id = await asOwner("POST", "/services", { check: { type: "ssh", target: "git.example.com" } })
    await asOwner("PUT", `/services/${id}/tags`, { tagIds: [tag] })
    await world.sql(SHARED_ALIKE, id, shared)
    return id
  }

  let schedule: string | undefined

  /** The functions that add an object to the shared domain, by the first segment of the object's path. */
  const targets: Readonly<Record<string, () => Promise<string>>> = {
    domains: () => Promise.resolve(shared),
    heartbeats: addSharedHeartbeat,
    services: addSharedService,
    incidents: () => inserted(INCIDENT),
    notifications: () => inserted(NOTIFICATION),
    webhooks: () =>
      asOwner("POST", "/webhooks", { domainId: shared, url: "https://hooks.example.com/", events: ["status_change"] }),
    // One schedule is enough, because a plan allows only a few.
    "on-call": async () => {
      const rotation = {
        groups: [[people.owner.email]],
        handOff: { every: 1, unit: "weeks", start: "2027-01-04T09:00" }
      }
      schedule ??= await asOwner("POST", "/on-call/schedules", {
        name: "Operations",
        timezone: "UTC",
        layers: [rotation]
      })
      return schedule
    },
    "own-channels": async () => {
      await world.sql("delete from alert_channel where membership_id is not null")
      return asOwner("POST", "/own-channels", { kind: "ntfy", settings: { topic: "alerts-k3v9" } })
    },
    "maintenance-windows": () =>
      asOwner("POST", "/maintenance-windows", { name: "Update", minutes: 5, domainIds: [shared] })
  }

  const pathOf = async ({ path }: Endpoint) => {
    if (path.endsWith("/markers/:id")) {
      const marker = await asOwner("POST", `/domains/${shared}/markers`, { text: "4.2.0" })
      return `/domains/${shared}/markers/${marker}`
    }
    if (path.includes("/repairs/:repairId")) {
      await world.sql("delete from repair")
      const repair = await inserted(path.endsWith("/dismiss") ? CHANGED_RECORDS : INVALID_CERTIFICATE)
      return path.replace(":id", shared).replace(":repairId", repair)
    }
    const id = path.includes(":") ? await targets[path.split("/")[1] ?? ""]?.() : undefined
    return path
      .replace(":type", "campaign")
      .replace(/:\w+/u, id ?? absent)
      .replace("/pings/:n/", "/pings/1/")
      .replaceAll(/:\w+/gu, absent)
  }
  const queryOf = ({ queries }: Endpoint) =>
    queries.includes("monitorId") ? `?monitorId=${shared}` : queries.includes("startsAt") ? "?minutes=5" : ""
  const send = async (endpoint: Endpoint, path: string, caller: Caller) => {
    const { body, label, method } = endpoint
    const sampled = body === null ? undefined : sample(body, (name) => (name.startsWith("domain") ? shared : absent))
    const sent = label.endsWith("/:id/tags") ? { tagIds: [tag] } : (bodies[label] ?? sampled)
    const options = { key: people[caller].key, ...(sent === undefined ? {} : { body: sent }) }
    const { status } = await connectTo(api.origin, agent)(method, `${BASE_PATH}${path}${queryOf(endpoint)}`, options)
    await world.sql("delete from attempt_limit")
    return status
  }

  beforeAll(async () => {
    world = await openWorld()
    worker = startServiceWorker(world)
    api = await world.startApi()
    const owner = await world.account("agency")
    shared = (await addDomain(api, owner)).id
    const read = [{ domainId: shared, canWrite: false }]
    const write = [{ domainId: shared, canWrite: true }]
    tag = (await api.send("POST", `${BASE_PATH}/tags`, { key: owner.key, body: { name: "Shared" } })).data.id
    await api.send("PUT", `${BASE_PATH}/domains/${shared}/tags`, { key: owner.key, body: { tagIds: [tag] } })
    const byTag = async (canWrite: boolean) => {
      const member = await world.member(owner, [])
      const body = { tagAccess: [{ tagId: tag, canWrite }] }
      await api.send("PATCH", `${BASE_PATH}/team/${member.membershipId}`, { key: owner.key, body })
      return member
    }
    people = {
      owner,
      tagWriter: await byTag(true),
      tagReader: await byTag(false),
      admin: await world.member(owner, [], "admin"),
      writer: await world.member(owner, write),
      reader: await world.member(owner, read),
      viewer: await world.member(owner, write, "viewer"),
      stranger: await world.member(owner, [])
    }
  })
  afterAll(async () => {
    agent.destroy()
    await worker.stop()
    return world.close()
  })

  it("has one row in the table", () => {
    expect(rows.map(({ label }) => label).toSorted()).toEqual(endpoints.map(({ label }) => label).toSorted())
  })

  // This test runs first, when no test has changed anything yet.
  it.each(withRule)("$label is refused to whom the rule `$rule` does not allow it", async ({ endpoint, rule }) => {
    const { allowed, unseen } = rules[rule]
    const path = await pathOf(endpoint)
    for (const caller of callers.filter((one) => !(allowed as ReadonlyArray<Caller>).includes(one))) {
      const status = (unseen as ReadonlyArray<Caller>).includes(caller) ? 404 : 403
      expect([caller, await send(endpoint, path, caller)]).toEqual([caller, status])
    }
  })

  it.each(withRule)("$label answers whom the rule `$rule` allows it", async ({ endpoint, rule }) => {
    for (const caller of rules[rule].allowed) {
      const isDeletion = rule === "changedByAdmins" && endpoint.method === "DELETE"
      const path = isDeletion ? endpoint.path.replace(":id", absent) : await pathOf(endpoint)
      const refusals = isDeletion || rule === "admins" || rule === "owner" ? [401, 403] : [401, 403, 404]
      expect([caller, refusals.includes(await send(endpoint, path, caller))]).toEqual([caller, false])
    }
  })
})
