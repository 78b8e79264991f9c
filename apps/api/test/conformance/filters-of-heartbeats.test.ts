// Filters of heartbeats over HTTP: Mon's own API, the management API of Healthchecks, and pings.
import { afterAll, beforeAll, expect, it } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

let world: World
let api: TestApi
beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi()
})
afterAll(() => world.close())

const as =
  ({ key }: Pick<TestAccount, "key">) =>
  (method: string, path: string, body?: unknown) =>
    api.send(method, path, { key, ...(body === undefined ? {} : { body }) })

it("apply to pings, and ignored pings get the same answer and are shown", async () => {
  const owner = await world.account()
  const filters = { method: "POST", failure: "ERROR, Failed", success: "done", httpBody: true }
  const { data } = await as(owner)("POST", "/api/v1/heartbeats", { name: "Backup", filters })
  expect(data).toMatchObject({ filters })
  const path = new URL(String(data["pingUrl"])).pathname
  for (const [method, suffix, body] of [
    ["GET", "", undefined],
    ["POST", "", "nothing"],
    ["POST", "/fail", "done"],
    ["POST", "/0", "done, but ERROR: disk full"]
  ] as const)
    expect(await api.send(method, `${path}${suffix}`, body === undefined ? {} : { body })).toMatchObject({
      status: 200,
      text: "OK"
    })
  // The ping URLs of other services have no filters.
  await api.send("GET", `/api/push/${path.slice("/ping/".length)}`)
  expect((await as(owner)("GET", `/api/v1/heartbeats/${data.id}/pings`)).data).toMatchObject([
    { n: 5, kind: "success", method: "GET" },
    { n: 4, kind: "fail", method: "POST", exitCode: 0 },
    { n: 3, kind: "success", method: "POST" },
    { n: 2, kind: "ignored", method: "POST", bodyBytes: 7 },
    { n: 1, kind: "ignored", method: "GET" }
  ])
  const changed = await as(owner)("PATCH", `/api/v1/heartbeats/${data.id}`, { filters: null })
  expect(changed.data).toMatchObject({ filters: null })
})

it("are read and written by clients of Healthchecks, one by one", async () => {
  const owner = await world.account()
  const { body } = await as(owner)("POST", "/api/v3/checks/", { name: "A", methods: "POST", failure_kw: "ERROR" })
  const { uuid } = body as { readonly uuid: string }
  const update = (fields: object) => as(owner)("POST", `/api/v1/checks/${uuid}`, fields)
  expect((await update({ filter_http_body: true })).body).toMatchObject({
    methods: "POST",
    failure_kw: "ERROR",
    filter_http_body: true,
    filter_default_fail: false
  })
  await api.send("GET", `/ping/${uuid}`)
  await api.send("POST", `/ping/${uuid}`, { body: "ERROR" })
  expect((await as(owner)("GET", `/api/v3/checks/${uuid}/pings/`)).body).toMatchObject({
    pings: [
      { n: 2, type: "fail", method: "POST" },
      { n: 1, type: "ign", method: "GET" }
    ]
  })
  expect(await update({ start_kw: "a\nb" })).toMatchObject({
    status: 400,
    body: { error: "json validation error: start_kw has control characters" }
  })
  await update({ methods: "", failure_kw: "", filter_http_body: false })
  expect((await as(owner)("GET", "/api/v1/heartbeats")).data).toMatchObject([{ filters: null }])
})
