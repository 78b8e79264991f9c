// The WhatsApp number of an account. The tests of WhatsApp messages test its confirmation.
import { afterAll, beforeAll, describe, it } from "vitest"
import { expectError, expectResponse } from "../Expected.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const NUMBER = "+491701234567"

const numbers = (number: string | null, pendingNumber: string | null) => ({
  success: true,
  data: { number, pendingNumber }
})

describe("the WhatsApp number", () => {
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
      api.send(method, `/api/v1/settings/whatsapp${path}`, { key, ...(body === undefined ? {} : { body }) })

  it("waits for its code, which can be wrong, and can be removed", async () => {
    const send = as(await world.account())
    expectResponse(await send("GET", ""), 200, numbers(null, null))
    expectError(
      await send("POST", "", { number: "0170" }),
      400,
      "number must be a phone number in international format, such as +491701234567."
    )
    expectResponse(await send("POST", "", { number: ` ${NUMBER} ` }), 200, numbers(null, NUMBER))
    const again = await send("POST", "", { number: NUMBER })
    expectError(again, 429, "A code was sent a moment ago, or too many have been sent today. Try again in 60 seconds.")
    expectError(await send("POST", "/confirm", { code: "abc" }), 400, "The code is wrong or has expired.")
    expectError(await send("POST", "/confirm", {}), 400, "The code is wrong or has expired.")
    expectResponse(await send("GET", ""), 200, numbers(null, NUMBER))
    expectResponse(await send("DELETE", ""), 200, numbers(null, null))
    expectResponse(await send("DELETE", ""), 200, numbers(null, null))
  })

  it("belongs to one account and is only for its owner", async () => {
    const owner = await world.account()
    const stranger = await world.account()
    await as(owner)("POST", "", { number: NUMBER })
    expectResponse(await as(stranger)("GET", ""), 200, numbers(null, null))
    const send = as(await world.member(owner, []))
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["POST", "", { number: NUMBER }],
      ["POST", "/confirm", { code: "123456" }],
      ["DELETE", "", undefined]
    ] as const) {
      expectError(await send(method, path, body), 403, "Only the account owner can do this.")
    }
    expectResponse(await as(owner)("GET", ""), 200, numbers(null, NUMBER))
  })
})
