import { startSlackWebhook, startTelegram, type VendorServer } from "@mon/tooling/testbed"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, ID, TIME } from "../Expected.ts"
import { behindProxy, signUp, type Visitor } from "../pages/Visitor.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const ntfy = { kind: "ntfy", settings: { topic: "alerts-k3v9", token: "tk_0123456789abc" } }
const SLACK_URL = "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"
const TEMPLATE = { url: "https://hook.example.com/in", template: "{{title}}", type: "text" }
const SMS = {
  accountSid: "AC00000000000000000000000000000000",
  token: "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
  from: "+15017122661",
  to: "+491701234567"
}

describe("alert channels", () => {
  let world: World
  let api: TestApi
  let slack: VendorServer
  let telegram: VendorServer
  beforeAll(async () => {
    world = await openWorld()
    slack = await startSlackWebhook()
    telegram = await startTelegram()
    api = await world.startApi({
      settings: {
        ...behindProxy,
        channelTargets: ["http://ntfy.lan:8080"],
        channelOrigins: {
          "https://hooks.slack.com": slack.origin,
          "https://api.telegram.org": telegram.origin,
          "http://ntfy.lan:8080": slack.origin
        }
      }
    })
  })
  afterAll(async () => {
    await world.close()
    await slack.close()
    await telegram.close()
  })

  const as =
    ({ key }: { readonly key: string }) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const signedIn = (person: Visitor) => (method: string, path: string, body?: unknown) =>
    api.send(method, `/api/v1${path}`, {
      headers: {
        Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "Sec-Fetch-Site": "same-origin"
      },
      ...(body === undefined ? {} : { body })
    })
  const create = async (owner: TestAccount, body: object) => {
    const created = await as(owner)("POST", "/channels", body)
    expect([created.status, created.text]).toEqual([201, expect.any(String)])
    return created.data.id
  }

  it("are created, listed, changed and deleted; secrets are shown as ***", async () => {
    const owner = await world.account()
    const send = as(owner)
    const created = await send("POST", "/channels", { ...ntfy, name: " On call " })
    const record = {
      id: ID,
      kind: "ntfy",
      name: "On call",
      settings: { server: "", topic: "***", token: "***" },
      inDefaultRoute: true,
      quietHours: null,
      isActive: true,
      stoppedBy: null,
      createdAt: TIME,
      lastDeliveryAt: null,
      lastDeliveryStatus: null,
      failingSince: null
    }
    expectResponse(created, 201, { success: true, data: record })
    const { id } = created.data
    expectResponse(await send("GET", "/channels"), 200, { success: true, data: [record] })
    expectResponse(await send("GET", `/channels/${id}`), 200, { success: true, data: record })
    expectResponse(await send("GET", `/channels/${id}/deliveries`), 200, { success: true, data: [] })
    const limit = "limit must be a whole number between 1 and 50."
    expectError(await send("GET", `/channels/${id}/deliveries?limit=51`), 400, limit)
    const changed = { ...record, name: "Team", inDefaultRoute: false, isActive: false, stoppedBy: "owner" }
    expectResponse(
      await send("PATCH", `/channels/${id}`, { name: "Team", inDefaultRoute: false, isActive: false }),
      200,
      {
        success: true,
        data: changed
      }
    )
    expectResponse(await send("PATCH", `/channels/${id}`, { isActive: true }), 200, {
      success: true,
      data: { ...changed, isActive: true, stoppedBy: null }
    })
    expectResponse(await send("DELETE", `/channels/${id}`), 200, { success: true, data: { id, deleted: true } })
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/test"],
      ["GET", "/deliveries"]
    ] as const)
      expectError(
        await send(method, `/channels/${id}${path}`, method === "PATCH" ? {} : undefined),
        404,
        "Channel not found."
      )
  })

  it("are described with the fields of their forms", async () => {
    const free = await world.account("free")
    const { data } = await as(free)("GET", "/channels/kinds")
    const kinds = data as unknown as ReadonlyArray<Readonly<Record<string, unknown>>>
    expect(kinds).toHaveLength(15)
    expect(kinds.filter(({ inPlan }) => inPlan === false).map(({ kind }) => kind)).toEqual([
      "webhook_template",
      "twilio"
    ])
    expect(kinds[0]).toMatchObject({
      kind: "slack",
      name: "Slack",
      steps: [expect.any(String), expect.any(String), expect.any(String)],
      settings: [{ name: "url", type: "url", isSealed: true, isOptional: false }]
    })
  })

  it("are described in German too", async () => {
    const send = as(await world.account("agency"))
    const { data } = await send("GET", "/channels/kinds?language=de")
    const [first] = data as unknown as ReadonlyArray<Readonly<Record<string, unknown>>>
    expect(first).toMatchObject({ name: "Slack", settings: [{ name: "url", label: "Webhook-URL" }] })
    expect(String(first?.["about"])).toMatch(/^Schreibt über einen eingehenden Webhook/u)
    const refused = await send("GET", "/channels/kinds?language=fr")
    expectError(refused, 400, "language must be one of: en, de.")
  })

  it("belong to the owner alone", async () => {
    const owner = await world.account()
    const id = await create(owner, ntfy)
    const member = as(await world.member(owner, []))
    const refused = [
      await member("GET", "/channels"),
      await member("GET", "/channels/kinds"),
      await member("GET", `/channels/${id}`),
      await member("POST", "/channels", ntfy),
      await member("POST", "/channels/from-url", { url: "ntfy://alerts-k3v9" }),
      await member("POST", "/channels/test", ntfy),
      await member("POST", `/channels/${id}/test`),
      await member("PATCH", `/channels/${id}`, { name: "x" }),
      await member("DELETE", `/channels/${id}`),
      await member("GET", `/channels/${id}/deliveries`)
    ]
    for (const response of refused) expectError(response, 403, "Only the account owner can do this.")
    const stranger = as(await world.account())
    expectError(await stranger("GET", `/channels/${id}`), 404, "Channel not found.")
    expectError(await stranger("DELETE", `/channels/${id}`), 404, "Channel not found.")
  })

  it("need valid settings that lead to a public address", async () => {
    const send = as(await world.account())
    const refusal = async (kind: string, settings: object) => {
      const { body, status } = await send("POST", "/channels", { kind, settings })
      return `${status} ${(body as { message: string }).message}`
    }
    const untried = await send("POST", "/channels/test", { kind: "ntfy", settings: {} })
    expectError(untried, 400, expect.stringMatching(/^settings\.topic: /u))
    expect(await refusal("fax", {})).toMatch(/^400 kind must be one of: slack, slack_app, /u)
    expect(await refusal("ntfy", {})).toMatch(/^400 settings\.topic: /u)
    expect(await refusal("ntfy", { topic: 5 })).toMatch(/^400 settings must be an object whose values are strings/u)
    expect(await refusal("ntfy", { topic: "x".repeat(50_000) })).toMatch(
      /^400 settings must be an object whose values are strings/u
    )
    const hosts = [
      "https://localhost",
      "https://127.0.0.1",
      "https://10.0.0.1",
      "https://[::1]",
      "https://[::ffff:169.254.169.254]",
      "https://169.254.169.254",
      "https://2130706433",
      "https://0x7f.1",
      "https://metadata.google.internal",
      "https://wiki.local",
      "https://db"
    ]
    for (const server of hosts)
      expect([server, await refusal("ntfy", { topic: "a", server })]).toEqual([
        server,
        expect.stringMatching(/^400 (?:The channel's address must be an https URL|settings\.server: )/u)
      ])
    const withHost: Readonly<Record<string, (origin: string) => object>> = {
      gotify: (server) => ({ server, token: "AXXXXXXXXXXXXXX" }),
      matrix: (server) => ({ server, token: "syt_12345678", roomId: "!a:example.com" }),
      apprise: (server) => ({ server, key: "mon" }),
      mattermost: (origin) => ({ url: `${origin}/hooks/xxxxxxxxxxxxxxxxxxxxxxxxxx` }),
      webhook_template: (origin) => ({ url: `${origin}/in`, template: "{{title}}", type: "text" }),
      teams: (origin) => ({ url: `${origin}/workflows/1?sig=XXXX` }),
      slack: (origin) => ({ url: `${origin}/services/T0/B0/X0` }),
      discord: (origin) => ({ url: `${origin}/api/webhooks/123456789/XXXXXXXXXXXXXXXX` }),
      google_chat: (origin) => ({ url: `${origin}/v1/spaces/A/messages?key=X&token=X` })
    }
    for (const [kind, settings] of Object.entries(withHost))
      for (const host of hosts)
        expect([kind, host, await refusal(kind, settings(host))]).toEqual([
          kind,
          host,
          expect.stringMatching(/^400 (?:The channel's address must be an https URL|settings\.(?:server|url): )/u)
        ])
    expect(await refusal("ntfy", { topic: "a", server: "http://ntfy.example.com" })).toMatch(/must begin with https/u)
    expect(
      (await send("POST", "/channels", { kind: "ntfy", settings: { topic: "a", server: "http://ntfy.lan:8080" } }))
        .status
    ).toBe(201)
  })

  it("keep a secret that is sent back as ***, unless the address changes", async () => {
    const owner = await world.account()
    const send = as(owner)
    const id = await create(owner, ntfy)
    const sealed = { topic: "***", token: "***" }
    const kept = await send("PATCH", `/channels/${id}`, { settings: { ...sealed, topic: "other" } })
    expect(kept.data["settings"]).toEqual({ ...sealed, server: "" })
    const moved = { ...sealed, server: "https://ntfy.example.com" }
    expectError(
      await send("PATCH", `/channels/${id}`, { settings: moved }),
      400,
      "Enter settings.topic again: the address has changed."
    )
    const entered = { ...moved, topic: "other", token: "tk_0123456789def" }
    expectError(
      await send("PATCH", `/channels/${id}`, { settings: { ...entered, token: "***" } }),
      400,
      "Enter settings.token again: the address has changed."
    )
    expect((await send("PATCH", `/channels/${id}`, { settings: entered })).status).toBe(200)
    const sameHost = { ...moved, server: "https://ntfy.example.com/push" }
    expect((await send("PATCH", `/channels/${id}`, { settings: sameHost })).data["settings"]).toEqual(sameHost)
    // `***` cannot keep a text that was never stored.
    const { data } = await send("POST", "/channels", { kind: "ntfy", settings: { topic: "open" } })
    expect(data["settings"]).toEqual({ server: "", topic: "***", token: "" })
    expect((await send("PATCH", `/channels/${data.id}`, { settings: sealed })).data["settings"]).toEqual({
      server: "",
      topic: "***",
      token: ""
    })
  })

  it("need a recent sign-in before a session changes their settings", async () => {
    const send = signedIn(await signUp(world, api, "channels@example.net"))
    const { data } = await send("POST", "/channels", ntfy)
    await world.sql("update user_session set created_at = created_at - interval '20 minutes'")
    const settings = { topic: "other", token: "***" }
    expectError(
      await send("PATCH", `/channels/${data.id}`, { settings }),
      403,
      "Enter your password: you signed in more than 15 minutes ago."
    )
    const unchanged = { topic: "***", token: "***" }
    expect((await send("PATCH", `/channels/${data.id}`, { settings: unchanged, name: "Push" })).data).toMatchObject({
      name: "Push"
    })
  })

  it("are limited by the plan; after a downgrade the newest stop and say so", async () => {
    const owner = await world.account("pro")
    const send = as(owner)
    const sms = await create(owner, { kind: "twilio", settings: SMS })
    const kept = await create(owner, ntfy)
    const over = await create(owner, ntfy)
    await world.sql("update account set plan = 'free' where public_id = $1::uuid", owner.id)
    const listed = (await send("GET", "/channels")).data as unknown as ReadonlyArray<object>
    expect(listed).toMatchObject([
      { id: sms, isActive: false, stoppedBy: "plan" },
      { id: kept, isActive: true, stoppedBy: null },
      { id: over, isActive: false, stoppedBy: "plan" }
    ])
    const sentence = "The Free plan does not include SMS (Twilio). Get a larger plan."
    expectError(await send("PATCH", `/channels/${sms}`, { isActive: true }), 403, sentence)
    expectError(await send("POST", `/channels/${sms}/test`), 403, sentence)
    expectError(
      await send("PATCH", `/channels/${over}`, { settings: { topic: "b" } }),
      403,
      "Your Free plan allows 2 channels, and this channel is over the limit. Delete an older channel or get a larger plan."
    )
    expect((await send("PATCH", `/channels/${over}`, { name: "Spare" })).status).toBe(200)
    expectError(await send("POST", "/channels", { kind: "twilio", settings: SMS }), 400, sentence)
    expectError(
      await send("POST", "/channels", { kind: "webhook_template", settings: TEMPLATE }),
      400,
      "The Free plan does not include Webhook with template. Get a larger plan."
    )
    await send("DELETE", `/channels/${sms}`)
    expect((await send("GET", `/channels/${over}`)).data).toMatchObject({ isActive: true, stoppedBy: null })
  })

  it("say what their service answered to a test, before and after they are saved", async () => {
    const owner = await world.account()
    const send = as(owner)
    const settings = { url: SLACK_URL }
    slack.behave({})
    expect((await send("POST", "/channels/test", { kind: "slack", settings })).data).toEqual({
      delivered: true,
      statusCode: 200,
      responseTimeMs: expect.any(Number),
      answer: null,
      error: null
    })
    expect(slack.messages.at(-1)?.text).toContain("Test message from Mon")
    const id = await create(owner, { kind: "slack", settings })
    slack.behave({ status: 404 })
    expect((await send("POST", `/channels/${id}/test`)).data).toMatchObject({
      delivered: false,
      statusCode: 404,
      answer: "no_service",
      error: { code: "gone", message: "Slack no longer has this channel's destination." }
    })
    expect((await send("GET", `/channels/${id}`)).data).toMatchObject({
      isActive: true,
      lastDeliveryAt: TIME,
      lastDeliveryStatus: "404"
    })
    slack.behave({})
  })

  it("do not show what servers of the operator answer: each answer reads the same", async () => {
    const send = as(await world.account())
    const settings = { topic: "a", server: "http://ntfy.lan:8080" }
    for (const status of [302, 401, 404, 429, 503]) {
      slack.behave({ status })
      const { data } = await send("POST", "/channels/test", { kind: "ntfy", settings })
      const error = { code: "failed", message: "The server did not accept the message." }
      expect(data).toMatchObject({ delivered: false, statusCode: null, answer: null, error })
    }
    slack.behave({})
  })

  it("never show their secrets: not in answers, logs, spans or tables", async () => {
    const owner = await world.account()
    const send = as(owner)
    const canary = "tk_canary7f3a9c21"
    const settings = { topic: "a", server: "https://ntfy.example.com", token: canary }
    const answers = [
      await send("POST", "/channels", { kind: "ntfy", settings }),
      await send("POST", "/channels/test", { kind: "ntfy", settings }),
      await send("POST", "/channels", { kind: "ntfy", settings: { ...settings, topic: "a/b" } }),
      await send("POST", "/channels/from-url", { url: `ntfys://${canary}@ntfy.example.com/one` }),
      await send("POST", "/channels/from-url", { url: `mailto://ann:${canary}@example.org` })
    ]
    const id = answers[0]?.data.id
    answers.push(await send("POST", `/channels/${id}/test`), await send("GET", "/channels"))
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 400, 201, 400, 200, 200])
    expect(answers.map(({ text }) => text).join("\n")).not.toContain(canary)
    expect(JSON.stringify(world.logs)).not.toContain(canary)
    const tables = await world.sql(
      "select table_name as name from information_schema.tables where table_schema = current_schema()"
    )
    for (const { name } of tables as ReadonlyArray<{ readonly name: string }>)
      expect([name, await world.sql(`select 1 from "${name}" t where t::text like '%' || $1 || '%'`, canary)]).toEqual([
        name,
        []
      ])
  })

  it("that a group's new id replaces keep it: the settings of Telegram follow the group", async () => {
    const owner = await world.account()
    const send = as(owner)
    const settings = { token: "123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", chatId: "-42" }
    const id = await create(owner, { kind: "telegram", settings })
    telegram.behave({})
    expect((await send("POST", `/channels/${id}/test`)).data).toMatchObject({ delivered: true })
    expectError(await send("PATCH", `/channels/${absent}`, { name: "x" }), 404, "Channel not found.")
  })
})
