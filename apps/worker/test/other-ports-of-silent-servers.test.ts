import { assert, it } from "@effect/vitest"
import { NetworkPolicy } from "@mon/public-net/effect"
import { startSite, startUnresponsivePort } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { PortObserver } from "@mon/checks"

/** A port that refuses connections. The system gives it to no program (RFC 6335, section 6). */
const CLOSED = 2

const observe = (address: string, ports: ReadonlyArray<number>, except: number, allow: ReadonlyArray<string>) =>
  Effect.flatMap(PortObserver, (observer) => observer.observe(address, except)).pipe(
    Effect.provide(
      Layer.provide(PortObserver.layer({ ports, withinMs: 2_000 }), NetworkPolicy.layer({ allow: [...allow] }))
    )
  )

it.live("distinguishes ports that accept connections from those that refuse them or say nothing", () =>
  Effect.gen(function* () {
    const open = yield* Effect.acquireRelease(
      Effect.promise(() => startSite()),
      (site) => Effect.promise(site.close)
    )
    const silent = yield* Effect.acquireRelease(
      Effect.promise(() => startUnresponsivePort()),
      (port) => Effect.promise(port.close)
    )
    const found = yield* observe("127.0.0.1", [open.port, CLOSED, silent.port, 7], 7, ["127.0.0.0/8"])
    assert.deepStrictEqual(found, [
      { port: open.port, outcome: "ok" },
      { port: CLOSED, outcome: "connect_refused" },
      { port: silent.port, outcome: "connect_timeout" }
    ])
    assert.strictEqual(open.requests.length, 0)
  }).pipe(Effect.scoped)
)

it.live("connects to no address that the policy forbids, and to no name", () =>
  Effect.gen(function* () {
    const open = yield* Effect.acquireRelease(
      Effect.promise(() => startSite()),
      (site) => Effect.promise(site.close)
    )
    for (const address of ["127.0.0.1", "::ffff:127.0.0.1", "localhost", "169.254.169.254", "[::1]"])
      assert.deepStrictEqual(yield* observe(address, [open.port], 7, []), [])
  }).pipe(Effect.scoped)
)
