import { diagnose } from "@mon/diagnosis"
import { startUnresponsivePort } from "@mon/tooling/testbed"
import { IncidentDiagnoses, type IncidentToObserve, plainCheck, Secrets } from "@mon/core-store"
import type { ServiceCheckResult, ServiceRequest } from "@mon/uptime-probe"
import { ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { serviceEvidence } from "../src/diagnoses/serviceEvidence.ts"
import { DnsObserver, observeIncident, PortObserver } from "../src/index.ts"
import { unmadeService } from "../src/services/performService.ts"

const HOST = "127.0.0.1"

/** A port that refuses connections. The system gives it to no program (RFC 6335, section 6). */
const CLOSED = 2

const stamp = {
  at: 1_700_000_000_000,
  location: "fra1",
  network: "ok",
  isSecret: false,
  hostname: HOST,
  url: "redis://127.0.0.1:6379"
} as const

const listen = (behave: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets: Array<Socket> = []
      const server = createServer((socket) => {
        sockets.push(socket)
        socket.on("error", () => {})
        behave(socket)
      })
      server.listen(0, HOST)
      await once(server, "listening")
      return { server, sockets }
    }),
    ({ server, sockets }) =>
      Effect.promise(() => {
        for (const socket of sockets) socket.destroy()
        return new Promise((resolve) => server.close(resolve))
      })
  ).pipe(Effect.map(({ server }) => (server.address() as AddressInfo).port))

const evidenceAt = Effect.fnUntraced(
  function* (port: number) {
    const probe = yield* ServiceProbe
    const request: ServiceRequest = { type: "redis", target: `${HOST}:${port}`, timeoutMs: 1_000 }
    return serviceEvidence(yield* probe.check(request), stamp)
  },
  Effect.provide(ServiceProbe.layer({ allow: ["127.0.0.0/8"] }))
)

const causeOf = (facts: object | null) => diagnose(facts ?? {}).causes[0]?.class

const result = (more: Partial<ServiceCheckResult>): ServiceCheckResult => ({
  ...unmadeService(stamp.url, stamp.at, "…"),
  verdict: "down",
  ...more
})

describe("the evidence of a failed check of a service", () => {
  it.live("at a port that refuses connections", () =>
    Effect.gen(function* () {
      const facts = yield* evidenceAt(CLOSED)
      assert.deepInclude(facts?.check, { outcome: "connect_refused", address: HOST, location: "fra1" })
      assert.deepStrictEqual(facts?.addresses, [{ address: HOST, outcome: "connect_refused" }])
      assert.strictEqual(causeOf(facts), "connection_refused")
    })
  )

  it.live("at a port that discards packets", () =>
    Effect.gen(function* () {
      const silent = yield* Effect.acquireRelease(
        Effect.promise(() => startUnresponsivePort()),
        (port) => Effect.promise(port.close)
      )
      const facts = yield* evidenceAt(silent.port)
      assert.strictEqual(facts?.check?.outcome, "connect_timeout")
      assert.strictEqual(diagnose(facts ?? {}).result, "not_known")
    }).pipe(Effect.scoped)
  )

  it.live("at a port that accepts connections and closes them", () =>
    Effect.gen(function* () {
      const facts = yield* evidenceAt(yield* listen((socket) => socket.end()))
      assert.strictEqual(facts?.check?.outcome, "closed_unanswered")
      assert.isNumber(facts?.check?.phases?.connectMs)
      assert.strictEqual(causeOf(facts), "service_silent")
    }).pipe(Effect.scoped)
  )

  it.live("at a server that refuses service, with its reason", () =>
    Effect.gen(function* () {
      const port = yield* listen((socket) => socket.write("-LOADING Redis is loading\r\n"))
      const facts = yield* evidenceAt(port)
      assert.include(facts?.check?.message ?? "", "LOADING")
      assert.strictEqual(causeOf(facts), "service_refuses")
    }).pipe(Effect.scoped)
  )

  it("has no part of the answer if the check sends secrets", () => {
    const wrong = result({ outcome: "wrong_answer", message: "The value must be 1, but it is canary." })
    assert.include(JSON.stringify(serviceEvidence(wrong, stamp)), "canary")
    assert.notInclude(JSON.stringify(serviceEvidence(wrong, { ...stamp, isSecret: true })), "canary")
  })

  it("does not exist after a check that passed or could not be made", () => {
    assert.isNull(serviceEvidence(result({ verdict: "up", outcome: "ok" }), stamp))
    assert.isNull(serviceEvidence(unmadeService(stamp.url, stamp.at, "…"), stamp))
  })
})

const incident: IncidentToObserve = {
  incidentKey: "1",
  url: "postgres://127.0.0.1:5432",
  failedUrl: "postgres://127.0.0.1:5432",
  outcome: "connect_timeout",
  address: HOST,
  accountKey: "1",
  timeoutMs: 1_000,
  options: plainCheck
}

/** Observes an incident, and returns what is stored and which hosts are pinged. */
const observe = (observed: IncidentToObserve, ping: ServiceCheckResult["outcome"]) =>
  Effect.gen(function* () {
    const pinged: Array<string> = []
    const stored: Array<Parameters<IncidentDiagnoses["Service"]["add"]>[1]> = []
    const world = Layer.mergeAll(
      Layer.succeed(DnsObserver, { observe: () => Effect.die(new Error("no name to observe")) }),
      Layer.succeed(PortObserver, { observe: () => Effect.succeed([{ port: 80, outcome: "connect_timeout" }]) }),
      Layer.mock(IncidentDiagnoses, { add: (_, findings) => Effect.sync(() => void stored.push(findings)) }),
      Layer.mock(UptimeProbe, {}),
      Secrets.layer(["a secret of at least 32 characters"]),
      ServiceProbe.layerMemory({
        check: (request) =>
          Effect.sync(() => {
            pinged.push(`${request.type} ${"target" in request ? request.target : ""}`)
            return result({ outcome: ping })
          })
      })
    )
    yield* Effect.provide(observeIncident(observed), world)
    return { pinged, ports: stored[0]?.otherPorts }
  })

describe("the host of a service that does not accept connections", () => {
  it.effect.each([
    ["answers", "ok", "ok"],
    ["does not answer", "header_timeout", "connect_timeout"]
  ] as const)("is pinged once, and %s", ([, outcome, counted]) =>
    Effect.gen(function* () {
      const { pinged, ports } = yield* observe(incident, outcome)
      assert.deepStrictEqual(pinged, [`icmp ${HOST}`])
      assert.deepStrictEqual(ports, [
        { port: 80, outcome: "connect_timeout" },
        { port: "icmp", outcome: counted }
      ])
    })
  )

  it.effect("has the results of its ports if it does not answer pings, and is not pinged again", () =>
    Effect.gen(function* () {
      const url = `icmp://${HOST}`
      const silent = { ...incident, url, failedUrl: url, outcome: "header_timeout" }
      const { pinged, ports } = yield* observe(silent, "ok")
      assert.deepStrictEqual([pinged, ports], [[], [{ port: 80, outcome: "connect_timeout" }]])
    })
  )

  it.effect("is pinged if it is one of several hosts", () =>
    Effect.gen(function* () {
      const several = {
        ...incident,
        url: "mailRoundTrip://127.0.0.2:25/127.0.0.1:993",
        failedUrl: "imap://127.0.0.1:993"
      }
      assert.deepStrictEqual((yield* observe(several, "ok")).pinged, [`icmp ${HOST}`])
    })
  )

  it.effect("has no result of a ping if this machine cannot ping, or if the address is not allowed", () =>
    Effect.gen(function* () {
      for (const outcome of ["prober_fault", "blocked_address"] as const)
        assert.deepStrictEqual((yield* observe(incident, outcome)).ports, [{ port: 80, outcome: "connect_timeout" }])
    })
  )

  it.effect("is not pinged if it has answered, if pings are what failed, or if it is a site", () =>
    Effect.gen(function* () {
      const others = [
        { ...incident, outcome: "connect_refused" },
        { ...incident, url: "icmp://127.0.0.1", outcome: "no_route" },
        { ...incident, url: "http://127.0.0.1:8080/" }
      ]
      for (const other of others) assert.deepStrictEqual((yield* observe(other, "ok")).pinged, [])
    })
  )
})
