import { Secrets } from "@mon/core-store"
import { planTable } from "@mon/model"
import { type Context, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configClient } from "../ConfigFile.ts"
import { expectError } from "../Expected.ts"
import { type ApiOptions, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const ADDRESS = { A: ["93.184.216.34"] }
const MX = { "shop.com": { MX: [{ preference: 10, exchange: "mx.host.net" }] }, "mx.host.net": ADDRESS }

const tcp = (host: string, port = 4000) => ({ type: "tcp", target: `${host}:${port}` })
const smtp = { type: "smtp", target: "mx.host.net" }

const as =
  (api: TestApi, { key }: TestAccount) =>
  (method: string, path: string, body?: unknown) =>
    api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })

/** Returns a file with a domain and the given number of services on one host. */
const file = (count: number, more = "") => `version: 1
project: shop
domains:
  shop: { url: shop.com }
services:
${Array.from({ length: count }, (_, n) => `  s${n}: { name: s${n}, check: { type: tcp, target: "d.host.com:4000" } }\n`).join("")}${more}`

describe("a service for strangers", () => {
  let world: World
  let secrets: Context.Service.Shape<typeof Secrets>
  beforeAll(async () => {
    const requestsPerMinute = 1_000
    world = await openWorld({
      free: { ...planTable.free, requestsPerMinute },
      pro: { ...planTable.pro, requestsPerMinute },
      agency: { ...planTable.agency, requestsPerMinute }
    })
    secrets = await world.run(Effect.service(Secrets))
  })
  afterAll(() => world.close())

  const open = (zone: NonNullable<ApiOptions["zone"]> = {}) =>
    world.startApi({ zone, settings: { serviceTargets: "proven" } })

  const recordOf = ({ id }: TestAccount, host: string, ports = "") => ({
    [host]: ADDRESS,
    [`_mon.${host}`]: { TXT: [`mon-proof=${secrets.sign("host proof", `${id} ${host}`)}${ports}`] }
  })

  const valueOf = ({ id }: TestAccount, host: string, ports: string) =>
    `mon-proof=${secrets.sign("host proof", `${id} ${host}`)}${ports}`

  const notProven = (owner: TestAccount, host: string, ports: string) =>
    `check requires proof that ${host} is yours. Publish the TXT record _mon.${host} with the text "${valueOf(owner, host, ports)}", then try again.`

  it("checks ports that the TXT record names, and the usual port of the type", async () => {
    const owner = await world.account("agency")
    const send = as(await open(recordOf(owner, "a.host.com", " ports=4000,5000")), owner)
    expect((await send("POST", "/services", { check: tcp("a.host.com") })).status).toBe(201)
    expect((await send("POST", "/services", { check: { type: "redis", target: "a.host.com" } })).status).toBe(201)
    for (const path of ["/services", "/services/try"])
      expectError(
        await send("POST", path, { check: tcp("a.host.com", 6000) }),
        400,
        notProven(owner, "a.host.com", " ports=4000,5000,6000")
      )
    const old = as(await open(recordOf(owner, "a.host.com")), owner)
    expect((await old("POST", "/services", { check: { type: "redis", target: "a.host.com" } })).status).toBe(201)
    expectError(
      await old("POST", "/services", { check: tcp("a.host.com") }),
      400,
      notProven(owner, "a.host.com", " ports=4000")
    )
  })

  it("checks a mail server without a login if it is an MX host of a monitored domain", async () => {
    const owner = await world.account("agency")
    const send = as(await open(MX), owner)
    const refusal = `check requires that mx.host.net is the mail server of a domain that you monitor, or proof that it is yours. Publish the TXT record _mon.mx.host.net with the text "${valueOf(owner, "mx.host.net", "")}", then try again.`
    expectError(await send("POST", "/services", { check: smtp }), 400, refusal)
    expect((await send("POST", "/domains", { url: "shop.com" })).status).toBe(201)
    const { data, status } = await send("POST", "/services", { check: smtp })
    expect(status).toBe(201)
    const path = `/services/${String(data["id"])}`
    expect((await send("PATCH", path, { check: { ...smtp, target: "mx.host.net:587" } })).status).toBe(200)
    const login = { username: "mon", password: "canary" }
    expectError(
      await send("PATCH", path, { check: { ...smtp, tls: "required", login } }),
      400,
      notProven(owner, "mx.host.net", "")
    )
    expectError(
      await send("POST", "/services", { check: { ...smtp, target: "mx.host.net:2525" } }),
      400,
      notProven(owner, "mx.host.net", " ports=2525")
    )
  })

  it("checks at most 5 services on a host, however they are added or moved", async () => {
    const owner = await world.account("agency")
    const zone = { ...recordOf(owner, "b.host.com", " ports=4000"), ...recordOf(owner, "c.host.com", " ports=4000") }
    const api = await open(zone)
    const send = as(api, owner)
    const surplus = "check: an account can have at most 5 services on the host b.host.com."
    const add = (check: object) => send("POST", "/services", { check })
    const many = await Promise.all(Array.from({ length: 8 }, () => add(tcp("b.host.com"))))
    expect(many.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 400, 400, 400])
    expectError(await add(tcp("b.host.com")), 400, surplus)
    expect((await add({ type: "tls", target: "b.host.com" })).status).toBe(201)
    const other = (await add(tcp("c.host.com"))).data
    const path = `/services/${String(other["id"])}`
    expectError(await send("PATCH", path, { check: tcp("b.host.com") }), 403, surplus)
    const bulk = { serviceIds: [other["id"]], updates: { check: tcp("b.host.com") } }
    expectError(await send("PATCH", "/services/bulk", bulk), 403, surplus)
    const [first] = many.flatMap(({ data, status }) => (status === 201 ? [data] : []))
    const again = { check: tcp("b.host.com") }
    expect((await send("PATCH", `/services/${String(first?.["id"])}`, again)).status).toBe(200)
    const stranger = await world.account("agency")
    const open2 = as(await open(recordOf(stranger, "b.host.com", " ports=4000")), stranger)
    expect((await open2("POST", "/services", { check: tcp("b.host.com") })).status).toBe(201)
  })

  it("counts a service with several hosts on each of them", async () => {
    const owner = await world.account("agency")
    const zone = { ...recordOf(owner, "e.host.com", " ports=4000"), ...recordOf(owner, "f.host.com", " ports=4000") }
    const send = as(await open(zone), owner)
    const steps = ["e.host.com", "f.host.com"].map((host) => ({ name: host, url: `https://${host}:4000/` }))
    for (let count = 0; count < 5; count++)
      expect((await send("POST", "/services", { check: { type: "httpSteps", steps } })).status).toBe(201)
    for (const host of ["e.host.com", "f.host.com"]) {
      const surplus = `check: an account can have at most 5 services on the host ${host}.`
      expectError(await send("POST", "/services", { check: tcp(host) }), 400, surplus)
    }
  })

  it("applies the same rules to a configuration file", async () => {
    const owner = await world.account("agency")
    const client = configClient(await open({ ...recordOf(owner, "d.host.com", " ports=4000"), ...MX }))
    const mail = `  mail: { name: Mail, check: { type: smtp, target: mx.host.net } }\n`
    expect((await client.planAs(owner, file(6))).refused).toMatchObject([
      { path: "services.s5", message: "check: an account can have at most 5 services on the host d.host.com." }
    ])
    const unproven = `  other: { name: Other, check: { type: tcp, target: "d.host.com:4001" } }\n`
    expect((await client.planAs(owner, file(1, unproven))).refused).toMatchObject([
      { path: "services.other", message: notProven(owner, "d.host.com", " ports=4000,4001") }
    ])
    expect(await client.applyFile(owner, file(5, mail))).toMatchObject({ created: 7 })
  })

  it("says which record a stopped service lacks, also after it is paused and resumed, until it is proven again", async () => {
    const owner = await world.account("agency")
    const api = await open(recordOf(owner, "e.host.com", " ports=4000"))
    const send = as(api, owner)
    const { data } = await send("POST", "/services", { check: tcp("e.host.com") })
    const path = `/services/${String(data["id"])}`
    const value = valueOf(owner, "e.host.com", " ports=4000")
    const stop = () =>
      world.sql(
        `update service_proof set absent_since = mon_now(), stopped_at = mon_now(), next_at = 'infinity',
           missing = $2::text::jsonb where monitor_id = (select id from monitor where public_id = $1::uuid)`,
        data["id"],
        JSON.stringify({ cause: "record", name: "_mon.e.host.com", value })
      )
    const shown = [
      {
        option: "check",
        reason: "host_not_proven",
        message: `The TXT record of _mon.e.host.com with the text "${value}" has been missing for 7 days; the checks of this service are stopped. Publish it again.`
      }
    ]
    await stop()
    for (const [method, more, body] of [
      ["GET", ""],
      ["PATCH", "", { name: "Other" }],
      ["POST", "/pause"],
      ["POST", "/resume"]
    ] as const)
      expect((await send(method, `${path}${more}`, body)).data["stoppedOptions"]).toEqual(shown)
    const closed = as(await open({ "e.host.com": ADDRESS }), owner)
    expectError(
      await closed("PATCH", path, { check: tcp("e.host.com") }),
      400,
      notProven(owner, "e.host.com", " ports=4000")
    )
    expect((await send("PATCH", path, { check: tcp("e.host.com") })).status).toBe(200)
    const due = "select 1 as due from service_proof where next_at <= mon_now() and stopped_at is not null"
    expect(await world.sql(due)).toHaveLength(1)
    const lenient = as(await world.startApi({ zone: { "e.host.com": ADDRESS } }), owner)
    expect((await lenient("GET", path)).data["stoppedOptions"]).toEqual([])
  })
})
