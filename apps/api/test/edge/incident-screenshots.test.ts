import { Blobs } from "@mon/core-store"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestApi } from "../World.ts"

const world = await openWorld()
let api: TestApi
beforeAll(async () => {
  api = await world.startApi()
})
afterAll(() => world.close())

const image = Buffer.from("RIFF0000WEBP")

describe("the screenshots of an incident", () => {
  it("have absolute URLs that require no key, in the domain's list and on the dashboard", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    const hash = await world.run(
      Effect.flatMap(Effect.service(Blobs), (blobs) =>
        blobs.put({ bytes: image, contentType: "image/webp", keepUntil: new Date("2100-01-01") })
      )
    )
    await world.sql(
      `insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_screenshot_url, resolution_screenshot_url)
      select gen_random_uuid(), account_id, id, now(), now(), $2, '' from monitor where public_id = $1::uuid`,
      id,
      hash
    )
    for (const path of [`/domains/${id}/incidents`, "/incidents"]) {
      const { body } = await api.send("GET", `/api/v1${path}`, { key: owner.key })
      const [incident] = (body as { readonly data: ReadonlyArray<Record<string, string | null>> }).data
      expect(incident?.["resolutionScreenshotUrl"], path).toBeNull()
      const address = incident?.["triggerScreenshotUrl"] ?? ""
      expect(address, path).toMatch(
        new RegExp(`^${api.origin}/images/${hash}\\?expires=[0-9]+&signature=[\\w-]{43}$`, "u")
      )
      const response = await fetch(address)
      expect([response.status, response.headers.get("content-type")], path).toEqual([200, "image/webp"])
      expect(Buffer.from(await response.arrayBuffer())).toEqual(image)
      const days = (Number(new URL(address).searchParams.get("expires")) - Date.now() / 1000) / 86_400
      expect(days).toBeCloseTo(7, 1)
    }
  })
})
