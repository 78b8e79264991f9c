import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const template = (host: string) => ({
  kind: "webhook_template",
  settings: { url: `https://${host}/x`, method: "PUT", template: "{{title}}", type: "text" }
})
const times = (n: number) => Array.from({ length: n }, (_, index) => index)

describe("what an account may try at a domain that it has not proven", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const post = ({ key }: TestAccount, path: string, body: object) => api.send("POST", `/api/v1${path}`, { key, body })

  it("is 10 test messages, 30 over all accounts, and then fewer and fewer, whatever the names below it", async () => {
    const owner = await world.account()
    const statuses = []
    for (const n of times(11))
      statuses.push((await post(owner, "/channels/test", template(`a${n}.example.com`))).status)
    expect(statuses).toEqual([...times(10).map(() => 200), 429])
    expect((await post(owner, "/channels/test", template("example.net"))).status).toBe(200)
    for (const other of [await world.account(), await world.account()]) {
      for (const n of times(10))
        expect((await post(other, "/channels/test", template(`b${n}.example.com`))).status).toBe(200)
    }
    const late = await world.account()
    expectError(
      await post(late, "/channels/test", template("example.com")),
      429,
      "Rate limit exceeded. Try again in 2 seconds."
    )
  })

  it("is the same for saved channels and webhooks", async () => {
    const owner = await world.account()
    const channel = await post(owner, "/channels", template("saved.example.org"))
    const webhook = await post(owner, "/webhooks", {
      scope: "account",
      url: "https://hook.example.org/x",
      events: ["status_change"]
    })
    expect([channel.status, webhook.status]).toEqual([201, 201])
    for (const _ of times(5)) {
      expect((await post(owner, `/channels/${channel.data.id}/test`, {})).status).toBe(200)
      expect((await post(owner, `/webhooks/${webhook.data.id}/test`, {})).status).toBe(200)
    }
    expect((await post(owner, `/channels/${channel.data.id}/test`, {})).status).toBe(429)
    expect((await post(owner, `/webhooks/${webhook.data.id}/test`, {})).status).toBe(429)
  })

  it("is 60 previews of pages", async () => {
    const owner = await world.account()
    const statuses = []
    for (const n of times(61)) {
      const { status } = await post(owner, "/urls/preview", { url: `https://p${n}.example.edu/` })
      statuses.push(status)
    }
    expect(statuses).toEqual([...times(60).map(() => 200), 429])
  })

  it("is not limited for a vendor that all accounts use", async () => {
    const owner = await world.account()
    const settings = { url: "https://hooks.slack.com/services/T000/B000/XXXX" }
    for (const _ of times(31))
      expect((await post(owner, "/channels/test", { kind: "slack", settings })).status).toBe(200)
  })
})
