import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Repeat from "effect/Schedule"
import { performance } from "node:perf_hooks"
import { describe } from "vitest"
import { assert, it } from "@effect/vitest"
import { layerTelemetry, metricsText, readOtlpUrl, telemetryLimits, traced } from "../src/index.ts"
import { scrub, scrubText } from "../src/telemetry/scrub.ts"
import { type Manner, startCollector } from "./Collector.ts"

const fast = { logsEveryMs: 10, tracesEveryMs: 10, timeoutMs: 300, pauseMs: 50, closeMs: 300 }

const collector = (manner: Manner = "answers") =>
  Effect.acquireRelease(
    Effect.promise(() => startCollector(manner)),
    ({ close }) => Effect.promise(close)
  )

const alone = Effect.provideServiceEffect(
  Metric.MetricRegistry,
  Effect.sync(() => new Map())
)

const captureConsole = () => {
  const lines: Array<string> = []
  return { lines, layer: Logger.layer([Logger.map(Logger.formatLogFmt, (line) => void lines.push(line))]) }
}

const work = (count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    (index) => Effect.logInfo("a line").pipe(Effect.annotateLogs({ index }), traced("work", { attributes: { index } })),
    { discard: true }
  )

const batches = Effect.map(metricsText, (text) =>
  Object.fromEntries(
    [...text.matchAll(/^mon_telemetry_batches_total\{signal="(\w+)",outcome="(\w+)"\} (\d+)$/gmu)].map(
      ([, signal, outcome, count]) => [`${signal} ${outcome}`, Number(count)]
    )
  )
)

describe("telemetry", () => {
  it.live("exports traces and logs to the collector, in addition to the other loggers", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { received, url } = yield* collector()
        const console = captureConsole()
        const program = Effect.logInfo("A site is down").pipe(
          Effect.annotateLogs({ monitor: "4711" }),
          Effect.withSpan("inner"),
          traced("check", { kind: "client", attributes: { "check.outcome": "ok" } })
        )
        yield* Effect.provide(
          program,
          Layer.provideMerge(layerTelemetry({ url, service: "mon-worker" }, fast), console.layer)
        )
        const logs = JSON.parse(yield* Effect.promise(() => received("resourceLogs")))
        const traces = JSON.parse(yield* Effect.promise(() => received("resourceSpans")))
        const [record] = logs.resourceLogs[0].scopeLogs[0].logRecords
        const spans: ReadonlyArray<{ name: string; traceId: string; spanId: string; kind: number }> =
          traces.resourceSpans[0].scopeSpans[0].spans
        assert.deepStrictEqual(spans.map(({ name }) => name).toSorted(), ["check", "inner"])
        assert.strictEqual(record.body.stringValue, "A site is down")
        assert.strictEqual(record.traceId, spans[0]?.traceId)
        assert.deepInclude(logs.resourceLogs[0].resource.attributes, {
          key: "service.name",
          value: { stringValue: "mon-worker" }
        })
        assert.match(console.lines.join("\n"), /A site is down/u)
        assert.strictEqual((yield* batches)["logs sent"], 1)
      }).pipe(alone)
    )
  )

  it.live("exports what is left when the process ends", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { received, url } = yield* collector()
        const rare = { ...fast, logsEveryMs: 3_600_000, tracesEveryMs: 3_600_000, timeoutMs: 10_000, closeMs: 10_000 }
        yield* Effect.provide(work(1), layerTelemetry({ url, service: "mon-worker" }, rare))
        assert.include(yield* Effect.promise(() => received("resourceSpans")), '"name":"work"')
        assert.include(yield* Effect.promise(() => received("resourceLogs")), "a line")
      }).pipe(alone)
    )
  )

  it.live("contains no email address, key, token or password, wherever it occurred", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { posts, received, url } = yield* collector()
        const secrets = [
          "ann.owner@example.org",
          "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq",
          "hunter2hunter2",
          "whsec_c2VjcmV0c2VjcmV0",
          "+4915112345678"
        ]
        const [mail = "", key = "", password = "", hook = "", number = ""] = secrets
        const program = Effect.logError(
          `Mail to ${mail} failed`,
          new Error(`postgres://mon:${password}@db/mon said no to ${key}`)
        ).pipe(
          Effect.annotateLogs({
            number,
            query: `https://example.org/?session=${password}`,
            list: [mail, { deep: hook }]
          }),
          Effect.andThen(Effect.die(new Error(`${mail} and ${hook}`))),
          traced(`wrote to ${mail}`, {
            attributes: { password, authorization: password, to: mail, link: `/reset/${"x1".repeat(25)}` }
          }),
          Effect.exit
        )
        yield* Effect.provide(
          program,
          Layer.provideMerge(layerTelemetry({ url, service: "mon" }, fast), Logger.layer([]))
        )
        yield* Effect.promise(() => Promise.all([received("resourceLogs"), received("resourceSpans")]))
        const text = posts.map(({ body }) => body).join("\n")
        for (const secret of [...secrets, "x1x1x1"]) assert.notInclude(text, secret)
        assert.include(text, "Mail to [mail] failed")
        assert.include(text, "wrote to [mail]")
      }).pipe(alone)
    )
  )

  it.live.each<Manner>(["hangs", "hangs-in-body"])(
    "does not delay the program when the collector %s: few requests, nothing buffered, and a shutdown",
    (manner) =>
      Effect.scoped(
        Effect.gen(function* () {
          const { mostAtOnce, posts, received, url } = yield* collector(manner)
          const program = Effect.gen(function* () {
            // Sends many batches at the same time, and more batches while the first batches hang.
            yield* work(2_000)
            yield* Effect.promise(() => received("resourceLogs"))
            yield* work(2_000)
          })
          yield* Effect.provide(
            program,
            Layer.provideMerge(
              layerTelemetry({ url, service: "mon" }, { ...fast, batch: 20, tracesPerSecond: 10_000 }),
              Logger.layer([])
            )
          )
          // A program that waited for this collector would never end.
          assert.isAtMost(mostAtOnce(), telemetryLimits.inFlight)
          assert.isBelow(posts.length, 50)
          const counts = yield* batches
          assert.isAbove(counts["logs dropped"] ?? 0, 50)
          assert.isAbove(counts["traces dropped"] ?? 0, 50)
          assert.strictEqual(counts["logs sent"], 0)
        }).pipe(alone)
      )
  )

  it.live("drops batches while the collector is unavailable or refuses, logs that once, and recovers", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { behave, received, url } = yield* collector("cuts")
        const console = captureConsole()
        const until = (text: string) =>
          Effect.suspend(() => (console.lines.join("\n").includes(text) ? Effect.void : Effect.fail("not yet"))).pipe(
            Effect.retry(Repeat.spaced(10)),
            Effect.timeout("25 seconds")
          )
        const program = Effect.gen(function* () {
          yield* Effect.forkScoped(Effect.forever(Effect.andThen(work(1), Effect.sleep(20))))
          yield* until("OTLP export failed")
          behave("refuses")
          yield* Effect.promise(() => received("a line"))
          behave("answers")
          yield* until("OTLP export recovered")
          yield* Effect.promise(() => received("resourceSpans"))
        })
        yield* Effect.provide(program, Layer.provideMerge(layerTelemetry({ url, service: "mon" }, fast), console.layer))
        assert.strictEqual(console.lines.filter((line) => line.includes("OTLP export failed")).length, 1)
        const counts = yield* batches
        const all = (outcome: string) => (counts[`logs ${outcome}`] ?? 0) + (counts[`traces ${outcome}`] ?? 0)
        assert.isAbove(all("failed"), 1)
        assert.isAbove(all("sent"), 0)
      }).pipe(alone)
    )
  )

  it.live("samples a limited number of traces per second, each complete", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { posts, received, url } = yield* collector()
        const one = Effect.void.pipe(traced("child"), traced("root"))
        const second = Effect.sync(() => Math.floor(performance.now() / 1_000))
        const first = yield* second
        yield* Effect.provide(
          Effect.forEach(Array.from({ length: 200 }), () => one, { discard: true }),
          Layer.provideMerge(layerTelemetry({ url, service: "mon" }, { ...fast, tracesPerSecond: 5 }), Logger.layer([]))
        )
        yield* Effect.promise(() => received("resourceSpans"))
        const names = posts.flatMap(({ body }) => [...body.matchAll(/"name":"(root|child)"/gu)].map(([, name]) => name))
        assert.isAtLeast(names.length, 10)
        assert.isAtMost(names.length, 10 * ((yield* second) - first + 1))
        assert.strictEqual(names.filter((name) => name === "root").length, names.length / 2)
      }).pipe(alone)
    )
  )

  it("is disabled without a URL", () => {
    assert.isNull(readOtlpUrl({}))
    assert.strictEqual(readOtlpUrl({ MON_OTLP_URL: "http://127.0.0.1:4318/" }), "http://127.0.0.1:4318")
    assert.strictEqual(readOtlpUrl({ MON_OTLP_URL: "https://otlp.example.com/mon" }), "https://otlp.example.com/mon")
    for (const url of ["4318", "grpc://127.0.0.1:4317", "http://user:password@127.0.0.1", "http://127.0.0.1?key=1"]) {
      assert.throws(() => readOtlpUrl({ MON_OTLP_URL: url }), /^MON_OTLP_URL must be the http or https URL/u)
    }
  })
})

describe("scrubbing", () => {
  it("does not change harmless names and ids", () => {
    for (const text of [
      "Checks recorded",
      "/api/v1/domains/:id",
      "select id from account where id = $1",
      "at file:///opt/mon/apps/worker/dist/main.js:10:2",
      "2026-11-21T09:00:00.000Z",
      "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
    ]) {
      assert.strictEqual(scrubText(text), text)
    }
  })

  it("finds email addresses in any context", () => {
    const part = fc.stringMatching(/^[a-z0-9._-]{1,20}$/u)
    const around = fc.constantFrom("", " ", "<", '"', "(", "to:", ",", "\n", "mailto:")
    fc.assert(
      fc.property(part, part, around, around, (local, domain, before, after) => {
        assert.notInclude(scrubText(`${before}${local}@${domain}.example${after}`), `${local}@${domain}`)
      })
    )
  })

  it("takes linear time, and preserves the structure", () => {
    // With a quadratic run time, this test would not end.
    for (const text of [
      "a".repeat(1e6),
      "@".repeat(1e5),
      "://".repeat(1e5),
      "https://".repeat(1e5),
      "mon_".repeat(1e5)
    ])
      scrubText(text)
    assert.deepStrictEqual(scrub([{ a: 1, b: null, key: "smtp.password", value: { stringValue: "x" } }]), [
      { a: 1, b: null, key: "smtp.password", value: { stringValue: "[hidden]" } }
    ])
  })
})
