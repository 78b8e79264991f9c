// Sends every kind of invalid request to every endpoint of the contract.
import { BASE_PATH } from "@mon/api-contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isNightly } from "@mon/tooling/seed"
import { Agent } from "node:http"
import { type RequestOptions, connectTo } from "../ApiConnection.ts"
import { conforms, type Endpoint, endpoints, resolve, sample } from "../Contract.ts"
import { expectError } from "../Expected.ts"
import { hostileTexts, notIds, wrongValues } from "../Hostile.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const MEBIBYTE = 1_048_576
/** A configuration file of 4 MiB can be a JSON string in which every character is escaped. */
const bodyLimit = ({ path }: Endpoint) => {
  if (path === "/config/plan") return 8 * MEBIBYTE + 1_024
  if (path.includes("/calendar-import")) return 2 * MEBIBYTE + 1_024
  return path.startsWith("/campaign-simulate") ? 4 * MEBIBYTE : MEBIBYTE
}

/**
 * The endpoints that a member without shared domains may still use. All other endpoints are only for the owner, or
 * their objects are invisible to the member.
 */
const openToMembers = new Set([
  "GET /status",
  "GET /incidents",
  "GET /monitors",
  "GET /prometheus",
  "GET /billing/prices",
  "GET /domains",
  "PATCH /domains/bulk",
  "GET /heartbeats",
  "PATCH /heartbeats/bulk",
  "GET /services",
  "PATCH /services/bulk",
  "GET /tags",
  "GET /notifications",
  "GET /notifications/unread",
  "GET /notifications/pause-status",
  "GET /maintenance-windows",
  "GET /maintenance-windows/preview",
  "GET /webhooks",
  "GET /settings",
  "GET /account",
  "PATCH /account",
  "GET /email-health",
  "POST /email-health",
  "POST /email-health/message",
  "POST /check-disposable-email",
  "GET /reports/availability",
  "GET /reports/availability/export",
  "GET /reports/availability/pdf",
  "GET /settings/branding",
  "GET /on-call/calendar",
  "POST /on-call/calendar",
  "DELETE /on-call/calendar",
  "GET /on-call/now",
  "GET /on-call/people",
  "GET /on-call/schedules",
  "GET /alert-sources/incidents",
  "GET /own-channels",
  "GET /own-channels/kinds",
  "POST /own-channels",
  "GET /contact-rules",
  "PATCH /contact-rules",
  "POST /contact-rules/test"
])

/** The endpoints that require a session. Every API key gets 403. */
const bySession = new Set([
  "GET /keys",
  "POST /keys",
  "PATCH /keys/:id",
  "DELETE /keys/:id",
  "POST /account/password",
  "POST /account/confirm",
  "POST /account/leave",
  ...endpoints.map(({ label }) => label).filter((label) => / \/(?:second-factor|sessions)\b/u.test(label))
])

const parameter = /:\w+/u
const segmentOf = ({ path }: Endpoint): string => path.split("/")[1] ?? ""
const withBody = endpoints.filter(({ body }) => body !== null)
const withId = endpoints.filter(({ label, path }) => parameter.test(path) && !bySession.has(label))
const fieldsOf = ({ body }: Endpoint): ReadonlyArray<string> =>
  Object.keys(body === null ? {} : (resolve(body).properties ?? {}))
const at =
  (id: string) =>
  ({ path, queries }: Endpoint) =>
    path.replace(parameter, id).replace(parameter, "campaign").replace(parameter, id) +
    (queries.includes("monitorId") ? `?monitorId=${id}` : "")

describe("invalid requests", () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let world: World
  let api: TestApi
  let owner: TestAccount
  let member: TestAccount
  /** The ids of another account's resources, by the first segment of their path. */
  const foreign = new Map<string, string>()
  let ownDomain: string

  const send = (endpoint: Endpoint, options: RequestOptions, path = at(absent)(endpoint)) =>
    connectTo(api.origin, agent)(endpoint.method, `${BASE_PATH}${path}`, options)

  const bodyOf = ({ body }: Endpoint, domainId: string): object =>
    body === null ? {} : (sample(body, (name) => (name.startsWith("domain") ? domainId : absent)) as object)

  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("agency")
    ownDomain = (await addDomain(api, owner)).id
    member = await world.member(owner, [])
    const stranger = await world.account("agency")
    const theirs = (await addDomain(api, stranger)).id
    foreign.set("domains", theirs)
    for (const endpoint of endpoints.filter(({ method, status }) => method === "POST" && status === 201)) {
      const { data, status } = await send(endpoint, { key: stranger.key, body: bodyOf(endpoint, theirs) })
      const id = data["membershipId"] ?? data["jobId"] ?? data.id
      if (status === 201 && typeof id === "string" && !foreign.has(segmentOf(endpoint)))
        foreign.set(segmentOf(endpoint), id)
    }
  })
  afterAll(() => {
    agent.destroy()
    return world.close()
  })

  it.each(endpoints)("to $label without a valid key are refused", async (endpoint) => {
    // Each address may make 600 requests without a valid key per minute.
    const localAddress = `127.0.0.${2 + (endpoints.indexOf(endpoint) % 4)}`
    for (const key of [undefined, "", "nonsense", "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq", "' or 1=1 --"]) {
      const options = key === undefined ? { localAddress } : { key, localAddress }
      expectError(await send(endpoint, options), 401, "Missing or invalid API key.")
    }
  })

  it("cover another account's resource for every path with an id", () => {
    expect([...foreign.keys()]).toEqual(expect.arrayContaining(["domains", "urls", "tags", "webhooks"]))
  })

  it.each(withId)("to $label with an unknown, malformed or foreign id are refused", async (endpoint) => {
    const body = bodyOf(endpoint, ownDomain)
    const messages = new Set<string>()
    for (const id of [...notIds, foreign.get(segmentOf(endpoint)) ?? absent]) {
      const response = await send(endpoint, { key: owner.key, body }, at(id)(endpoint))
      expect([id, response.status]).toEqual([id, 404])
      conforms(endpoint, response, id)
      messages.add((response.body as { readonly message: string }).message)
    }
    expect([...messages]).toHaveLength(1)
  })

  it.each(endpoints)("to $label from a member without access are refused", async (endpoint) => {
    const response = await send(
      endpoint,
      { key: member.key, body: bodyOf(endpoint, ownDomain) },
      at(ownDomain)(endpoint)
    )
    conforms(endpoint, response, "a member's key")
    if (openToMembers.has(endpoint.label)) expect(response.status).toBe(endpoint.status)
    else if (endpoint.label === "PATCH /settings") expectError(response, 403, "Only the account owner can do this.")
    else expect([403, 404], response.text).toContain(response.status)
  })

  it.each(withBody)("to $label with a body that is not a JSON object are refused", async (endpoint) => {
    const texts = ["[]", "null", "true", "5", '"text"', "{", '{"a":1}}', "{'a':1}", "\u0000", "a=1&b=2", "<xml/>"]
    for (const body of [
      ...texts,
      new Uint8Array([0xff, 0xfe, 0x7b, 0x7d]),
      new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])
    ]) {
      expectError(await send(endpoint, { key: owner.key, body }), 400, "Request body is not valid JSON.")
    }
  })

  it.each(withBody)(
    "to $label get the same response without a body, with an empty one and with only unknown fields",
    async (endpoint) => {
      const responses = []
      for (const body of [
        undefined,
        "",
        "{}",
        { unknown: 1, constructor: 2 },
        '{"__proto__":{"url":"evil.example.com"}}'
      ]) {
        const response = await send(endpoint, { key: owner.key, ...(body === undefined ? {} : { body }) })
        conforms(endpoint, response, body)
        responses.push(response)
      }
      expect(new Set(responses.map(({ status }) => status)).size).toBe(1)
    }
  )

  it.each(withBody)("to $label with too large a body are refused", async (endpoint) => {
    const body = Buffer.alloc(bodyLimit(endpoint) + 1, " ")
    expectError(await send(endpoint, { key: owner.key, body }), 413, "Request body is too large.")
  })

  it.each(withBody)("to $label are read as JSON, whatever their content type", async (endpoint) => {
    const statuses = new Set<number>()
    for (const type of [
      "application/json",
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/xml",
      "nonsense",
      "application/json; charset=utf-16"
    ]) {
      const response = await send(endpoint, { key: owner.key, body: "{}", headers: { "Content-Type": type } })
      conforms(endpoint, response, type)
      statuses.add(response.status)
    }
    expect(statuses.size).toBe(1)
  })

  it.each(withBody)(
    "to $label with a wrong type or hostile text in any field never fail internally",
    async (endpoint) => {
      const whole = bodyOf(endpoint, ownDomain)
      for (const [index, field] of fieldsOf(endpoint).entries()) {
        const listed = Array.isArray(Reflect.get(whole, field))
        const texts = hostileTexts.flatMap((text): ReadonlyArray<unknown> => (listed ? [text, [text]] : [text]))
        // Every value is used in every fourth field, and in the nightly run in every field.
        const shift = endpoints.indexOf(endpoint) + index
        const values = [...wrongValues, ...texts].filter((_, order) => isNightly || (order + shift) % 4 === 0)
        await Promise.all(
          values.map(async (value) => {
            conforms(endpoint, await send(endpoint, { key: owner.key, body: { ...whole, [field]: value } }), {
              [field]: value
            })
          })
        )
      }
    }
  )

  it.each(endpoints.filter(({ queries }) => queries.length > 0))(
    "to $label with hostile text in the query never fail internally",
    async (endpoint) => {
      const values = [
        ...hostileTexts.filter((text) => text.length < 1_000).map((text) => encodeURIComponent(text.toWellFormed())),
        "%00",
        "%ff",
        "%",
        "9".repeat(400),
        "1&limit=2"
      ]
      for (const query of endpoint.queries) {
        await Promise.all(
          values.map(async (value) => {
            const path = `${at(ownDomain)(endpoint)}?${query}=${value}`
            conforms(endpoint, await send(endpoint, { key: owner.key }, path), path)
          })
        )
      }
    }
  )

  it.each(endpoints.filter(({ method, status }) => method === "POST" && status === 201))(
    "to $label with hostile headers never fail internally",
    async (endpoint) => {
      for (const text of ["' or 1=1 --", "x".repeat(4_000), "\u00ff\u00fe", "../..", "%00", ""]) {
        const headers = { "Idempotency-Key": text, "X-Request-Id": text, "X-Forwarded-For": text, Accept: text }
        conforms(endpoint, await send(endpoint, { key: owner.key, body: {}, headers }), headers)
      }
    }
  )

  it("caused no internal error", () => {
    expect(world.logs.filter(({ level }) => level === "ERROR")).toEqual([])
  })
})
