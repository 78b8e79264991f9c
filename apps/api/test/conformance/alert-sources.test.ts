import { BASE_PATH } from "@mon/api-contract"
import { uuidv7 } from "@mon/model"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { acknowledgePath } from "../acknowledgeLink.ts"
import { expectError, expectResponse, ID, TIME } from "../Expected.ts"
import type { ApiResponse } from "../ApiConnection.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const UNKNOWN_TOKEN = "0".repeat(32)
const WORD = /^[\da-f]{32}$/u
const notFound = "Alert source not found."
const ownerOnly = "Only the account owner can do this."

type Kind = "pagerduty" | "opsgenie" | "alertmanager" | "grafana"

interface Source {
  readonly id: string
  readonly token: string
  readonly address: string
}

interface Incident {
  readonly id: string
  readonly key: string
  readonly status: string
  readonly [field: string]: unknown
}

const invalid = (error: string) => ({
  status: "invalid event",
  message: "Event object is invalid",
  errors: [error]
})

/** Compares a response in the form of a tool, which has no headers about the rate of the API. */
const expectAnswer = ({ body, status }: ApiResponse, expected: number, like: unknown) =>
  expect([status, body]).toEqual([expected, like])

const expectRefusal = (response: ApiResponse, status: number, message: string) =>
  expectAnswer(response, status, { success: false, message })

describe("alert sources", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: { readonly key: string }) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `${BASE_PATH}${path}`, { key, ...(body === undefined ? {} : { body }) })
  const newSource = async (owner: TestAccount, kind: Kind): Promise<Source> =>
    (await as(owner)("POST", "/alert-sources", { name: `Our ${kind}`, kind })).data as unknown as Source
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    api.send("POST", path, { body, headers })
  const incidentsOf = async (owner: TestAccount, query = "") =>
    (await as(owner)("GET", `/alert-sources/incidents${query}`)).data as unknown as ReadonlyArray<Incident>

  it("are created with a token that is shown once, listed, changed, rotated and deleted", async () => {
    const owner = await world.account("pro")
    const send = as(owner)
    const made = await send("POST", "/alert-sources", { name: " Prometheus ", kind: "alertmanager" })
    const record = {
      id: ID,
      name: "Prometheus",
      kind: "alertmanager",
      isActive: true,
      tokenHint: expect.stringMatching(/^[\da-f]{4}$/u),
      openIncidents: 0,
      createdAt: TIME,
      lastReceivedAt: null,
      stoppedBy: null
    }
    expectResponse(made, 201, {
      success: true,
      data: { ...record, token: expect.stringMatching(WORD), address: expect.any(String) }
    })
    const { address, id, token } = made.data as unknown as Source
    expect(address).toBe(`${api.origin}/in/${token}/alertmanager`)
    expectResponse(await send("GET", "/alert-sources"), 200, { success: true, data: [record] })
    expect((await send("PATCH", `/alert-sources/${id}`, { name: "Old" })).data).toMatchObject({
      name: "Old",
      isActive: true
    })
    const rotated = (await send("POST", `/alert-sources/${id}/rotate`)).data as unknown as Source
    expect(rotated.token).toMatch(WORD)
    expect(rotated.token).not.toBe(token)
    expect((await post(`/in/${token}/alertmanager`, { alerts: [] })).status).toBe(401)
    expect((await post(`/in/${rotated.token}/alertmanager`, { alerts: [] })).status).toBe(200)
    const stored = await world.sql("select * from alert_source")
    expect(JSON.stringify(stored)).not.toContain(rotated.token)
    expectResponse(await send("DELETE", `/alert-sources/${id}`), 200, { success: true, data: { id, deleted: true } })
    expect((await post(`/in/${rotated.token}/alertmanager`, { alerts: [] })).status).toBe(401)
    const log = JSON.stringify((await send("GET", "/audit")).body)
    for (const action of ["create", "update", "rotateToken", "remove"]) expect(log).toContain(`alertSources.${action}`)
    expect(log).not.toContain(rotated.token)
  })

  it("are refused with the reason", async () => {
    const owner = await world.account("free")
    const other = await world.account()
    const send = as(owner)
    expectError(
      await send("POST", "/alert-sources", { kind: "grafana" }),
      400,
      "name must be a string of 1 to 60 characters."
    )
    expectError(
      await send("POST", "/alert-sources", { name: "A", kind: "nagios" }),
      400,
      "kind must be one of: pagerduty, opsgenie, alertmanager, grafana."
    )
    const { id } = await newSource(owner, "grafana")
    expectError(
      await send("POST", "/alert-sources", { name: "B", kind: "grafana" }),
      400,
      "Maximum number of alert sources (1) on the Free plan reached. Delete a source or get a larger plan."
    )
    expectError(await send("PATCH", `/alert-sources/${id}`, { isActive: "no" }), 400, "isActive must be true or false.")
    for (const [method, path, body] of [
      ["PATCH", `/alert-sources/${id}`, { name: "Mine" }],
      ["POST", `/alert-sources/${id}/rotate`, undefined],
      ["DELETE", `/alert-sources/${id}`, undefined],
      ["DELETE", `/alert-sources/${absent}`, undefined]
    ] as const)
      expectError(await as(other)(method, path, body), 404, notFound)
    expectError(await send("GET", `/alert-sources/incidents/${absent}`), 404, "Incident not found.")
    const pro = await world.account("pro")
    const member = await world.member(pro, [])
    expectError(await as(member)("GET", "/alert-sources"), 403, ownerOnly)
    const theirs = await newSource(pro, "grafana")
    for (const [method, path] of [
      ["PATCH", `/alert-sources/${theirs.id}`],
      ["POST", `/alert-sources/${absent}/rotate`],
      ["DELETE", `/alert-sources/${theirs.id}`]
    ] as const)
      expectError(await as(member)(method, path, method === "PATCH" ? { name: "Mine" } : undefined), 403, ownerOnly)
    expectError(await as(member)("POST", "/alert-sources", { name: "A", kind: "grafana" }), 403, ownerOnly)
  })

  it("stop, newest first, if the plan allows fewer", async () => {
    const owner = await world.account("pro")
    const [first, second] = [await newSource(owner, "grafana"), await newSource(owner, "grafana")]
    await world.sql("update account set plan = 'free', base_plan = 'free' where public_id = $1::uuid", owner.id)
    const list = (await as(owner)("GET", "/alert-sources")).data as unknown as ReadonlyArray<{ stoppedBy: unknown }>
    expect(list.map(({ stoppedBy }) => stoppedBy)).toEqual([null, "plan"])
    expect((await post(`/in/${first.token}/grafana`, { alerts: [] })).status).toBe(200)
    expectRefusal(
      await post(`/in/${second.token}/grafana`, { alerts: [] }),
      403,
      "This alert source is beyond the limit of the account's plan."
    )
    expect((await as(owner)("PATCH", `/alert-sources/${second.id}`, { isActive: true })).status).toBe(403)
    expect((await as(owner)("POST", `/alert-sources/${second.id}/rotate`)).status).toBe(403)
  })

  it("receive events of PagerDuty, with the token in the body or in the path", async () => {
    const owner = await world.account()
    const { address, token } = await newSource(owner, "pagerduty")
    const payload = { summary: "Disk <b>full</b> & @everyone", source: "db1", severity: "critical" }
    const event = { event_action: "trigger", dedup_key: "disk", payload }
    const done = { status: "success", message: "Event processed", dedup_key: "disk" }
    expectAnswer(await post("/in/v2/enqueue", { ...event, routing_key: token }), 202, done)
    expectAnswer(await post(new URL(address).pathname, { ...event, routing_key: "R".repeat(32) }), 202, done)
    const unnamed = await post("/in/v2/enqueue", { routing_key: token, event_action: "trigger", payload })
    expectAnswer(unnamed, 202, { ...done, dedup_key: expect.stringMatching(WORD) })
    expectAnswer(
      await post("/in/v2/enqueue", { routing_key: token, event_action: "acknowledge", dedup_key: "disk" }),
      202,
      done
    )
    const [, acknowledged] = await incidentsOf(owner)
    expect(acknowledged).toMatchObject({
      key: "disk",
      title: payload.summary,
      severity: "critical",
      alerts: 2,
      acknowledgement: { via: "api", channel: "Our pagerduty", by: null, at: TIME }
    })
    for (const dedup_key of ["disk", "unknown"])
      expectAnswer(await post("/in/v2/enqueue", { routing_key: token, event_action: "resolve", dedup_key }), 202, {
        ...done,
        dedup_key
      })
    expect((await incidentsOf(owner, "?state=resolved")).map(({ key }) => key)).toEqual(["disk"])
    expectAnswer(
      await post("/in/v2/enqueue", { ...event, routing_key: token, payload: { ...payload, summary: " " } }),
      400,
      invalid("'payload.summary' is missing or blank")
    )
    for (const routing_key of [UNKNOWN_TOKEN, 7, undefined, `${token}x`])
      expectAnswer(await post("/in/v2/enqueue", { ...event, routing_key }), 400, invalid("'routing_key' is not known"))
    expectAnswer(
      await post("/in/v2/enqueue", "{"),
      400,
      invalid(expect.stringContaining("'body' could not be read") as string)
    )
    expect((await post("/in/v2/enqueue", { ...event, routing_key: token, more: "x".repeat(524_288) })).status).toBe(413)
    expect((await api.send("GET", "/in/v2/enqueue")).headers["allow"]).toBe("POST")
  })

  it("receive alerts of Opsgenie, with the token as a GenieKey or in the path", async () => {
    const owner = await world.account()
    const { address, token } = await newSource(owner, "opsgenie")
    expect(address).toBe(`${api.origin}/in/${token}`)
    const headers = { Authorization: `GenieKey ${token}` }
    const accepted = { result: "Request will be processed", took: expect.any(Number), requestId: expect.any(String) }
    const alias = "disk/a b"
    const at = `/in/v2/alerts/${encodeURIComponent(alias)}`
    expectAnswer(await post("/in/v2/alerts", { message: "Disk full", alias, priority: "P1" }, headers), 202, accepted)
    expectAnswer(await post(`/in/${token}/v2/alerts`, { message: "Disk full", alias }), 202, accepted)
    const call = (path: string, body: unknown, method = "POST") =>
      api.send(method, `${path}?identifierType=alias`, { body, headers })
    expectAnswer(await call(`${at}/acknowledge`, { user: "ann@example.com", note: "On it" }), 202, accepted)
    expectAnswer(await call(`${at}/notes`, { note: "See the runbook" }), 202, accepted)
    expectAnswer(await call(`${at}/message`, { message: "Disk 99 % full" }, "PUT"), 202, accepted)
    expect(await incidentsOf(owner)).toMatchObject([
      {
        key: alias,
        title: "Disk 99 % full",
        severity: "warning",
        note: "See the runbook",
        alerts: 2,
        acknowledgement: { by: "ann@example.com", note: "On it", channel: "Our opsgenie" }
      }
    ])
    expectAnswer(await call(`${at}/close`, {}), 202, accepted)
    expectAnswer(await call("/in/v2/alerts/unknown/close", {}), 202, accepted)
    expectAnswer(await call("/in/v2/alerts/%00/close", {}), 422, expect.anything())
    expect(await incidentsOf(owner)).toMatchObject([{ status: "resolved" }])
    const error = { took: expect.any(Number), requestId: expect.any(String) }
    expectAnswer(await post("/in/v2/alerts", {}, headers), 422, {
      ...error,
      message: "Request body is not processable. Please check the errors.",
      errors: { message: "message can not be empty." }
    })
    expectAnswer(await post("/in/v2/alerts", { message: "a" }, { Authorization: `GenieKey ${UNKNOWN_TOKEN}` }), 401, {
      ...error,
      message: "Could not authenticate. No alert source of this kind has this token."
    })
    expect((await post("/in/v2/alerts", { message: "a" })).status).toBe(401)
  })

  it("receive groups of Alertmanager and webhooks of Grafana, with the token in the path or as a bearer token", async () => {
    const owner = await world.account("pro")
    for (const kind of ["alertmanager", "grafana"] as const) {
      const { token } = await newSource(owner, kind)
      const alert = { status: "firing", labels: { alertname: "Disk", severity: "critical" }, fingerprint: `f-${kind}` }
      const none = { status: "ok", opened: 0, repeated: 0, resolved: 0, ignored: 0 }
      const bearer = { Authorization: `Bearer ${token}` }
      expectAnswer(await post(`/in/${token}/${kind}`, { alerts: [alert] }), 200, { ...none, opened: 1 })
      expectAnswer(await post(`/in/${kind}/`, { alerts: [alert, alert] }, bearer), 200, { ...none, repeated: 1 })
      expect((await as(owner)("GET", "/alert-sources")).text).toContain('"openIncidents":1')
      const resolved = { ...alert, status: "resolved" }
      expectAnswer(await post(`/in/${token}/${kind}`, { alerts: [resolved] }), 200, { ...none, resolved: 1 })
      expectAnswer(await post(`/in/${token}/${kind}`, { alerts: [resolved] }), 200, none)
      expectRefusal(
        await post(`/in/${token}/${kind}`, { alerts: [{ ...alert, labels: 1 }] }),
        400,
        "alerts[0].labels must be an object."
      )
      expect((await post(`/in/${token}/v2/enqueue`, {})).status).toBe(400)
    }
    expect((await post("/in/grafana", {})).status).toBe(401)
    expect((await post("/in/elsewhere", {})).status).toBe(404)
    const { token } = await newSource(owner, "grafana")
    const formatted = { alert_uid: "a", title: "Down", state: "alerting", message: "It is down." }
    expect((await post(`/in/${token}/grafana`, formatted)).body).toMatchObject({ opened: 1 })
    expect((await post(`/in/${token}/grafana`, { ...formatted, state: "ok" })).body).toMatchObject({ resolved: 1 })
  })

  it("are limited: requests per minute, open incidents, and sources that are turned off", async () => {
    const owner = await world.account("pro")
    const { id, token } = await newSource(owner, "pagerduty")
    const event = { routing_key: token, event_action: "resolve", dedup_key: "a" }
    await world.sql(
      "update alert_source set window_at = date_trunc('minute', mon_now()), requests = 120 where public_id = $1::uuid",
      id
    )
    const limited = await post("/in/v2/enqueue", event)
    // The next minute may begin between the two statements.
    if (limited.status !== 202) {
      expect(limited.status).toBe(429)
      expect(limited.body).toMatchObject({ status: "throttle exceeded" })
      expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0)
    }
    await world.sql("update alert_source set requests = 0 where public_id = $1::uuid", id)
    await world.sql(
      `insert into incident (public_id, account_id, source_id, source_key, source, started_at, confirmed_at)
       select gen_random_uuid(), account_id, id, 'k' || n, '{}', mon_now(), mon_now()
       from alert_source cross join generate_series(1, 500) n where public_id = $1::uuid`,
      id
    )
    const trigger = { ...event, event_action: "trigger", payload: { summary: "Down", severity: "info" } }
    const full = await post("/in/v2/enqueue", trigger)
    expect([full.status, full.headers["retry-after"]]).toEqual([429, "60"])
    await as(owner)("PATCH", `/alert-sources/${id}`, { isActive: false })
    expect((await post("/in/v2/enqueue", event)).status).toBe(403)
  })

  it("have incidents that a member reads and acknowledges after they got an alert, and a viewer reads", async () => {
    const owner = await world.account("pro")
    const { token } = await newSource(owner, "grafana")
    for (const alert_uid of ["a", "b"]) await post(`/in/${token}/grafana`, { alert_uid, title: `Down ${alert_uid}` })
    const [b, a] = await incidentsOf(owner)
    const [editor, viewer, other] = [
      await world.member(owner, [], "editor"),
      await world.member(owner, [], "viewer"),
      await world.member(owner, [], "editor")
    ]
    const stranger = await world.account("pro")
    const at = `/alert-sources/incidents/${a?.id}`
    const deliver = (to: TestAccount, incident: string | undefined, status: string) =>
      world.sql(
        `insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, user_id, status)
         select gen_random_uuid(), n.account_id, n.id, n.key || ':' || m.id, 'email', 'them@example.com', m.user_id, $3
         from notification n join incident i on i.id = n.incident_id
         join membership m on m.account_id = n.account_id and m.public_id = $1::uuid where i.public_id = $2::uuid`,
        to.membershipId,
        incident,
        status
      )
    expectError(await as(editor)("GET", at), 404, "Incident not found.")
    for (const person of [editor, viewer]) await deliver(person, a?.id, "sent")
    await deliver(editor, b?.id, "suppressed")
    for (const person of [other, stranger]) {
      expectError(await as(person)("GET", at), 404, "Incident not found.")
      expectError(await as(person)("POST", `${at}/acknowledge`, {}), 404, "Incident not found.")
      expect((await as(person)("GET", "/alert-sources/incidents")).data).toEqual([])
    }
    expect((await incidentsOf(editor)).map(({ id }) => id)).toEqual([a?.id])
    const read = await as(editor)("GET", at)
    expect(read.data).toMatchObject({
      title: "Down a",
      deliveries: [{ recipient: "them@example.com" }, { name: null }]
    })
    expect((await as(viewer)("GET", at)).status).toBe(200)
    for (const method of ["POST", "DELETE"])
      expectError(
        await as(viewer)(method, `${at}/acknowledge`, method === "POST" ? {} : undefined),
        403,
        "You have read-only access to this alert."
      )
    const acknowledged = await as(editor)("POST", `${at}/acknowledge`, { note: "On it" })
    expect(acknowledged.data).toMatchObject({ acknowledgement: { via: "api", note: "On it" } })
    expect((await as(editor)("DELETE", `${at}/acknowledge`)).data).toMatchObject({ acknowledgement: null })
    await world.sql("update incident set acknowledged_at = mon_now(), acknowledged_recipient = 'cc@example.com'")
    expect((await as(editor)("GET", at)).data).toMatchObject({ acknowledgement: { by: null } })
    expect((await as(owner)("GET", at)).data).toMatchObject({ acknowledgement: { by: "cc@example.com" } })
    await post(`/in/${token}/grafana`, { alert_uid: "a", state: "ok" })
    expect(await incidentsOf(editor)).toEqual([])
    expect((await as(editor)("GET", at)).data).toMatchObject({ status: "resolved" })
    const withoutSeats = "update account set plan = 'free', base_plan = 'free' where public_id = $1::uuid"
    await world.sql(withoutSeats, owner.id)
    expectError(await as(editor)("POST", `${at}/acknowledge`, {}), 403, "Team members need a Pro or Agency plan.")
  })

  it("have incidents that people acknowledge, by the API and by the link in a message", async () => {
    const owner = await world.account("pro")
    const { id: sourceId, token } = await newSource(owner, "grafana")
    const send = as(owner)
    for (const alert_uid of ["a", "b"]) await post(`/in/${token}/grafana`, { alert_uid, title: `Down ${alert_uid}` })
    const [b, a] = await incidentsOf(owner)
    expect((await incidentsOf(owner, `?sourceId=${sourceId}&limit=1&before=${b?.id}`)).map(({ id }) => id)).toEqual([
      a?.id
    ])
    expectError(
      await send("GET", `/alert-sources/incidents?before=${absent}`),
      400,
      "before must be the id of an incident."
    )
    const at = `/alert-sources/incidents/${a?.id}`
    const answer = await send("POST", `${at}/acknowledge`, { note: "On it" })
    expect(answer.data).toMatchObject({ acknowledgement: { via: "api", by: expect.any(String), note: "On it" } })
    expect(answer.data).not.toHaveProperty("deliveries")
    expect((await send("DELETE", `${at}/acknowledge`)).data).toMatchObject({ acknowledgement: null })
    expect((await send("GET", at)).data).toMatchObject({ title: "Down a", deliveries: [] })
    const delivery = uuidv7(Date.UTC(2026, 10, 21), Buffer.from("0123456789"))
    await world.sql(
      `insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, user_id, status)
       select $1::uuid, n.account_id, n.id, n.key || ':test', 'email', 'owner@example.com', m.user_id, 'sent'
       from notification n join incident i on i.id = n.incident_id
       join membership m on m.account_id = n.account_id where i.public_id = $2::uuid`,
      delivery,
      a?.id
    )
    const link = await acknowledgePath(world, delivery)
    const page = await api.send("GET", link)
    expect(page.text).toContain("Down a")
    expect(page.text).not.toContain("is down.")
    const origin = { Origin: api.origin, "Content-Type": "application/x-www-form-urlencoded" }
    expect((await api.send("POST", link, { body: "note=", headers: origin })).status).toBe(200)
    expect((await send("GET", at)).data).toMatchObject({ acknowledgement: { via: "link", channel: "email" } })
    await post(`/in/${token}/grafana`, { alert_uid: "b", state: "ok" })
    expectError(await send("POST", `/alert-sources/incidents/${b?.id}/acknowledge`, {}), 400, "This incident is over.")
    expect((await send("GET", "/incidents")).data).toEqual([])
    expectError(await send("GET", `/incidents/${a?.id}`), 404, "Incident not found.")
  })
})
