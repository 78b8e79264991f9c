// Random bodies generated from the schemas of the contract. MON_FUZZ_RUNS sets the number of requests.
import { BASE_PATH } from "@mon/api-contract"
import fc from "fast-check"
import { Agent } from "node:http"
import process from "node:process"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connectTo } from "../ApiConnection.ts"
import { conforms, type Endpoint, endpoints, sample } from "../Contract.ts"
import { hostileTexts, notIds, wrongValues } from "../Hostile.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const RUNS = Number(process.env["MON_FUZZ_RUNS"] ?? 1_000)
const REQUEST_MS = 250

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }
type Edit = {
  readonly at: number
  readonly how: "replace" | "remove" | "add" | "wrap" | "repeat"
  readonly value: Json
}

const targets = endpoints.filter(({ body }) => body !== null)

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts, ...(wrongValues as ReadonlyArray<Json>)) },
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.webUrl(),
  fc.emailAddress()
)
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(),
  how: fc.constantFrom("replace", "replace", "replace", "remove", "add", "wrap", "repeat"),
  value
})
const attack = fc.record({
  target: fc.nat({ max: targets.length - 1 }),
  id: fc.option(fc.constantFrom(...notIds), { freq: 4 }),
  edits: fc.array(edit, { maxLength: 4 }),
  /** The position at which the text is truncated. Most attacks do not truncate it. */
  cut: fc.option(fc.nat(), { freq: 15 })
})

/** Returns every path into a value, outermost first. */
const places = (json: Json, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  typeof json === "object" && json !== null
    ? [path, ...Object.entries(json).flatMap(([key, part]) => places(part, [...path, key]))]
    : [path]

const changed = ({ how, value: wanted }: Edit, here: Json): Json | undefined => {
  if (how === "remove") return undefined
  if (how === "wrap") return [here]
  if (how === "repeat")
    return Array.isArray(here) ? [...here, ...here, ...here] : typeof here === "string" ? here.repeat(3) : [here, here]
  if (how === "replace") return wanted
  if (Array.isArray(here)) return [...here, wanted]
  return typeof here === "object" && here !== null ? { ...here, unknown: wanted } : wanted
}

const editAt = (json: Json, [key, ...rest]: ReadonlyArray<string>, change: Edit): Json | undefined => {
  if (key === undefined) return changed(change, json)
  if (Array.isArray(json))
    return json.flatMap((part: Json, index) => (String(index) === key ? (editAt(part, rest, change) ?? []) : [part]))
  if (typeof json !== "object" || json === null) return json
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, part]) => {
      const after = name === key ? editAt(part, rest, change) : part
      return after === undefined ? [] : [[name, after] as const]
    })
  )
}

const applied = (json: Json, edits: ReadonlyArray<Edit>): Json =>
  edits.reduce<Json>((before, change) => {
    const found = places(before)
    return editAt(before, found[change.at % found.length] ?? [], change) ?? null
  }, json)

describe("random bodies", () => {
  const agent = new Agent({ keepAlive: true })
  let world: World
  let api: TestApi
  let owner: TestAccount
  let domainId: string
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("agency")
    domainId = (await addDomain(api, owner)).id
  })
  afterAll(() => {
    agent.destroy()
    return world.close()
  })

  const bodyOf = ({ body }: Endpoint): Json =>
    // The cast is safe, because the bodies in the contract are JSON.
    body === null ? {} : (sample(body, () => domainId) as Json)

  it(
    `${RUNS} requests: each gets a documented status in the envelope`,
    async () => {
      const send = connectTo(api.origin, agent)
      await fc.assert(
        fc.asyncProperty(attack, async ({ cut, edits, id, target }) => {
          const endpoint = targets[target]
          if (endpoint === undefined) return
          const text = JSON.stringify(applied(bodyOf(endpoint), edits))
          const body = cut === null ? text : text.slice(0, cut % (text.length + 1))
          const path = endpoint.path.replace(/:\w+/u, id ?? domainId).replace(/:\w+/u, "campaign")
          conforms(endpoint, await send(endpoint.method, `${BASE_PATH}${path}`, { key: owner.key, body }), body)
        }),
        { numRuns: RUNS }
      )
      expect(world.logs.filter(({ level }) => level === "ERROR")).toEqual([])
    },
    10_000 + RUNS * REQUEST_MS
  )
})
