// The recipes of the API guide: their commands run as they are written.
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const guide = readFileSync(new URL("../../../../docs/api-guide.md", import.meta.url), "utf8")

/** The commands below each heading "Recipe: …" in the guide. */
const recipes = guide.split(/^### /mu).flatMap((section) => {
  const [, title] = /^Recipe: (.+)$/mu.exec(section) ?? []
  if (title === undefined || !section.startsWith("Recipe")) return []
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gmu)].map(([, command = ""]) => [title, command] as const)
})

const hasCurl = await promisify(execFile)("curl", ["--version"]).then(
  () => true,
  () => false
)

describe.skipIf(!hasCurl)("the recipe", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let environment: Readonly<Record<string, string>>
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("pro")
    const { id } = await addDomain(api, owner)
    const page = await api.send("POST", "/api/v1/urls", { key: owner.key, body: { url: "https://shop.example.com/" } })
    environment = { MON: api.origin, KEY: owner.key, ID: id, URL_ID: String(page.data["id"]) }
  })
  afterAll(() => world.close())

  it("of each task is in the guide", () => {
    expect(new Set(recipes.map(([title]) => title))).toEqual(
      new Set(["watch a price", "an API with a token", "expect certain text", "alert me when my MX changes"])
    )
  })

  it.each(recipes)("%s runs as it is written: %s", async (_, command) => {
    const { stdout } = await promisify(execFile)("sh", ["-ec", command], {
      env: { PATH: process.env["PATH"] ?? "", ...environment }
    })
    // A `message` in the response would name fields that Mon ignores.
    expect(JSON.parse(stdout)).toEqual({ success: true, data: expect.any(Object) })
  })
})
