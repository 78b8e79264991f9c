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

/** A server for outgoing mail, and the mailbox in which its messages arrive. */
const openMailbox = Effect.gen(function* () {
  let sent = 0
  let isRefusing = false
  let isLosing = false
  const smtp = yield* openServer((socket) => {
    let isData = false
    socket.write("220 mx\r\n")
    answers((text) => {
      if (isData) {
        if (!text.endsWith("\r\n.\r\n")) return ""
        isData = false
        sent += 1
        return "250 queued\r\n"
      }
      if (isRefusing && text.startsWith("RCPT")) return "550 no thanks\r\n"
      isData = text.startsWith("DATA")
      return isData ? "354 go\r\n" : "250 fine\r\n"
    })(socket)
  })
  const imap = yield* openServer((socket) => {
    socket.write("* OK hello\r\n")
    answers((text) => {
      const [tag = "", ...words] = text.trim().split(" ")
      const command = words.join(" ")
      if (command === "CAPABILITY") return `* CAPABILITY IMAP4rev1 UIDPLUS\r\n${tag} OK\r\n`
      if (command.startsWith("UID SEARCH")) return `* SEARCH${isLosing ? "" : " 42"}\r\n${tag} OK\r\n`
      if (command.startsWith("UID FETCH")) return `* 1 FETCH (UID 42 BODY[HEADER] {2}\r\n\r\n)\r\n${tag} OK\r\n`
      return `${tag} OK\r\n`
    })(socket)
  })
  return {
    smtp,
    imap,
    sent: () => sent,
    refuse: () => {
      isRefusing = true
    },
    accept: () => {
      isRefusing = false
    },
    lose: () => {
      isLosing = true
    }
  }
})

const unsafeOf = ({ key }: Watched) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ isUnsafe: boolean }>`
      select is_unsafe as "isUnsafe" from monitor_schedule where monitor_id = ${key}::bigint`
  )

const recorded = ({ id, viewer }: Watched) =>
  Effect.map(
    Effect.flatMap(Incidents, (all) => all.history(viewer, id, 1, 1_000, "service")),
    (list) => list ?? []
  )

/** Returns the number of recorded checks that were up. */
const recordedUp = (watched: Watched) =>
  Effect.map(recorded(watched), (list) => list.filter(({ status }) => status === "up").length)

const failedChecks = (watched: Watched) =>
  Effect.map(recorded(watched), (list) => list.filter(({ status }) => status === "down"))

const page = (status: string) => `HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`

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
      let downAt = 0
      for (let count = 0; count < 3; count++) {
        const { at, errorCode } = yield* checks.next(of(watched, "down"))
        assert.strictEqual(errorCode, "service_refused")
        downAt = at
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
      // Good checks from before the outage may not have been taken yet.
      const good = yield* checks.next((check) => of(watched, "up")(check) && check.at > downAt)
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

  it.effect("that sends an email is down after one repeated check, and sends one message for each check", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const mailbox = yield* openMailbox
      yield* runWorker()
      const login = { username: "inbox", password: "canary" }
      const watched = yield* watchService({
        type: "mailRoundTrip",
        send: { target: mailbox.smtp.target, tls: "never" },
        from: "probe@example.com",
        to: "inbox@example.com",
        receive: { target: mailbox.imap.target, tls: "never", login }
      })
      const [row] = yield* unsafeOf(watched)
      assert.deepStrictEqual(row, { isUnsafe: true })
      yield* checks.next(of(watched, "up"))

      mailbox.refuse()
      for (let count = 0; count < 2; count++) {
        const { errorCode } = yield* checks.next(of(watched, "down"))
        assert.strictEqual(errorCode, "service_refused")
      }
      assert.strictEqual((yield* found(watched))?.status, "down")
      const facts = readDiagnosisFacts(yield* storedFacts(watched)) ?? {}
      assert.strictEqual(facts.target?.url, `smtp://${mailbox.smtp.target}`)
      assert.strictEqual(diagnose(facts).causes[0]?.class, "service_refuses")
      mailbox.accept()
      yield* checks.next(of(watched, "up"))
      const counted = yield* recordedUp(watched)
      // The last check may not be recorded yet.
      assert.isAtMost(mailbox.sent() - counted, 1)
      assert.notInclude(JSON.stringify(yield* incidents(watched)), "canary")
    })
  )

  it.effect("that waits for an email for a long time is not checked again meanwhile", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const mailbox = yield* openMailbox
      mailbox.lose()
      yield* runWorker({ leaseMarginMs: 2_000 })
      const watched = yield* watchService({
        type: "mailRoundTrip",
        send: { target: mailbox.smtp.target, tls: "never" },
        from: "probe@example.com",
        to: "inbox@example.com",
        receive: { target: mailbox.imap.target, tls: "never" }
      })
      const { errorCode } = yield* checks.next(of(watched, "down"))
      assert.strictEqual(errorCode, "header_timeout")
      assert.isAtMost(mailbox.sent(), 2)
    })
  )

  it.effect("that consists of HTTP steps is up with its stored secrets, and its message names the step", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const shop = yield* openServer(answers((text) => page(text.includes("key: canary") ? "200 OK" : "403 Forbidden")))
      yield* runWorker()
      const url = `http://${shop.target}`
      const watched = yield* watchService({
        type: "httpSteps",
        steps: [
          { name: "home", url, headers: { key: "canary" } },
          { name: "orders", url: `${url}/orders`, headers: { key: "canary" } }
        ]
      })
      assert.deepStrictEqual(yield* unsafeOf(watched), [{ isUnsafe: false }])
      yield* checks.next(of(watched, "up"))
      shop.behave(answers((text) => page(text.includes("/orders") ? "500 Oops" : "200 OK")))
      const { errorCode } = yield* checks.next(of(watched, "down"))
      assert.strictEqual(errorCode, "http_status")
      const [check] = yield* failedChecks(watched)
      assert.include(check?.error?.message, "Step 2 of 2 (orders): The server responded with 500")
      const stored = Effect.map(storedFacts(watched), (facts) => readDiagnosisFacts(facts))
      yield* polled(stored, (facts) => facts !== null)
      const facts = (yield* stored) ?? {}
      assert.deepInclude(facts.target, { url, host: watched.hostname })
      assert.strictEqual(diagnose(facts).causes[0]?.class, "service_refuses")
      assert.notInclude(JSON.stringify(facts), "canary")
      const posting = yield* watchService({ type: "httpSteps", steps: [{ name: "post", url, body: "canary" }] })
      assert.deepStrictEqual(yield* unsafeOf(posting), [{ isUnsafe: true }])
    })
  )
})
