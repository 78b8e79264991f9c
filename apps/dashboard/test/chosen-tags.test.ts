import { describe, expect, it, vi } from "vitest"
import { chosenTagIds, tagIdsByName } from "../src/add/chosenTags.ts"

const known = [
  { id: "t1", name: "Shops" },
  { id: "t2", name: "Care plan" }
]

describe("the tags of pasted monitors", () => {
  it.each([
    ["none", { ids: [], name: " " }, [], []],
    ["some of the account", { ids: ["t1", "t2"], name: "" }, ["t1", "t2"], []],
    ["a new one", { ids: ["t1"], name: " Offices " }, ["t1", "new"], ["Offices"]],
    ["one that exists under that name", { ids: [], name: "shops" }, ["t1"], []],
    ["one that is chosen and named", { ids: ["t1"], name: "Shops" }, ["t1"], []]
  ])("are %s", async (_which, chosen, ids, created) => {
    const create = vi.fn<(name: string) => Promise<{ id: string; name: string }>>((name) =>
      Promise.resolve({ id: "new", name })
    )
    expect(await chosenTagIds(chosen, known, create)).toEqual(ids)
    expect(create.mock.calls).toEqual(created.map((name) => [name]))
  })

  it("of a table are created once, unless there are some of that name", async () => {
    const create = vi.fn<(name: string) => Promise<{ id: string; name: string }>>((name) =>
      Promise.resolve({ id: `new ${name}`, name })
    )
    const ids = await tagIdsByName(["shops", "EU", "eu", "Care plan"], known, create)
    expect(["shops", "eu", "care plan"].map((name) => ids.get(name))).toEqual(["t1", "new EU", "t2"])
    expect(create.mock.calls).toEqual([["EU"]])
  })

  it("are not given if the new one is refused", async () => {
    const refusal = new Error("A tag has a name of at most 100 characters.")
    await expect(chosenTagIds({ ids: [], name: "New" }, known, () => Promise.reject(refusal))).rejects.toBe(refusal)
  })
})
