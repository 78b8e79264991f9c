import { sealCheck } from "@mon/checks"
import { diagnose, readDiagnosisFacts } from "@mon/diagnosis"
import { Incidents, Services } from "@mon/core-store"
import { type ServiceCheck, serviceDefaults, type ServiceSettings } from "@mon/model"
import { serviceAddress, type ServiceRequest } from "@mon/uptime-probe"
import { makeAuthority } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { polled } from "./polled.ts"
import { runWorker } from "./runWorker.ts"
import { layerSecrets, layerWorld, newViewer, of, TestWorld, type Watched } from "./TestWorld.ts"

let made = 0

/** Starts a server on loopback, under a name of its own. The server can be changed for later connections. */
const openServer = Effect.fnUntraced(function* (first: (socket: Socket) => void, tls = false) {
  const { dns } = yield* TestWorld
  const name = `service${++made}.example.com`
  dns.zone.set(name, { A: [dns.host] })
  let behave = first
  const sockets = new Set<Socket>()
  const onSocket = (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
    behave(socket)
  }
  const authority = tls ? yield* Effect.promise(() => makeAuthority()) : null
  const credentials = authority === null ? null : yield* Effect.promise(() => authority.issue({ names: [name] }))
  const server =
    credentials === null
      ? createServer(onSocket)
      : createTlsServer({ cert: credentials.certPem, key: credentials.keyPem }, onSocket)
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      server.listen(0, dns.host)
      await once(server, "listening")
    }),
    () =>
      Effect.promise(async () => {
        for (const socket of sockets) socket.destroy()
        if (server.listening) await new Promise((resolve) => server.close(resolve))
      })
  )
  return {
    target: `${name}:${(server.address() as AddressInfo).port}`,
    rootPem: authority?.rootPem ?? "",
    behave: (next: (socket: Socket) => void) => {
      behave = next
    },
    close: () => server.close()
  }
})

const watchService = Effect.fnUntraced(function* (check: ServiceCheck, more: Partial<ServiceSettings> = {}) {
  const sql = yield* SqlClient.SqlClient
  const services = yield* Services
  const viewer = yield* newViewer
  const { hostname = "", url = "" } = serviceAddress(check as ServiceRequest) ?? {}
  const sealed = yield* Effect.provide(sealCheck(viewer.accountKey, url, check, null), layerSecrets)
  const wanted = { ...serviceDefaults, ...more, name: url, check: sealed.ok ? sealed.value : check, url, hostname }
  const result = yield* services.create(viewer, wanted, 100)
  if (result._tag !== "Created") return yield* Effect.die(new Error(result._tag))
  const { id } = result.monitor
  const [row] = yield* sql<{ key: string }>`
    update monitor_schedule s set interval_ms = 50, timeout_ms = 5000
    from monitor m where m.id = s.monitor_id and m.public_id = ${id}::uuid returning m.id::text as key`
  return { viewer, id, key: row?.key ?? "", hostname } satisfies Watched
})

const found = ({ id, viewer }: Watched) => Effect.flatMap(Services, (services) => services.find(viewer, id))

const incidents = (watched: Watched) =>
  Effect.map(
    Effect.flatMap(Incidents, (all) => all.ofDomain(watched.viewer, watched.id, 20, "service")),
    (list) => list ?? []
  )

const storedFacts = ({ key }: Watched) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ facts: unknown }>`
      select d.facts from incident_diagnosis d join incident i on i.id = d.incident_id
      where i.monitor_id = ${key}::bigint`
    return row?.facts
  })

const answers = (reply: (line: string) => string) => (socket: Socket) => {
  socket.setEncoding("utf8")
  socket.on("data", (text: string) => {
    const line = reply(text)
    if (line !== "") socket.write(line)
  })
}

/** A Redis server that wants the password "canary". */
const redis = answers((text) =>
  text.includes("AUTH") && !text.includes("canary")
    ? "-WRONGPASS no\r\n"
    : text.includes("AUTH")
      ? "+OK\r\n"
      : "+PONG\r\n"
)
const loading = answers(() => "-LOADING Redis is loading the dataset in memory\r\n")

layer(layerWorld, { excludeTestServices: true })("a watched service", (it) => {
  it.effect("is up with its stored login, down after three failed checks, and up again after two good ones", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const server = yield* openServer(redis)
      yield* runWorker()
      const login = { username: "mon", password: "canary" }
      const watched = yield* watchService({ type: "redis", target: server.target, login })
      yield* checks.next(of(watched, "up"))
      assert.deepInclude(yield* found(watched), { status: "up", lastError: null, ssl: null })

      server.behave(loading)
      for (let count = 0; count < 3; count++) {
        const { errorCode } = yield* checks.next(of(watched, "down"))
        assert.strictEqual(errorCode, "service_refused")
      }
      const down = yield* found(watched)
      assert.strictEqual(down?.status, "down")
      assert.include(down?.lastError?.message, "LOADING")
      const [open] = yield* incidents(watched)
      assert.deepInclude(open, { status: "open", triggerStatusCode: null })
      const facts = readDiagnosisFacts(yield* storedFacts(watched)) ?? {}
      assert.deepInclude(facts.check, { outcome: "service_refused", location: "testbed" })
      assert.notInclude(JSON.stringify(facts), "canary")
      assert.strictEqual(diagnose(facts).causes[0]?.class, "service_refuses")

      server.behave(redis)
      const good = yield* checks.next(of(watched, "up"))
      yield* checks.next((check) => of(watched, "up")(check) && check.at > good.at)
      assert.strictEqual((yield* found(watched))?.status, "up")
      assert.deepInclude((yield* incidents(watched))[0], { status: "resolved", resolution: "recovered" })
    })
  )

  it.effect("whose name no longer exists has a diagnosis, for which its name servers are queried", () =>
    Effect.gen(function* () {
      const { checks, dns } = yield* TestWorld
      const server = yield* openServer(redis)
      yield* runWorker()
      const watched = yield* watchService({
        type: "redis",
        target: server.target,
        login: { username: "mon", password: "canary" }
      })
      yield* checks.next(of(watched, "up"))
      dns.zone.delete(watched.hostname)
      const stored = Effect.map(storedFacts(watched), (facts) => readDiagnosisFacts(facts))
      yield* polled(stored, (facts) => facts?.dns !== undefined)
      const facts = (yield* stored) ?? {}
      assert.strictEqual(facts.check?.outcome, "dns_nxdomain")
    })
  )

  it.effect("has the certificate that its checks receive", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const server = yield* openServer(redis, true)
      yield* runWorker({ extraCa: [server.rootPem] })
      const watched = yield* watchService({ type: "redis", target: server.target, tls: "fromStart" })
      yield* checks.next(of(watched, "up"))
      const service = yield* found(watched)
      assert.deepInclude(service?.ssl, { valid: true, problems: [] })
    })
  )

  it.effect("with a port that must be closed is up until the port accepts a connection", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const server = yield* openServer(() => {})
      yield* runWorker()
      const watched = yield* watchService({ type: "tcp", target: server.target }, { inverted: true })
      const { errorCode } = yield* checks.next(of(watched, "down"))
      assert.strictEqual(errorCode, "wrong_answer")
      server.close()
      yield* checks.next(of(watched, "up"))
    })
  )

  it.effect("is not checked with secrets of another address", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const sql = yield* SqlClient.SqlClient
      const server = yield* openServer(redis)
      const login = { username: "mon", password: "canary" }
      const watched = yield* watchService({ type: "redis", target: server.target, login })
      yield* sql`update monitor set url = 'redis://other.example.com:6379' where id = ${watched.key}::bigint`
      yield* runWorker()
      const { errorCode } = yield* checks.next(of(watched, "unknown"))
      assert.strictEqual(errorCode, "prober_fault")
      assert.include((yield* found(watched))?.lastError?.message, "MON_SECRET")
    })
  )
})
