import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

describe("channels of an Apprise URL", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: TestAccount) =>
    (method: string, path: string, body: object) =>
      api.send(method, `/api/v1${path}`, { key, body })

  it("are one for each destination, or none", async () => {
    const owner = await world.account("free")
    const send = as(owner)
    for (const [url, message] of [
      ["mailto://ann:secret@example.org", /mailto/u],
      ["file:///etc/passwd", /file:\/\/ cannot be used/u]
    ] as const)
      expectError(await send("POST", "/channels/from-url", { url }), 400, expect.stringMatching(message))
    const both = { url: "ntfys://ntfy.example.com/one/two", name: "Push" }
    const created = await send("POST", "/channels/from-url", both)
    expect([created.status, created.data]).toMatchObject([
      201,
      [
        { name: "Push 1", kind: "ntfy", settings: { server: "https://ntfy.example.com", topic: "***" }, ignored: [] },
        { name: "Push 2", kind: "ntfy", ignored: [] }
      ]
    ])
    expectError(
      await send("POST", "/channels/from-url", both),
      400,
      "Maximum number of channels (2) on the Free plan reached. Delete a channel or get a larger plan."
    )
  })

  it("say what of the URL has no effect, and repeat no secret", async () => {
    const send = as(await world.account())
    const ignoredOf = async (url: string) => {
      const { data, status } = await send("POST", "/channels/from-url", { url })
      return [status, (data as unknown as ReadonlyArray<{ readonly ignored: unknown }>).map(({ ignored }) => ignored)]
    }
    expect(await ignoredOf("ntfy://alerts-k3v9?priority=max&tags=shop")).toEqual([201, [["priority", "tags"]]])
    expect(await ignoredOf("ntfys://ntfy.example.com/one/two?format=markdown")).toEqual([201, [["format"], ["format"]]])
    expect(await ignoredOf(`slack://T1JJ3T3L2/A1BRTD4JD/${"k".repeat(24)}/#general`)).toEqual([201, [["#general"]]])
  })
})
