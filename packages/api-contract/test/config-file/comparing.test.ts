import * as fc from "fast-check"
import { expect, it } from "vitest"
import {
  comparePlan,
  type ConfigPlan,
  countChanges,
  fixedFields,
  sections,
  type StoredObject,
  type WantedObject
} from "../../src/config-file/index.ts"

const project = "web"

const stored = (over: Partial<StoredObject> & Pick<StoredObject, "id">): StoredObject => ({
  section: "domains",
  name: over.id,
  identity: over.id,
  fields: { url: over.id, interval: 60 },
  owner: null,
  applied: null,
  ...over
})

const wanted = (over: Partial<WantedObject> & Pick<WantedObject, "key">): WantedObject => ({
  section: "domains",
  identity: over.key,
  fields: { url: over.key, interval: 60 },
  ...over
})

it("adopts what has the same address, and says what changes", () => {
  const plan = comparePlan(
    project,
    [wanted({ key: "shop", identity: "a.example", fields: { url: "a.example", interval: 300 } })],
    [stored({ id: "1", identity: "a.example", fields: { url: "a.example", interval: 60 } }), stored({ id: "2" })]
  )
  expect(plan.adopt).toEqual([{ section: "domains", key: "shop", id: "1", earlierKey: null }])
  expect(plan.update).toEqual([
    { section: "domains", key: "shop", id: "1", changes: [{ field: "interval", from: 60, to: 300 }] }
  ])
  expect(plan.unmanaged).toEqual([{ section: "domains", id: "2", name: "2" }])
})

it("leaves what exists as it is if it only adds", () => {
  const shop = stored({ id: "1", name: "Shop", identity: "a", fields: { url: "a", interval: 60 } })
  const theirs = stored({ id: "2", name: "Docs", identity: "b", owner: { project: "other", key: "docs" } })
  const mine = stored({ id: "3", name: "Old", identity: "c", owner: { project, key: "old" } })
  const file = [
    wanted({ key: "one", identity: "a", fields: { url: "a/path", interval: 300 } }),
    wanted({ key: "two", identity: "b" }),
    wanted({ key: "new", identity: "d" })
  ]
  expect(comparePlan(project, file, [shop, theirs, mine], { addOnly: true })).toEqual({
    create: [{ section: "domains", key: "new", replaces: false, fields: { url: "new", interval: 60 } }],
    update: [],
    adopt: [],
    delete: [],
    routeOrder: null,
    drift: [],
    unmanaged: [],
    kept: [
      { section: "domains", key: "one", id: "1", name: "Shop" },
      { section: "domains", key: "two", id: "2", name: "Docs" }
    ],
    refused: []
  })
})

it("renames a key instead of making the object anew", () => {
  const plan = comparePlan(
    project,
    [wanted({ key: "new", identity: "a", fields: { url: "a", interval: 60 } })],
    [stored({ id: "a", owner: { project, key: "old" } })]
  )
  expect(plan.adopt).toEqual([{ section: "domains", key: "new", id: "a", earlierKey: "old" }])
  expect(countChanges(plan)).toBe(0)
})

it("makes an object anew when its address changes", () => {
  const plan = comparePlan(
    project,
    [wanted({ key: "shop", identity: "b", fields: { url: "b", interval: 60 } })],
    [stored({ id: "1", identity: "a", fields: { url: "a", interval: 60 }, owner: { project, key: "shop" } })]
  )
  expect(plan.delete).toMatchObject([{ key: "shop", id: "1", replaced: true }])
  expect(plan.create).toMatchObject([{ key: "shop", replaces: true }])
})

it("leaves what another project has, and refuses to take it", () => {
  const theirs = stored({ id: "1", identity: "a", owner: { project: "other", key: "shop" } })
  expect(comparePlan(project, [], [theirs])).toMatchObject({ delete: [], unmanaged: [] })
  expect(comparePlan(project, [wanted({ key: "shop", identity: "a" })], [theirs])).toMatchObject({
    create: [],
    refused: [{ key: "shop", message: "The other project already owns this object." }]
  })
})

it("shows what somebody changed since the file was applied", () => {
  const mine = stored({
    id: "shop",
    owner: { project, key: "shop" },
    fields: { url: "shop", interval: 900 },
    applied: { url: "shop", interval: 60 }
  })
  const plan = comparePlan(project, [wanted({ key: "shop" })], [mine])
  expect(plan.drift).toEqual([{ section: "domains", key: "shop", field: "interval", applied: 60, current: 900 }])
  expect(plan.update[0]?.changes).toEqual([{ field: "interval", from: 900, to: 60 }])
})

it("keeps routes in the order of the file", () => {
  const route = (id: string) => stored({ id, section: "routes", owner: { project, key: id }, fields: {} })
  const want = (key: string) => wanted({ key, section: "routes", fields: {} })
  const order = (keys: ReadonlyArray<string>, ids: ReadonlyArray<string>) =>
    comparePlan(project, keys.map(want), ids.map(route)).routeOrder
  expect(order(["a", "b", "c"], ["a", "b"])).toBeNull()
  expect(order(["b", "a"], ["a", "b"])).toEqual({ from: ["a", "b"], to: ["b", "a"] })
  expect(order(["c", "a"], ["a"])).toEqual({ from: ["a"], to: ["c", "a"] })
})

const sectionOf = fc.constantFrom(...sections)
const fieldsOf = fc.record({ url: fc.constantFrom("x", "y"), kind: fc.constantFrom("p", "q"), count: fc.nat(3) })
const files = fc.uniqueArray(
  fc.record({
    section: sectionOf,
    key: fc.constantFrom("a", "b", "c", "d"),
    identity: fc.constantFrom("i", "j", "k"),
    fields: fieldsOf
  }),
  { selector: ({ key, section }) => `${section} ${key}`, maxLength: 12 }
)
const accounts = fc
  .array(
    fc.record({
      section: sectionOf,
      identity: fc.constantFrom("i", "j", "k"),
      fields: fieldsOf,
      owner: fc.option(
        fc.record({ project: fc.constantFrom("web", "other"), key: fc.constantFrom("a", "b", "c", "d") })
      )
    }),
    { maxLength: 16 }
  )
  .map((objects) => {
    const taken = new Set<string>()
    return objects.map((object, index): StoredObject => {
      const place = object.owner === null ? null : `${object.section} ${object.owner.project} ${object.owner.key}`
      const owner = place === null || taken.has(place) ? null : object.owner
      if (place !== null) taken.add(place)
      return { ...object, owner, id: String(index), name: String(index), applied: null }
    })
  })

const ownerOf = (key: string): StoredObject["owner"] => ({ project, key })

/** Returns the objects of an account after a plan is applied. */
const after = (plan: ConfigPlan, file: ReadonlyArray<WantedObject>, account: ReadonlyArray<StoredObject>) => {
  const deleted = new Set(plan.delete.map(({ id }) => id))
  const objects = account
    .filter(({ id }) => !deleted.has(id))
    .map((object) => {
      const adopted = plan.adopt.find(({ id }) => id === object.id)
      const key = adopted?.key ?? (object.owner?.project === project ? object.owner.key : null)
      const want = file.find((one) => one.section === object.section && one.key === key)
      const changes = plan.update.find(({ id }) => id === object.id)?.changes ?? []
      return {
        ...object,
        owner: key === null ? object.owner : ownerOf(key),
        identity: key === null ? object.identity : (want?.identity ?? object.identity),
        fields: { ...object.fields, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }
      }
    })
  const created = plan.create.map(({ fields, key, section }, index): StoredObject => {
    const identity = file.find((one) => one.section === section && one.key === key)?.identity ?? ""
    return { section, id: `new ${index}`, name: key, identity, fields, owner: ownerOf(key), applied: null }
  })
  const all = [...objects, ...created]
  if (plan.routeOrder === null) return all
  const rank = new Map(plan.routeOrder.to.map((key, index) => [key, index]))
  const place = ({ owner, section }: StoredObject) =>
    section === "routes" && owner?.project === project ? (rank.get(owner.key) ?? 0) : -1
  return all.toSorted((one, other) => place(one) - place(other))
}

it("makes any account what any file says, changes nothing else, and then has nothing to do", () => {
  fc.assert(
    fc.property(files, accounts, (file, account) => {
      const plan = comparePlan(project, file, account)
      const mine = new Set(account.filter(({ owner }) => owner?.project === project).map(({ id }) => id))
      const adopted = new Set(plan.adopt.map(({ id }) => id))
      for (const { id } of plan.delete) expect(mine.has(id)).toBe(true)
      for (const { id } of plan.update) expect(mine.has(id) || adopted.has(id)).toBe(true)
      for (const { changes, section } of plan.update)
        for (const { field } of changes) expect(fixedFields[section] ?? []).not.toContain(field)
      const refused = new Set(plan.refused.map(({ key, section }) => `${section} ${key}`))
      const kept = file.filter(({ key, section }) => !refused.has(`${section} ${key}`))
      const next = after(plan, file, account)
      const again = comparePlan(project, kept, next)
      expect(again).toMatchObject({ create: [], update: [], adopt: [], delete: [], refused: [], routeOrder: null })
      const untouched = account.filter(({ owner }) => owner !== null && owner.project !== project)
      for (const one of untouched) expect(next).toContainEqual(one)
    }),
    { numRuns: 2_000 }
  )
})
