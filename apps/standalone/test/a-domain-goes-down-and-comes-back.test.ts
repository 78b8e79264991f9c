import { assert, layer } from "@effect/vitest"
import type { CheckRecord, Domain, Incident } from "@mon/model"
import { Effect } from "effect"
import { request, Service } from "./Service.ts"

const data = <A>(method: string, path: string, body?: unknown) =>
  Effect.map(request(method, path, body), (answer) => answer.body.data as A)

const domain = (id: string) => data<Domain>("GET", `/domains/${id}`)
const incidents = (id: string) => data<ReadonlyArray<Incident>>("GET", `/domains/${id}/incidents`)
const history = (id: string) => data<ReadonlyArray<CheckRecord>>("GET", `/domains/${id}/history`)

const until = <A, E, R>(effect: Effect.Effect<A, E, R>, wanted: (value: A) => boolean) =>
  Effect.repeat(Effect.delay(effect, "20 millis"), { until: wanted })

const watch = Effect.fn("watch")(function* (name: string) {
  const { dns, site } = yield* Service
  dns.zone.set(`${name}.example.com`, { A: [site.host] })
  const created = yield* request("POST", "/domains", {
    url: `http://${name}.example.com:${site.port}/`,
    checkInterval: 59,
    timeout: 5
  })
  assert.strictEqual(created.status, 201)
  return created.body.data as Domain
})

layer(Service.layer, { excludeTestServices: true, timeout: 60_000 })("a monitored domain", (it) => {
  it.effect(
    "goes up, goes down after confirmation, and up again; can be paused, resumed, deleted and added again",
    () =>
      Effect.gen(function* () {
        const { passSeconds, site } = yield* Service
        site.behave({ status: 200, body: "fine" })
        const { id, status } = yield* watch("shop")
        assert.strictEqual(status, "unknown")
        const up = yield* until(domain(id), (one) => one.status === "up")
        assert.deepInclude(up, { lastStatusCode: 200, lastError: null })
        assert.deepStrictEqual(yield* incidents(id), [])

        site.behave({ status: 500 })
        yield* passSeconds(59)
        const down = yield* until(domain(id), (one) => one.status === "down")
        assert.deepInclude(down, { lastStatusCode: 500 })
        const failed = (yield* history(id)).filter((check) => check.status === "down").toReversed()
        assert.isAtLeast(failed.length, 3)
        const [open] = yield* incidents(id)
        assert.deepInclude(open, {
          status: "open",
          startedAt: failed[0]?.checkedAt ?? "",
          triggerStatusCode: 500,
          resolvedAt: null
        })
        assert.isAtLeast(open?.checks.length ?? 0, 3)
        assert.strictEqual((yield* data<ReadonlyArray<Incident>>("GET", "/incidents"))[0]?.id, open?.id)
        assert.deepInclude(yield* data("GET", "/status"), { plan: "agency" })

        site.behave({ status: 204 })
        yield* until(domain(id), (one) => one.status === "up")
        const good = (yield* history(id)).filter((check) => check.statusCode === 204).toReversed()
        const [closed] = yield* incidents(id)
        assert.deepInclude(closed, {
          id: open?.id ?? "",
          status: "resolved",
          resolution: "recovered",
          resolvedAt: good[0]?.checkedAt ?? "",
          resolutionStatusCode: 204
        })
        assert.isBelow((yield* domain(id)).uptime.last24h ?? 100, 100)

        const paused = yield* data<Domain>("POST", `/domains/${id}/pause`)
        assert.deepInclude(paused, { status: "paused", isPaused: true, nextCheckAt: null })
        const requests = site.requests.length
        const resumed = yield* data<Domain>("POST", `/domains/${id}/resume`)
        assert.deepInclude(resumed, { status: "unknown", isPaused: false })
        yield* until(domain(id), (one) => one.status === "up")
        assert.isAbove(site.requests.length, requests)

        const other = yield* watch("blog")
        const absent = "00000000-0000-7000-8000-000000000000"
        assert.deepStrictEqual(
          yield* data("PATCH", "/domains/bulk", { domainIds: [id, other.id, absent], updates: { checkInterval: 120 } }),
          { updated: 2, failed: 1, errors: [{ id: absent, message: "Domain not found." }] }
        )
        assert.strictEqual((yield* domain(id)).checkInterval, 120)

        assert.deepStrictEqual(yield* data("DELETE", `/domains/${id}`), { id, deleted: true })
        assert.strictEqual((yield* request("GET", `/domains/${id}`)).status, 404)
        const again = yield* watch("shop")
        assert.notStrictEqual(again.id, id)
        yield* until(domain(again.id), (one) => one.status === "up")
        assert.deepStrictEqual(
          yield* data("DELETE", "/domains/bulk", { domainIds: [again.id, other.id], confirmation: "DELETE" }),
          { deleted: 2, failed: 0, errors: [] }
        )
        assert.deepStrictEqual(yield* data("GET", "/domains"), [])
      }),
    60_000
  )

  it.effect(
    "that does not exist is down after two checks, and up when it appears",
    () =>
      Effect.gen(function* () {
        const { dns, site } = yield* Service
        site.behave({ status: 200 })
        const { id } = yield* data<Domain>("POST", "/domains", {
          url: `http://later.example.com:${site.port}`,
          checkInterval: 59,
          timeout: 5
        })
        const down = yield* until(domain(id), (one) => one.status === "down")
        assert.strictEqual(down.lastError?.code, "dns_nxdomain")
        dns.zone.set("later.example.com", { A: [site.host] })
        yield* until(domain(id), (one) => one.status === "up")
        const [incident] = yield* incidents(id)
        assert.deepInclude(incident, { triggerStatusCode: null, resolutionStatusCode: 200, resolution: "recovered" })
      }),
    60_000
  )
})
