import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ApiResponse } from "../ApiConnection.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const tally = (responses: ReadonlyArray<ApiResponse | undefined>) => {
  const counts = new Map<string, number>()
  for (const response of responses) {
    const outcome =
      response?.status === 201 ? "created" : String((response?.body as { readonly message?: string } | null)?.message)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

describe("concurrent creations", () => {
  let world: World
  let apis: ReadonlyArray<TestApi>
  beforeAll(async () => {
    world = await openWorld()
    apis = [await world.startApi(), await world.startApi()]
  })
  afterAll(() => world.close())

  const race = async (key: string, urls: ReadonlyArray<string>) =>
    tally(
      await Promise.all(
        urls.map((url, index) => apis[index % 2]?.send("POST", "/api/v1/domains", { key, body: { url } }))
      )
    )

  it("never exceed the plan's limit", async () => {
    const { key } = await world.account("free")
    expect(
      await race(
        key,
        Array.from({ length: 20 }, (_, index) => `race${index}.example.com`)
      )
    ).toEqual({
      created: 5,
      "Maximum domain limit (5) reached. Upgrade your plan to add more domains.": 15
    })
  })

  it("never create the same domain twice", async () => {
    const { key } = await world.account("pro")
    expect(
      await race(
        key,
        Array.from({ length: 12 }, () => "same.example.com")
      )
    ).toEqual({
      created: 1,
      "This domain is already being monitored.": 11
    })
  })
})
