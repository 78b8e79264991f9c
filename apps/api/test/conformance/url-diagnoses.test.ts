import { CheckPageNow } from "@mon/checks"
import { CheckedPage, PageDetails } from "@mon/model"
import { Effect, Layer, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { signUp, type Visitor } from "../pages/Visitor.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const decode = Schema.decodeUnknownSync(PageDetails)

const REFUSED = {
  subject: "site",
  target: { url: "https://shop.example.com/", host: "shop.example.com", domain: "example.com" },
  check: { outcome: "connect_refused", address: "192.0.2.1" },
  network: { state: "ok" }
}

/** Every manual check ends immediately and finds no change. */
const checkEnds = Layer.mock(CheckPageNow, { check: () => Effect.succeed({ _tag: "Checked", change: null }) })

describe("the diagnosis of a failed check of a page", () => {
  let world: World
  let api: TestApi
  let person: Visitor
  let id: string
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ checkPageNow: checkEnds })
    person = await signUp(world, api, "ada@pages.example")
    const { data } = await person.call("POST", "/urls", { url: "https://shop.example.com/" })
    ;({ id } = decode({ diagnosis: null, ...data }))
  })
  afterAll(() => world.close())

  /** Returns the page after a check that failed or passed. */
  const checked = async (facts: unknown, hasFailed = true) => {
    await world.sql(
      `with failed as (
        update monitor_schedule s set state = 3, last_error_code = case when $3 then 'connect_refused' end,
          last_error_message = case when $3 then 'The server refused the connection.' end
        from monitor m where m.id = s.monitor_id and m.public_id = $1::uuid
      )
      update url_page p set diagnosis_facts = $2::text::jsonb from monitor m where m.id = p.monitor_id and m.public_id = $1::uuid`,
      id,
      facts === null ? null : JSON.stringify(facts),
      hasFailed
    )
    const { data } = await person.call("GET", `/urls/${id}`)
    expect(data).not.toHaveProperty("diagnosisFacts")
    return decode(data)
  }

  it("stands beside the error, with its evidence and the next step", async () => {
    const { diagnosis, lastError } = await checked(REFUSED)
    expect(lastError).toEqual({ code: "connect_refused", message: "The server refused the connection." })
    expect(diagnosis).toMatchObject({ result: "known", title: "Nothing is listening on the port" })
    expect(diagnosis?.causes[0]).toMatchObject({
      class: "connection_refused",
      who: "site_operator",
      nextStep: expect.stringContaining("Start the web server on shop.example.com"),
      evidence: expect.arrayContaining([
        { code: "outcome", text: "The check failed: the server refused the connection." }
      ])
    })
  })

  it("is in the answer to a manual check too, and not in lists", async () => {
    const { diagnosis } = await checked(REFUSED)
    const { data } = await person.call("POST", `/urls/${id}/check-now`)
    expect(Schema.decodeUnknownSync(CheckedPage)(data).diagnosis).toEqual(diagnosis)
    const { text } = await person.call("GET", "/urls")
    expect(text).toContain(id)
    expect(text).not.toContain("diagnosis")
  })

  it("is in the language of the person", async () => {
    await person.call("PATCH", "/settings", { language: "de" })
    expect((await checked(REFUSED)).diagnosis?.title).toBe("Auf dem Port läuft kein Dienst")
    await person.call("PATCH", "/settings", { language: "en" })
  })

  it("does not blame the site if the worker's own network was in doubt", async () => {
    const { diagnosis } = await checked({ ...REFUSED, network: { state: "in_doubt" } })
    expect(diagnosis?.causes.map((cause) => cause.class)).toEqual(["own_network"])
  })

  it.each([
    ["without facts", null, true],
    ["with facts of another release", { check: 7 }, true],
    ["if the last check passed, even if an earlier release left facts", REFUSED, false]
  ])("is null %s", async (_, facts, hasFailed) => {
    expect((await checked(facts, hasFailed)).diagnosis).toBeNull()
  })

  it("is for those who may see the page", async () => {
    await checked(REFUSED)
    const { key } = await world.account()
    expectError(await api.send("GET", `/api/v1/urls/${id}`, { key }), 404, "URL not found.")
  })
})
