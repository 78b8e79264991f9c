import type { SimulationResultRecord } from "@mon/api-contract"
import { toStoredFact } from "@mon/model"
import { englishIn } from "@mon/tooling/english"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { OPEN_INCIDENT } from "../openIncident.ts"
import { sharedSimulation } from "../pages/SharedSimulation.ts"
import { signUp, type Visitor } from "../pages/Visitor.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

/** Returns the fact that a domain went down. */
const wentDown = (domainId: string) =>
  toStoredFact({
    kind: "down",
    monitor: { id: domainId, name: "Shop", url: "https://shop.example.com/" },
    incident: {
      id: randomUUID(),
      startedAt: "2026-11-21T08:00:00.000Z",
      resolvedAt: null,
      triggerStatusCode: 503,
      resolutionStatusCode: null,
      triggerError: null,
      checks: []
    }
  })

const GERMAN = {
  title: "AUSFALL Shop",
  message: "Shop ist nicht erreichbar. Der Server antwortete mit HTTP 503 Service Unavailable.",
  cause: "Auf dem Port läuft kein Dienst"
}
const ENGLISH = {
  title: "DOWN Shop",
  message: "Shop is down. The server responded with HTTP 503 Service Unavailable.",
  cause: "Nothing is listening on the port"
}

describe("titles and sentences that the API makes for a reader", () => {
  let world: World
  let api: TestApi
  let person: Visitor
  let program: TestAccount
  let people = 0
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  beforeEach(async () => {
    people += 1
    person = await signUp(world, api, `texts${people}@example.net`)
    program = await world.account()
  })
  afterAll(() => world.close())

  type Send = (method: string, path: string, body?: object) => ReturnType<TestApi["send"]>

  const asBrowser =
    (language: string): Send =>
    (method, path, body) =>
      api.send(method, `/api/v1${path}`, {
        headers: {
          Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          "Sec-Fetch-Site": "same-origin",
          "Accept-Language": language
        },
        ...(body === undefined ? {} : { body })
      })
  const asProgram: Send = (method, path, body) =>
    api.send(method, `/api/v1${path}`, {
      key: program.key,
      headers: { "Accept-Language": "de" },
      ...(body === undefined ? {} : { body })
    })

  /** Returns the texts that a caller reads about a domain that went down. */
  const read = async (send: Send) => {
    addDomain.count += 1
    const { data: domain } = await send("POST", "/domains", { url: `d${addDomain.count}.example.com` })
    const [incident] = await world.sql(OPEN_INCIDENT, domain.id)
    const { data, key, kind, type } = wentDown(domain.id)
    await world.sql(
      `insert into notification (public_id, account_id, type, kind, key, data, monitor_id)
      select gen_random_uuid(), account_id, $1, $2, $3, $4::text::jsonb, id from monitor where public_id = $5::uuid`,
      type,
      kind,
      key,
      JSON.stringify(data),
      domain.id
    )
    const { data: details } = await send("GET", `/incidents/${String(Reflect.get(incident ?? {}, "id"))}`)
    const { data: notifications } = await send("GET", "/notifications")
    const [{ message, title }] = notifications as unknown as [{ readonly title: string; readonly message: string }]
    const { causes } = details["diagnosis"] as { readonly causes: ReadonlyArray<{ readonly title: string }> }
    return { title, message, cause: causes[0]?.title }
  }

  it.each([
    ["de-AT,de;q=0.9,en;q=0.8", GERMAN],
    ["fr,de;q=0.5", GERMAN],
    ["en-GB,de;q=0.5", ENGLISH],
    ["fr", ENGLISH]
  ])("are in the language of the browser of a person who has chosen none: %s", async (language, texts) => {
    expect(await read(asBrowser(language))).toEqual(texts)
  })

  it("are in the language that the person has chosen, whatever the browser prefers", async () => {
    await asBrowser("de")("PATCH", "/settings", { language: "en" })
    expect(await read(asBrowser("de"))).toEqual(ENGLISH)
    await asBrowser("en")("PATCH", "/settings", { language: "de" })
    expect(await read(asBrowser("en"))).toEqual(GERMAN)
  })

  it("say what a simulation predicts, and what to do about it", async () => {
    const send: TestApi["send"] = (method, path, { body } = {}) =>
      asBrowser("de")(method, path.replace("/api/v1", ""), body as object)
    const { jobId } = await sharedSimulation(world, { ...api, send }, program)
    const resultsIn = async (language: string) => {
      const { results } = (await asBrowser(language)("GET", `/campaign-simulate/${jobId}`)).data
      return results as SimulationResultRecord
    }
    const german = await resultsIn("de")
    expect(german.summary.statement).toMatch(/^Das ist eine Vorhersage aus dem DNS/u)
    expect(englishIn(german.suggestions.flatMap(({ title, why }) => [title, why]))).toEqual([])
    expect((await resultsIn("fr")).summary.statement).toMatch(/^This is a prediction from DNS/u)
  })

  it("say what a channel of a configuration file expects of its settings", async () => {
    const document = "version: 1\nproject: acme\nchannels:\n  ops: { kind: ntfy, settings: { topic: 'no topic' } }\n"
    const refusedFor = async (send: Send) => {
      const { refused } = (await send("POST", "/config/plan", { document })).data
      return (refused as ReadonlyArray<{ readonly message: string }>).map(({ message }) => message)
    }
    const [german = ""] = await refusedFor(asBrowser("de"))
    expect(german).toMatch(/^settings\.topic: .*Buchstaben/u)
    expect(await refusedFor(asProgram)).toEqual([expect.stringMatching(/^settings\.topic: .*letters/u)])
  })

  it("are in English for programs", async () => {
    expect(await read(asProgram)).toEqual(ENGLISH)
  })
})
