import { Secrets } from "@mon/core-store"
import { makeUnsubscribeToken, type UnsubscribeClaims } from "@mon/notifications"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { visitor } from "./Visitor.ts"

const ONE_CLICK = "List-Unsubscribe=One-Click"

describe("an unsubscribe link", () => {
  let world: World
  let api: TestApi
  let account: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    account = await world.account()
  })
  afterAll(() => world.close())

  const linkOf = async (claims: UnsubscribeClaims): Promise<string> =>
    `/stop/${await world.run(Effect.map(Secrets, (secrets) => makeUnsubscribeToken(secrets, claims)))}`
  const suppressed = async () =>
    (await world.sql("select address from email_suppression order by address")).map((row) => Object.values(row)[0])

  it("shows what it stops and changes nothing until its button is used, which can be undone", async () => {
    const link = await linkOf({ kind: "alerts", accountId: account.id, address: "Stranger@else.example" })
    const stranger = visitor(api)
    const shown = await stranger.get(link)
    expect([
      shown.status,
      shown.text.includes("Stranger@else.example"),
      shown.text.includes("Stop the alerts")
    ]).toEqual([200, true, true])
    expect(await suppressed()).toEqual([])
    const stopped = await stranger.post(link, { do: "stop" })
    expect([stopped.status, stopped.text.includes("will no longer be sent to this address")]).toEqual([200, true])
    expect(await suppressed()).toEqual(["stranger@else.example"])
    expect((await stranger.get(link)).text).toContain("Resume the alerts")
    expect((await stranger.post(link, { do: "resume" })).text).toContain("be sent to this address again")
    expect(await suppressed()).toEqual([])
  })

  it("supports one-click unsubscribe of mail programs, without a session and with either content type", async () => {
    const link = await linkOf({ kind: "alerts", accountId: account.id, address: "click@else.example" })
    const plain = await api.send("POST", link, {
      body: ONE_CLICK,
      headers: { "Content-Type": "application/x-www-form-urlencoded" }
    })
    expect(plain.status).toBe(200)
    expect(await suppressed()).toEqual(["click@else.example"])
    const other = await linkOf({ kind: "alerts", accountId: account.id, address: "parts@else.example" })
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect(
      (await api.send("POST", other, { body, headers: { "Content-Type": "multipart/form-data; boundary=x" } })).status
    ).toBe(200)
    expect(await suppressed()).toEqual(["click@else.example", "parts@else.example"])
  })

  it("stops the weekly report of only the person it was created for", async () => {
    const isEnabled = async () =>
      await world.sql(
        "select weekly_report_enabled as on from user_setting us join app_user u on u.id = us.user_id where u.email = $1",
        account.email
      )
    const link = await linkOf({ kind: "weekly_report", accountId: account.id, address: account.email })
    const reader = visitor(api)
    expect((await reader.get(link)).text).toContain("Stop the weekly report")
    expect((await reader.post(link, {})).status).toBe(200)
    expect(await isEnabled()).toEqual([{ on: false }])
    expect((await reader.post(link, { do: "resume" })).status).toBe(200)
    expect(await isEnabled()).toEqual([{ on: true }])
    const nobody = await linkOf({ kind: "weekly_report", accountId: account.id, address: "nobody@else.example" })
    expect([(await reader.get(nobody)).status, (await reader.post(nobody, {})).status]).toEqual([404, 404])
  })

  it("that is forged is the same 404 in every case", async () => {
    const good = await linkOf({ kind: "alerts", accountId: account.id, address: "a@else.example" })
    const stranger = visitor(api)
    const wrong = [
      "/stop/x",
      "/stop/a.b",
      `${good}A`,
      `/stop/${"a".repeat(3_000)}`,
      "/stop/%00",
      `${good.slice(0, 40)}.${good.slice(40)}`
    ]
    const pages = await Promise.all(wrong.map((path) => stranger.get(path)))
    expect(pages.map(({ status }) => status)).toEqual(wrong.map(() => 404))
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
    expect((await stranger.post("/stop/x", { do: "stop" })).status).toBe(404)
  })
})
