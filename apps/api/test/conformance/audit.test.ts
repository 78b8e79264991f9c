// The entries of the audit log: the person, the change, and the time for which the plan keeps entries.
import { BASE_PATH } from "@mon/api-contract"
import { CheckPageNow } from "@mon/checks"
import { Secrets } from "@mon/core-store"
import { priceList } from "@mon/model"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { unauditedCalls } from "../../src/api/audit/auditSources.ts"
import { apiEndpoints } from "../../src/api/apiHandlers.ts"
import { codeAt } from "../pages/Authenticator.ts"
import {
  asEntries,
  CANARY,
  changeAlertSources,
  changeContacts,
  type Changing,
  changeOnCall,
  type Entry,
  idIn
} from "./auditedAlerting.ts"
import { behindProxy, PASSWORD, signUp, type Visitor } from "../pages/Visitor.ts"
import { CHANGED_RECORDS } from "../changedRecords.ts"
import { OPEN_INCIDENT } from "../openIncident.ts"
import { startServiceWorker } from "../ServiceWorker.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const NUMBER = "+491701234567"
const HOST = "status.proven.com"

/** A configuration file with a tag of a name, and with secrets. */
const fileWith = (name: string) => ({
  version: 1,
  project: "audit",
  tags: { shops: { name } },
  heartbeats: { backup: { token: `${CANARY}InAFile` } },
  channels: {
    push: { kind: "ntfy", name: "Push", settings: { server: "https://ntfy.example.com", topic: CANARY } }
  }
})

describe("every request that changes something", () => {
  let world: World
  let api: TestApi
  let person: Visitor
  const done = new Set(["account.leaveTeam"]) // The owner cannot leave: see leaving-a-team.test.ts.
  const email = "owner@example.net"

  beforeAll(async () => {
    world = await openWorld()
    const ids = new Map<string, string>()
    const proof = world.run(
      Effect.gen(function* () {
        const { sign } = yield* Secrets
        return (accountId: string) => `mon-proof=${sign("host proof", `${accountId} ${HOST}`)}`
      })
    )
    // The account must exist before its proof can be published.
    const before = await world.startApi({ settings: behindProxy })
    person = await signUp(world, before, email)
    await before.close()
    const [account] = await world.sql("select a.public_id::text as id from account a")
    ids.set("account", idIn(account ?? {}, "id"))
    await world.sql("update account set plan = 'agency'")
    api = await world.startApi({
      settings: {
        ...behindProxy,
        baseUrl: "http://mon.vendor.com",
        billing: { processor: { kind: "local" }, prices: priceList }
      },
      zone: {
        "mon.vendor.com": { A: ["192.0.2.7"] },
        [`_mon.${HOST}`]: { TXT: [(await proof)(ids.get("account") ?? "")] },
        [HOST]: { A: ["192.0.2.7"] }
      },
      checkPageNow: Layer.succeed(CheckPageNow, {
        check: () => Effect.succeed({ _tag: "Checked", change: null }),
        preview: () => Effect.succeed(null)
      })
    })
  })
  afterAll(() => world.close())

  const call = (method: string, path: string, body?: unknown) =>
    api.send(method, `${BASE_PATH}${path}`, {
      headers: {
        Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "Sec-Fetch-Site": "same-origin",
        "User-Agent": "test browser",
        "X-Forwarded-For": "203.0.113.9"
      },
      ...(body === undefined ? {} : { body })
    })
  const newest = async (): Promise<Entry | undefined> => asEntries((await call("GET", "/audit?limit=1")).data)[0]

  /** Makes a request to an endpoint and checks the audit entry of the request. Returns the data of the response. */
  const change = async (
    endpoint: string,
    method: string,
    path: string,
    body?: unknown,
    { isLast = true } = {}
  ): Promise<object> => {
    const answer = await call(method, path, body)
    expect([endpoint, answer.status, answer.text], answer.text).toEqual([
      endpoint,
      expect.toBeOneOf([200, 201]),
      expect.any(String)
    ])
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=")
      person.cookies.set(name, value)
    }
    const found = isLast ? await newest() : asEntries((await call("GET", `/audit?action=${endpoint}&limit=1`)).data)[0]
    expect(found, endpoint).toMatchObject({
      action: endpoint,
      actor: "session",
      email,
      keyName: null,
      address: "203.0.113.9",
      userAgent: "test browser",
      isFinished: true
    })
    done.add(endpoint)
    return answer.data
  }
  const changes = async () =>
    Object.fromEntries(((await newest())?.changes ?? []).map(({ after, before, field }) => [field, [before, after]]))

  const changing = (): Changing => ({ api, call, change, changes, world })

  it("has an entry that names the person, the address, and what changed", async () => {
    const domain = idIn(await change("domains.create", "POST", "/domains", { url: "a.example.com" }), "id")
    expect(await newest()).toMatchObject({ target: domain })
    expect(await changes()).toMatchObject({ url: [null, "https://a.example.com"], checkInterval: [null, "300"] })
    await change("domains.update", "PATCH", `/domains/${domain}`, { name: "Shop", checkInterval: 600 })
    expect(await changes()).toEqual({ name: ["a.example.com", "Shop"], checkInterval: ["300", "600"] })
    const request = { headers: { Authorization: `Bearer ${CANARY}` } }
    await change("domains.update", "PATCH", `/domains/${domain}`, { request })
    expect(Object.keys(await changes())).toEqual(["request"])
    await change("domains.update", "PATCH", `/domains/${domain}`, {
      request: { headers: { Authorization: `Bearer ${CANARY}2` } }
    })
    expect(await changes()).toEqual({ request: ["***", "***"] })
    await change("domains.pause", "POST", `/domains/${domain}/pause`)
    expect(await changes()).toEqual({ isPaused: ["false", "true"] })
    await change("domains.resume", "POST", `/domains/${domain}/resume`)
    const marker = idIn(await change("markers.create", "POST", `/domains/${domain}/markers`, { text: "4.2.0" }), "id")
    expect(await newest()).toMatchObject({ target: domain })
    expect(await changes()).toMatchObject({ text: [null, "4.2.0"] })
    await change("markers.remove", "DELETE", `/domains/${domain}/markers/${marker}`)
    expect(await changes()).toMatchObject({ text: ["4.2.0", null] })
    const tag = idIn(await change("tags.create", "POST", "/tags", { name: "Shops" }), "id")
    await change("tags.update", "PATCH", `/tags/${tag}`, { name: "Stores" })
    expect(await changes()).toEqual({ name: ["Shops", "Stores"] })
    await change("domains.setTags", "PUT", `/domains/${domain}/tags`, { tagIds: [tag] })
    expect(Object.keys(await changes())).toEqual(["tags"])
    const incident = `/incidents/${idIn(await world.sql(OPEN_INCIDENT, domain), 0, "id")}`
    await change("incidents.acknowledge", "POST", `${incident}/acknowledge`, { note: "On it" })
    await change("incidents.unacknowledge", "DELETE", `${incident}/acknowledge`)
    await change("incidents.verify", "POST", `${incident}/verify`)
    const repair = `/domains/${domain}/repairs/${idIn(await world.sql(CHANGED_RECORDS, domain), 0, "id")}`
    for (const what of ["verify", "dismiss"]) await change(`domains.${what}Repair`, "POST", `${repair}/${what}`)
    const bulk = { domainIds: [domain], updates: { checkInterval: 900 } }
    await change("domains.bulkUpdate", "PATCH", "/domains/bulk", bulk)
    expect(await changes()).toEqual({
      domainIds: [null, JSON.stringify([domain])],
      updates: [null, JSON.stringify({ checkInterval: 900 })]
    })
    await change("domains.remove", "DELETE", `/domains/${domain}`)
    expect(await changes()).toMatchObject({ name: ["Shop", null] })
    const other = idIn(await change("domains.create", "POST", "/domains", { url: "b.example.com" }), "id")
    await change("domains.bulkRemove", "DELETE", "/domains/bulk", { domainIds: [other], confirmation: "DELETE" })
    await change("tags.remove", "DELETE", `/tags/${tag}`)
    const plan = { name: "October", every: "month", recipients: ["customer@else.example"] }
    const report = idIn(await change("scheduledReports.create", "POST", "/scheduled-reports", plan), "id")
    await change("scheduledReports.update", "PATCH", `/scheduled-reports/${report}`, { name: "Uptime" })
    expect(await changes()).toEqual({ name: ["October", "Uptime"] })
    await change("scheduledReports.remove", "DELETE", `/scheduled-reports/${report}`)
  })

  it("has an entry when a page is changed", async () => {
    const url = idIn(await change("urls.create", "POST", "/urls", { url: "https://a.example.com/terms" }), "id")
    await change("urls.update", "PATCH", `/urls/${url}`, { name: "Terms" })
    expect(await changes()).toEqual({ name: ["a.example.com/terms", "Terms"] })
    await change("urls.pause", "POST", `/urls/${url}/pause`)
    await change("urls.resume", "POST", `/urls/${url}/resume`)
    await change("urls.checkNow", "POST", `/urls/${url}/check-now`)
    await change("urls.setTags", "PUT", `/urls/${url}/tags`, { tagIds: [] })
    await change("urls.bulkUpdate", "PATCH", "/urls/bulk", { urlIds: [url], updates: { checkInterval: 86_400 } })
    await change("urls.remove", "DELETE", `/urls/${url}`)
    const next = idIn(await change("urls.create", "POST", "/urls", { url: "https://b.example.com/" }), "id")
    await change("urls.bulkRemove", "DELETE", "/urls/bulk", { urlIds: [next], confirmation: "DELETE" })
  })

  it("has an entry when a heartbeat is changed, and no ping URL", async () => {
    const added = await change("heartbeats.create", "POST", "/heartbeats", { name: "Backup", token: CANARY })
    expect(await changes()).toMatchObject({ name: [null, "Backup"], token: [null, "***"] })
    const id = idIn(added, "id")
    await change("heartbeats.update", "PATCH", `/heartbeats/${id}`, { lateAfter: 600 })
    expect(await changes()).toEqual({ lateAfter: ["300", "600"] })
    await change("heartbeats.pause", "POST", `/heartbeats/${id}/pause`)
    await change("heartbeats.resume", "POST", `/heartbeats/${id}/resume`)
    await change("heartbeats.setTags", "PUT", `/heartbeats/${id}/tags`, { tagIds: [] })
    await change("heartbeats.rotate", "POST", `/heartbeats/${id}/rotate`)
    expect(JSON.stringify(await changes())).not.toContain("/ping/")
    await change("heartbeats.pingKey", "POST", "/heartbeats/ping-key")
    expect(JSON.stringify(await changes())).not.toContain("/ping/")
    await change("heartbeats.bulkUpdate", "PATCH", "/heartbeats/bulk", {
      heartbeatIds: [id],
      updates: { lateAfter: 60 }
    })
    await change("heartbeats.remove", "DELETE", `/heartbeats/${id}`)
    const next = idIn(await change("heartbeats.create", "POST", "/heartbeats", { name: "Other" }), "id")
    await change("heartbeats.bulkRemove", "DELETE", "/heartbeats/bulk", {
      heartbeatIds: [next],
      confirmation: "DELETE"
    })
  })

  it("has an entry when a service is changed, and no password", async () => {
    const check = { type: "redis", target: "cache.example.com", login: { username: "mon", password: CANARY } }
    const added = await change("services.create", "POST", "/services", { name: "Cache", check })
    expect(await changes()).toMatchObject({ name: [null, "Cache"] })
    expect(JSON.stringify(await changes())).not.toContain(CANARY)
    const id = idIn(added, "id")
    await change("services.update", "PATCH", `/services/${id}`, { check: { type: "ssh", target: "git.example.com" } })
    expect(JSON.stringify(await changes())).not.toContain(CANARY)
    const worker = startServiceWorker(world)
    await change("services.checkNow", "POST", `/services/${id}/check-now`)
    await worker.stop()
    await change("services.pause", "POST", `/services/${id}/pause`)
    await change("services.resume", "POST", `/services/${id}/resume`)
    await change("services.setTags", "PUT", `/services/${id}/tags`, { tagIds: [] })
    await change("services.bulkUpdate", "PATCH", "/services/bulk", {
      serviceIds: [id],
      updates: { timeoutSeconds: 20 }
    })
    await change("services.remove", "DELETE", `/services/${id}`)
    const next = idIn(await change("services.create", "POST", "/services", { check }), "id")
    await change("services.bulkRemove", "DELETE", "/services/bulk", { serviceIds: [next], confirmation: "DELETE" })
  })

  it("has an entry when alerts are changed", async () => {
    const domain = idIn(await change("domains.create", "POST", "/domains", { url: "c.example.com" }), "id")
    const webhook = idIn(
      await change("webhooks.create", "POST", "/webhooks", {
        scope: "account",
        url: "https://hooks.example.com/in",
        events: ["status_change"]
      }),
      "id"
    )
    await change("webhooks.test", "POST", `/webhooks/${webhook}/test`)
    await change("webhooks.remove", "DELETE", `/webhooks/${webhook}`)
    const settings = { server: "https://ntfy.example.com", topic: CANARY }
    await change("channels.test", "POST", "/channels/test", { kind: "ntfy", settings })
    const channel = idIn(
      await change("channels.create", "POST", "/channels", { kind: "ntfy", name: "Push", settings }),
      "id"
    )
    await change("channels.update", "PATCH", `/channels/${channel}`, { settings: { ...settings, topic: `${CANARY}2` } })
    expect(await changes()).toEqual({ settings: ["***", "***"] })
    await change("channels.testSaved", "POST", `/channels/${channel}/test`)
    await change("channels.fromUrl", "POST", "/channels/from-url", {
      url: `ntfys://ntfy.example.com/${CANARY}`,
      name: "Two"
    })
    await change("channels.remove", "DELETE", `/channels/${channel}`)
    await changeContacts(changing())
    const steps = [{ afterMinutes: 0, targets: ["email"] }]
    const route = idIn(await change("routes.create", "POST", "/routes", { name: "All", steps }), "id")
    await change("routes.update", "PATCH", `/routes/${route}`, { name: "Everything" })
    expect(await changes()).toEqual({ name: ["All", "Everything"] })
    await change("routes.remove", "DELETE", `/routes/${route}`)
    await changeAlertSources(changing())
    await changeOnCall(changing())
    await change("notifications.pause", "POST", "/notifications/pause", {})
    expect(await changes()).toMatchObject({ paused: ["false", "true"] })
    await change("notifications.resume", "POST", "/notifications/resume")
    const window = idIn(
      await change("maintenance.create", "POST", "/maintenance-windows", {
        name: "Upgrade",
        minutes: 30,
        domainIds: [domain]
      }),
      "id"
    )
    await change("maintenance.update", "PATCH", `/maintenance-windows/${window}`, { name: "Move" })
    await change("maintenance.end", "POST", `/maintenance-windows/${window}/end`)
    const later = {
      name: "Later",
      startsAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      minutes: 30,
      wholeAccount: true
    }
    const planned = idIn(await change("maintenance.create", "POST", "/maintenance-windows", later), "id")
    await change("maintenance.remove", "DELETE", `/maintenance-windows/${planned}`)
    await change("settings.update", "PATCH", "/settings", { timezone: "Europe/Berlin" })
    expect(await changes()).toEqual({ timezone: ["UTC", "Europe/Berlin"] })
    await change("settings.updateBranding", "PATCH", "/settings/branding", { name: "Blau" })
    expect(await changes()).toEqual({ name: [null, "Blau"] })
    await change("settings.setWhatsApp", "POST", "/settings/whatsapp", { number: NUMBER })
    expect(await changes()).toEqual({ pendingNumber: [null, NUMBER] })
  })

  it("has an entry when a status page is changed", async () => {
    const page = idIn(
      await change("statusPages.create", "POST", "/status-pages", {
        name: "Shop",
        slug: "shop",
        components: [{ name: "Checkout" }]
      }),
      "id"
    )
    const at = `/status-pages/${page}`
    await change("statusPages.update", "PATCH", at, { access: "password", password: `${CANARY} and more` })
    expect(await changes()).toMatchObject({ password: [null, "***"], hasPassword: ["false", "true"] })
    await change("statusPages.update", "PATCH", at, { access: "public" })
    const component = idIn((await call("GET", at)).data, "components", 0, "id")
    await change("statusPages.override", "PATCH", `${at}/components/${component}`, { state: "major_outage" })
    expect(Object.keys(await changes())).toEqual(["components"])
    await change("statusHosts.set", "PUT", `${at}/host`, { hostname: HOST })
    expect(Object.keys(await changes())).toEqual(["host"])
    await change("statusHosts.check", "POST", `${at}/host/check`)
    await change("statusHosts.remove", "DELETE", `${at}/host`)
    const draft = { kind: "incident", title: "Slow", body: "We investigate.", notifySubscribers: false }
    const posted = await change("statusPosts.create", "POST", `${at}/posts`, draft)
    const post = `${at}/posts/${idIn(posted, "id")}`
    expect(await changes()).toMatchObject({ title: [null, "Slow"] })
    await change("statusPosts.update", "PATCH", post, { title: "Slower" })
    expect(await changes()).toMatchObject({ title: ["Slow", "Slower"] })
    await change("statusPosts.addUpdate", "POST", `${post}/updates`, {
      state: "identified",
      body: "Found.",
      notifySubscribers: false
    })
    const update = `${post}/updates/${idIn((await call("GET", post)).data, "updates", 0, "id")}`
    await change("statusPosts.changeUpdate", "PATCH", update, { body: "Found it." })
    await change("statusPosts.removeUpdate", "DELETE", update)
    await change("statusPosts.remove", "DELETE", post)
    const [subscriber] = await world.sql(
      `insert into status_subscriber (public_id, page_id, kind, address, address_key, language, state, confirmed_at)
      select gen_random_uuid(), p.id, 'email', 'reader@test.example', 'reader@test.example', 'en', 'confirmed', mon_now()
      from status_page p where p.public_id = $1::uuid returning public_id::text as id`,
      page
    )
    await change("statusSubscribers.remove", "DELETE", `${at}/subscribers/${idIn(subscriber ?? {}, "id")}`)
    await change("statusPages.remove", "DELETE", at)
  })

  it("has an entry when people, keys, payments and simulations are changed", async () => {
    const member = idIn(
      await change("team.invite", "POST", "/team/invite", { email: "max@example.net" }),
      "membershipId"
    )
    expect(await changes()).toMatchObject({ email: [null, "max@example.net"] })
    await change("team.update", "PATCH", `/team/${member}`, { domainAccess: [] })
    await change("team.link", "POST", `/team/${member}/link`)
    world.clock.advance(3_600_000)
    await change("team.resend", "POST", `/team/${member}/resend`)
    await change("team.remove", "DELETE", `/team/${member}`)
    await world.sql("update user_session set created_at = mon_now()")
    const key = idIn(await change("keys.create", "POST", "/keys", { name: "Deploy", scope: "write" }), "id")
    expect(await changes()).toMatchObject({ name: [null, "Deploy"], scope: [null, "write"] })
    await change("keys.update", "PATCH", `/keys/${key}`, { name: "Deployment" })
    await change("keys.remove", "DELETE", `/keys/${key}`)
    await change("billing.checkout", "POST", "/billing/checkout", { type: "agency" })
    const job = await change("simulations.start", "POST", "/campaign-simulate", {
      sendingDomains: ["a.example.com"],
      prospectEntries: ["ann@example.org"]
    })
    await call("POST", `/campaign-simulate/${idIn(job, "jobId")}/share-info`)
    await change("simulations.revokeShare", "POST", `/campaign-simulate/${idIn(job, "jobId")}/revoke-share`)
    await change("account.update", "PATCH", "/account", { name: "Ada" })
    expect(await changes()).toEqual({ name: ["Ann", "Ada"] })
    await change("account.confirm", "POST", "/account/confirm", { password: PASSWORD })
    await change("account.changePassword", "POST", "/account/password", {
      current: PASSWORD,
      password: `${CANARY} long`
    })
    expect(await changes()).toEqual({})
    const setup = await change("secondFactor.setUp", "POST", "/second-factor/setup")
    const secret = idIn(setup, "secret")
    await change("secondFactor.confirm", "POST", "/second-factor", {
      setupToken: idIn(setup, "setupToken"),
      code: codeAt(secret, world.clock.now())
    })
    expect(await changes()).toEqual({ enabledAt: [null, expect.any(String)] })
    const codes = await change("secondFactor.renewCodes", "POST", "/second-factor/recovery-codes")
    await change("secondFactor.require", "PATCH", "/second-factor/requirement", { isRequired: true })
    expect(await changes()).toEqual({ isRequired: ["false", "true"] })
    await change("secondFactor.require", "PATCH", "/second-factor/requirement", { isRequired: false })
    await change("secondFactor.remove", "DELETE", "/second-factor")
    const [row] = await world.sql("select * from audit_entry where changes::text like $1", `%${secret}%`)
    expect(row).toBeUndefined()
    expect(JSON.stringify(await world.sql("select * from audit_entry"))).not.toContain(idIn(codes, "recoveryCodes", 0))
  })

  it("has an entry when sessions end and a number is confirmed", async () => {
    const [extra] = await world.sql(
      `insert into user_session (token_hash, user_id, membership_id, expires_at, user_agent, address)
      select sha256('other'), s.user_id, s.membership_id, s.expires_at, 'x', '192.0.2.1' from user_session s limit 1
      returning public_id::text as id`
    )
    await change("sessions.remove", "DELETE", `/sessions/${idIn(extra ?? {}, "id")}`)
    expect(await changes()).toMatchObject({ address: ["192.0.2.1", null] })
    await change("sessions.removeOthers", "DELETE", "/sessions")
    const signature = await world.run(
      Effect.map(
        Secrets,
        ({ sign }) =>
          (accountKey: string) =>
            sign("whatsapp code", `${accountKey}:${NUMBER}:123456`)
      )
    )
    const [contact] = await world.sql("select account_id::text as key from whatsapp_contact")
    await world.sql(
      "update whatsapp_contact set code_signature = $1, code_sent_at = mon_now()",
      signature(idIn(contact ?? {}, "key"))
    )
    await change("settings.confirmWhatsApp", "POST", "/settings/whatsapp/confirm", { code: "123456" })
    expect(await changes()).toMatchObject({ number: [null, NUMBER] })
    await change("settings.removeWhatsApp", "DELETE", "/settings/whatsapp")
  })

  it("has an entry for each object that a configuration file changes", async () => {
    const planned = async (name: string) =>
      idIn((await call("POST", "/config/plan", { document: JSON.stringify(fileWith(name)) })).data, "planId")
    await change("config.apply", "POST", "/config/apply", { planId: await planned("Shops") }, { isLast: false })
    const made = asEntries((await call("GET", "/audit?limit=4")).data)
    expect(made.map(({ action }) => action).toSorted()).toEqual([
      "channels.create",
      "config.apply",
      "heartbeats.create",
      "tags.create"
    ])
    expect(made.find(({ action }) => action === "heartbeats.create")?.changes).toContainEqual({
      field: "token",
      before: null,
      after: "***"
    })
    await change("config.apply", "POST", "/config/apply", { planId: await planned("Stores") }, { isLast: false })
    expect(asEntries((await call("GET", "/audit?limit=1&action=tags.update")).data)).toMatchObject([
      { changes: [{ field: "name", before: "Shops", after: "Stores" }] }
    ])
  })

  it("was made by the tests above, except those that change nothing in the account", () => {
    const wanted = apiEndpoints
      .filter(({ method }) => method !== "GET")
      .map(({ group, name }) => `${group}.${name}`)
      .filter((action) => !unauditedCalls.has(action))
    expect(wanted.filter((action) => !done.has(action))).toEqual([])
  })

  it("stores no secret", async () => {
    expect(JSON.stringify(await world.sql("select * from audit_entry"))).not.toContain(CANARY)
    expect((await call("GET", "/audit?limit=200")).text).not.toContain(CANARY)
    expect((await call("GET", "/audit/export")).text).not.toContain(CANARY)
  })
})
