import { Locations } from "@mon/core-store"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { makeStatusPage } from "./statusPage.ts"
import { behindProxy, visitor } from "./Visitor.ts"

let world: World
let api: TestApi
beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi({ settings: behindProxy })
})
afterAll(() => world.close())

const announce = (storesEmails: boolean) =>
  world.run(
    Effect.flatMap(Locations, (locations) =>
      locations.announce("00000000-0000-4000-8000-000000000001", "fra", { networkInDoubt: false, storesEmails })
    )
  )

describe("a page that has queued an email", () => {
  it.each([
    ["sign-up", "en"],
    ["sign-up", "de"],
    ["a new password", "en"],
    ["a private page", "en"],
    ["a subscription", "en"]
  ] as const)("says that it was only stored where there is no mail server: %s, %s", async (page, language) => {
    const owner = await world.account("agency")
    const closed = await makeStatusPage(api, owner, { access: "email_domains", emailDomains: ["reader.example"] })
    const open = await makeStatusPage(api, owner)
    const read = {
      "sign-up": () => visitor(api).get("/signup/sent", { "Accept-Language": language }),
      "a new password": () => visitor(api).get("/reset/sent"),
      "a private page": () => visitor(api).post(`/s/${closed.slug}/access`, { email: "ann@reader.example" }),
      "a subscription": () =>
        visitor(api).post(`/s/${open.slug}/subscribe`, { kind: "email", address: "ann@reader.example" })
    }[page]
    const stored = /are stored, not sent|werden gespeichert, nicht gesendet/u
    const sent = /is on its way|have sent|unterwegs/u
    await announce(true)
    const without = await read()
    expect([without.status, stored.test(without.text), sent.test(without.text)]).toEqual([200, true, false])
    await announce(false)
    const withServer = await read()
    expect([withServer.status, stored.test(withServer.text), sent.test(withServer.text)]).toEqual([200, false, true])
  })
})
