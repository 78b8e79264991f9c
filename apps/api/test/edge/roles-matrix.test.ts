// Sends every endpoint of the contract with a key of every kind of person in an account. A new endpoint needs a row.
import { BASE_PATH } from "@mon/api-contract"
import { Agent } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connectTo } from "../ApiConnection.ts"
import { type Endpoint, endpoints, sample } from "../Contract.ts"
import { CHANGED_RECORDS } from "../changedRecords.ts"
import { INVALID_CERTIFICATE } from "../invalidCertificate.ts"
import { startServiceWorker } from "../ServiceWorker.ts"
import { TAKE_OVER_REQUEST } from "../takeOverRequest.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { type Caller, callers, rules, table } from "./roleRules.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

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

/** An alert of a tool whose source has been deleted. */
const ALERT_OF_A_TOOL = `
  insert into incident (public_id, account_id, source_key, source, started_at, confirmed_at)
  select gen_random_uuid(), m.account_id, 'disk', jsonb_build_object('title', 'Disk full', 'summary', null,
    'severity', 'error', 'link', null, 'labels', '[]'::jsonb, 'alerts', 1, 'lastReceivedAt', mon_iso(mon_now()),
    'source', jsonb_build_object('id', m.public_id, 'name', 'Grafana', 'kind', 'grafana')), mon_now(), mon_now()
  from monitor m where m.public_id = $1::uuid returning public_id::text as id`

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
    "alert-sources": () => inserted(ALERT_OF_A_TOOL),
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

  /** Adds a request to take over a shift, which the caller has sent (to withdraw it) or can answer. */
  const requestOf = async (scheduleId: string, { method }: Endpoint, caller: Caller) => {
    const other: Caller = caller === "owner" ? "admin" : "owner"
    const [asker, asked]: readonly [Caller, Caller] = method === "DELETE" ? [caller, other] : [other, caller]
    const [row] = await world.sql(TAKE_OVER_REQUEST, scheduleId, people[asker].membershipId, people[asked].membershipId)
    return String(Reflect.get(row ?? {}, "id"))
  }

  const pathOf = async (endpoint: Endpoint, caller: Caller = "owner") => {
    const { path } = endpoint
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
    if (id !== undefined && path.includes("/:requestId"))
      return path.replace(":id", id).replace(":requestId", await requestOf(id, endpoint, caller))
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
      const path = isDeletion ? endpoint.path.replace(":id", absent) : await pathOf(endpoint, caller)
      const refusals = isDeletion || rule === "admins" || rule === "owner" ? [401, 403] : [401, 403, 404]
      expect([caller, refusals.includes(await send(endpoint, path, caller))]).toEqual([caller, false])
    }
  })
})
