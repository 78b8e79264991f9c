// Tests the options of checks from POST to alert: requests, expectations and slow monitors.
import { assert, layer } from "@effect/vitest"
import type { CheckRecord, Domain, Incident, Notification, PageMonitor } from "@mon/model"
import { type Behaviour, startSite } from "@mon/tooling/testbed"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { monServer } from "./Program.ts"
import { request, Service } from "./Service.ts"

const data = <A>(method: string, path: string, body?: unknown) =>
  Effect.map(request(method, path, body), (answer) => answer.body.data as A)

const until = <A, E, R>(effect: Effect.Effect<A, E, R>, wanted: (value: A) => boolean) =>
  Effect.repeat(effect, { until: wanted })

const openSite = Effect.acquireRelease(
  Effect.promise(() => startSite()),
  (site) => Effect.promise(() => site.close())
)

const add = Effect.fn("add")(function* (
  path: "/domains" | "/urls",
  name: string,
  options: object,
  behaviour: Behaviour = {}
) {
  const { dns } = yield* Service
  const site = yield* openSite
  site.behave(behaviour)
  const host = `${name}.example.com`
  dns.zone.set(host, { A: [site.host] })
  const created = yield* request("POST", path, {
    url: `http://${host}:${site.port}/`,
    timeout: 5,
    ...(path === "/urls" ? { screenshotEnabled: false } : { checkInterval: 300 }),
    ...options
  })
  assert.strictEqual(created.status, 201, created.body.message)
  return { site, ...(created.body.data as Domain & PageMonitor) }
})

const domainOf = (id: string) => data<Domain>("GET", `/domains/${id}`)
const isStopped = ({ stoppedOptions }: Domain) => stoppedOptions.length > 0
const notifications = data<ReadonlyArray<Notification>>("GET", "/notifications?limit=50")
const notificationOf = (kind: string, name: string) =>
  Effect.map(notifications, (all) => all.find((one) => one.kind === kind && JSON.stringify(one).includes(name)))

const answer = (body: string): Behaviour => ({
  status: 200,
  headers: { "content-type": "application/json", "x-version": "2" },
  body
})

layer(Service.layer, { excludeTestServices: true, timeout: 60_000 })("a check", (it) => {
  const document = '{"stock":"In stock","queue":12}'
  it.effect.each([
    ["status", { status: "201" }, "Expected the status “201”, got 200 OK."],
    ["text", { text: "In shop" }, "Expected the text “In shop”, not found."],
    ["absent", { text: "In stock", absent: true }, "Expected no text “In stock”, found it."],
    ["pattern", { matches: "stock: \\d+" }, "Expected a match of “stock: \\d+”, not found."],
    ["header", { header: "x-version", equals: "3" }, "Expected the header “x-version” to be “3”, got “2”."],
    ["json", { json: "$.queue", atMost: 10 }, "Expected the value at “$.queue” to be at most “10”, got “12”."],
    ["minimum", { minimumBytes: 500 }, "Expected a body of at least 500 bytes, got 31 bytes."],
    ["maximum", { maximumBytes: 5 }, "Expected a body of at most 5 bytes, got 31 bytes."],
    ["certificate", { certificate: "valid" }, "Expected a valid certificate, there is none."],
    ["version", { ipVersion: 6 }, "Expected a response over IPv6, got one over IPv4."]
  ] as const)("that fails an expectation makes a domain down and names it: %s", ([name, expectation, message]) =>
    Effect.gen(function* () {
      const { id } = yield* add(
        "/domains",
        `expect-${name}`,
        {
          expect: [{ json: "$.stock", equals: "In stock" }, expectation]
        },
        answer(document)
      )
      const down = yield* until(domainOf(id), ({ status }) => status === "down")
      assert.deepStrictEqual(down.lastError, { code: "expectation_failed", message })
      const [check] = yield* data<ReadonlyArray<CheckRecord>>("GET", `/domains/${id}/history`)
      assert.deepInclude(check, { status: "down", statusCode: 200 })
      const [incident] = yield* data<ReadonlyArray<Incident>>("GET", `/domains/${id}/incidents`)
      assert.deepStrictEqual(incident?.triggerError, { code: "expectation_failed", message })
      const alert = yield* until(notificationOf("down", `expect-${name}`), (found) => found !== undefined)
      assert.include(alert?.message, message)
    })
  )

  it.effect("that expects a response time makes a slower domain down", () =>
    Effect.gen(function* () {
      const { site, id } = yield* add("/domains", "expect-time", { expect: [{ responseTimeMs: 1 }] })
      site.behave({ delayMs: 20 })
      const down = yield* until(domainOf(id), ({ status }) => status === "down")
      assert.match(down.lastError?.message ?? "", /^Expected a response within 1 ms, got one after \d+ ms\.$/u)
    })
  )

  it.effect(
    "of a page that fails an expectation is an error, which is announced with the expectation",
    () =>
      Effect.gen(function* () {
        const { site, id } = yield* add("/urls", "page-expect", { expect: [{ text: "In stock" }] })
        site.behave({ status: 200, body: "<p>Sold out" })
        const page = yield* until(data<PageMonitor>("GET", `/urls/${id}`), ({ status }) => status === "error")
        const error = { code: "expectation_failed", message: "Expected the text “In stock”, not found." }
        assert.deepStrictEqual(page.lastError, error)
        const alert = yield* until(notificationOf("page_error", "page-expect"), (found) => found !== undefined)
        assert.include(JSON.stringify(alert), "In stock")
      }),
    60_000
  )

  it.effect.each(["/domains", "/urls"] as const)("of %s sends the method, the headers and the credentials", (path) =>
    Effect.gen(function* () {
      const name = `sends-${path.slice(1)}`
      const { site } = yield* add(path, name, {
        request: { method: "HEAD", headers: { "X-Team": "blue" }, auth: { username: "mon", password: "pässword" } }
      })
      const sent = yield* Effect.promise(() => site.nextRequest())
      assert.deepInclude(sent, { method: "HEAD" })
      assert.deepInclude(sent.headers, {
        "x-team": "blue",
        authorization: `Basic ${Buffer.from("mon:pässword").toString("base64")}`
      })
    })
  )

  it.effect("with a method that may change something is repeated at most once for confirmation", () =>
    Effect.gen(function* () {
      const { dns, passSeconds } = yield* Service
      const options = { request: { method: "POST", headers: { "content-type": "text/plain" }, body: "ping" } }
      const refused = yield* request("POST", "/domains", { url: "posts.example.com", ...options })
      assert.strictEqual(refused.status, 400)
      const proof = /"(mon-proof=[\w-]+)"/u.exec(refused.body.message ?? "")?.[1] ?? ""
      dns.zone.set("_mon.posts.example.com", { TXT: [proof] })
      const { site, id } = yield* add("/domains", "posts", options)
      const sent = yield* Effect.promise(() => site.nextRequest())
      assert.deepInclude(sent, { method: "POST", body: Buffer.from("ping") })
      yield* until(domainOf(id), ({ status }) => status === "up")
      site.behave({ status: 500 })
      const before = site.requests.length
      yield* passSeconds(300)
      yield* until(domainOf(id), ({ status }) => status === "down")
      assert.strictEqual(site.requests.length - before, 2)
      // While the domain is down, its next check is a whole interval away, unlike the next check of a domain with a
      // safe method.
      const { nextCheckAt, lastCheckedAt } = yield* domainOf(id)
      const clock = yield* data<{ readonly time?: string }>("GET", "/status")
      assert.isDefined(clock)
      assert.isAbove(Date.parse(nextCheckAt ?? "") - Date.parse(lastCheckedAt ?? ""), 0)
      assert.strictEqual((yield* data<ReadonlyArray<CheckRecord>>("GET", `/domains/${id}/history`)).length, before + 2)
    })
  )

  it.effect(
    "with a method that may change something stops 7 days after its proof is gone, and runs again with it",
    () =>
      Effect.gen(function* () {
        const { dns, passSeconds } = yield* Service
        const options = { request: { method: "PUT", body: "ping" } }
        const refused = yield* request("POST", "/domains", { url: "proof.example.com", ...options })
        const proof = /"(mon-proof=[\w-]+)"/u.exec(refused.body.message ?? "")?.[1] ?? ""
        dns.zone.set("_mon.proof.example.com", { TXT: [proof] })
        const { site, id } = yield* add("/domains", "proof", options)
        yield* until(domainOf(id), ({ status }) => status === "up")
        dns.zone.delete("_mon.proof.example.com")
        let days = 0
        // On a busy machine, a day may pass without a lookup, so the loop may take longer.
        for (; days < 40 && !isStopped(yield* domainOf(id)); days++) {
          const before = (yield* domainOf(id)).lastCheckedAt
          yield* passSeconds(86_400)
          yield* until(domainOf(id), ({ lastCheckedAt }) => lastCheckedAt !== before)
        }
        assert.isAtLeast(days, 7)
        const stopped = yield* domainOf(id)
        assert.deepStrictEqual(
          stopped.stoppedOptions.map(({ reason }) => reason),
          ["host_not_proven"]
        )
        const alert = yield* until(notificationOf("checks_stopped", "proof"), (found) => found !== undefined)
        assert.include(alert?.message, "_mon.proof.example.com")
        const refusedCheck = Effect.gen(function* () {
          const before = (yield* domainOf(id)).lastCheckedAt
          yield* passSeconds(600)
          yield* until(domainOf(id), ({ lastCheckedAt }) => lastCheckedAt !== before)
          const [check] = yield* data<ReadonlyArray<CheckRecord>>("GET", `/domains/${id}/history`)
          assert.deepInclude(check, { status: "unknown" })
          return site.requests.length
        })
        // On a busy machine, requests of earlier checks may still arrive during the first refused checks.
        let sent = yield* refusedCheck
        let refusals = 0
        for (; refusals < 5; refusals++) {
          const received = yield* refusedCheck
          if (received === sent) break
          sent = received
        }
        assert.isBelow(refusals, 5)
        assert.strictEqual((yield* domainOf(id)).status, "up")
        dns.zone.set("_mon.proof.example.com", { TXT: [proof] })
        yield* passSeconds(86_400)
        yield* until(domainOf(id), ({ stoppedOptions }) => stoppedOptions.length === 0)
        yield* passSeconds(600)
        yield* until(
          Effect.sync(() => site.requests.length),
          (received) => received > sent
        )
      })
  )

  it.effect.each(["/domains", "/urls"] as const)(
    "of %s that is slow three times makes the monitor degraded, never down",
    (path) =>
      Effect.gen(function* () {
        const { passSeconds } = yield* Service
        yield* data("PATCH", "/settings", { degradedAlerts: true })
        const name = `slow-${path.slice(1)}`
        // The limit is far above the response time of a busy machine, so that fast responses count as fast.
        const options = { degradedAfterMs: 1_000, ...(path === "/urls" ? { checkInterval: 3_600 } : {}) }
        const { id, site } = yield* add(path, name, options, { delayMs: 1_100, body: "slow" })
        const one = data<Domain & PageMonitor>("GET", `${path}/${id}`)
        const checkedAfter = (time: string | null) =>
          until(one, ({ lastCheckedAt }) => lastCheckedAt !== null && lastCheckedAt !== time)
        const interval = path === "/urls" ? 3_600 : 300
        let last = (yield* checkedAfter(null)).lastCheckedAt
        /**
         * Checks until `isDegraded` has the given value. Returns the number of checks, which is higher if a busy
         * machine delays a check.
         */
        const checksUntil = Effect.fnUntraced(function* (isDegraded: boolean) {
          let checks = 0
          for (let isDone = false; !isDone; checks += 1) {
            yield* passSeconds(interval)
            const checked = yield* checkedAfter(last)
            last = checked.lastCheckedAt
            isDone = checked.isDegraded === isDegraded
          }
          return checks
        })
        assert.isAtLeast(yield* checksUntil(true), 2)
        const alert = yield* until(notificationOf("degraded", name), (found) => found !== undefined)
        assert.deepInclude(alert, {
          type: "status_change",
          title: `SLOW ${name}.example.com`
        })
        const rows = (yield* data<{ readonly rows: ReadonlyArray<ReadonlyArray<unknown>> }>("GET", "/monitors")).rows
        assert.strictEqual(rows.find(([own]) => own === id)?.[4], "degraded")
        site.behave({ body: "slow" })
        assert.isAtLeast(yield* checksUntil(false), 3)
        yield* until(notificationOf("recovered", name), (found) => found !== undefined)
        yield* data("PATCH", "/settings", { degradedAlerts: false })
      }),
    // With every hour that passes, the service also checks all monitors that earlier tests added.
    120_000
  )

  it.effect("shows its secrets nowhere", () =>
    Effect.gen(function* () {
      const { dataDir, dns, logs, passSeconds, rows, spans } = yield* Service
      const canary = "canary-3f9c1b"
      const encoded = [canary, Buffer.from(`mon:${canary}`).toString("base64"), Buffer.from(canary).toString("base64")]
      const elsewhere = yield* openSite
      dns.zone.set("elsewhere.example.org", { A: [elsewhere.host] })
      const secret = {
        request: {
          headers: { "X-Key": canary, cookie: `session=${canary}` },
          auth: { username: "mon", password: canary }
        },
        expect: [{ text: "welcome" }, { header: "set-cookie", contains: "other" }]
      }
      const domain = yield* add("/domains", "canary", secret)
      const page = yield* add("/urls", "canary-page", { ...secret, expect: [], checkInterval: 3_600 })
      for (const { site } of [domain, page]) {
        // The page repeats the secret header that it received, in a cookie and in its body.
        site.behave(({ headers, path }) =>
          path === "/"
            ? { redirectTo: "/shown" }
            : {
                headers: { "set-cookie": `session=${String(headers["x-key"])}` },
                body: `<p>Hello ${String(headers["x-key"])} ${site.requests.length}`
              }
        )
      }
      yield* until(domainOf(domain.id), ({ status }) => status === "down")
      assert.strictEqual((yield* domainOf(domain.id)).lastError?.message, "Expected the text “welcome”.")
      yield* until(data<PageMonitor>("GET", `/urls/${page.id}`), ({ status }) => status === "active")
      yield* passSeconds(3_600)
      yield* until(data<PageMonitor>("GET", `/urls/${page.id}`), ({ status }) => status === "changed")
      for (const { site } of [domain, page])
        site.behave({ redirectTo: `http://elsewhere.example.org:${elsewhere.port}/` })
      yield* passSeconds(3_600)
      yield* Effect.promise(() => elsewhere.nextRequest())
      yield* data("PATCH", `/domains/${domain.id}`, { request: { headers: { "X-Key": "***" } } })
      const changed = `/urls/${page.id}/changes`
      const open = [
        "/domains",
        `/domains/${domain.id}`,
        `/domains/${domain.id}/history`,
        `/domains/${domain.id}/incidents`,
        "/urls",
        `/urls/${page.id}`,
        "/monitors",
        "/incidents",
        "/notifications?limit=50",
        "/dashboard"
      ]
      const answered = yield* Effect.forEach(open, (path) =>
        Effect.map(request("GET", path), ({ body }) => JSON.stringify(body))
      )
      const file = join(dataDir, "canary.mon")
      const backup = yield* Effect.promise(() => monServer(["backup", file], { MON_DATA_DIR: dataDir }))
      assert.strictEqual(backup.code, 0, backup.stderr)
      const archive = readFileSync(file)
      const stored = gunzipSync(archive).toString("latin1").split("\n")
      assert.isAbove(stored.filter((line) => line.includes("canary-page")).length, 0)
      const everyRow = yield* rows
      assert.deepStrictEqual(yield* data("GET", `/urls/${page.id}/screenshots`), [])
      for (const { triggerScreenshotUrl } of yield* data<ReadonlyArray<Incident>>(
        "GET",
        `/domains/${domain.id}/incidents`
      ))
        assert.isNull(triggerScreenshotUrl)
      const places = {
        answers: answered,
        backup: [archive.toString("latin1")],
        "content of the backup": stored.filter((line) => !line.includes("Hello")),
        logs,
        spans: spans(),
        redirects: elsewhere.requests.map(({ body, headers, path }) =>
          JSON.stringify({ headers, path, body: String(body) })
        ),
        // The rows of page changes contain the text of the page. Only the account sees page changes.
        rows: everyRow.filter((row) => !row.includes("Hello"))
      }
      for (const [place, texts] of Object.entries(places)) {
        assert.isNotEmpty(texts, place)
        for (const text of encoded)
          assert.deepEqual(
            texts.filter((one) => one.includes(text)),
            [],
            place
          )
      }
      const mails = (yield* notifications)
        .map((one) => JSON.stringify(one))
        .filter((one) => one.includes("canary-page"))
      assert.isNotEmpty(mails)
      assert.isNotEmpty(yield* data<ReadonlyArray<unknown>>("GET", changed))
    })
  )
})
