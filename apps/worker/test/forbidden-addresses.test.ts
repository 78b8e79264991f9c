import type { Site } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import { Domains } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { runWorker } from "./runWorker.ts"
import { layerWorld, of, openSite, TestWorld, watch, type Watched, type WatchOptions } from "./TestWorld.ts"

/** The address policy of these tests allows 127.0.0.1 and no other private address. */
const FORBIDDEN = "127.0.0.2"

/** The setup of a hostile owner: an allowed site and a forbidden one. */
interface Trap {
  readonly name: string
  readonly set: (world: TestWorld["Service"], allowed: Site, forbidden: Site) => WatchOptions
  /** Changes the setup after a first check that finds the site up. */
  readonly spring?: (world: TestWorld["Service"]) => void
}

const redirectingTo =
  (location: (forbidden: Site) => string): Trap["set"] =>
  (_, allowed, forbidden) => {
    allowed.behave({ redirectTo: location(forbidden) })
    return {}
  }

const traps: ReadonlyArray<Trap> = [
  { name: "a redirect to a forbidden address", set: redirectingTo(({ port }) => `http://${FORBIDDEN}:${port}/`) },
  { name: "a redirect to a decimal address", set: redirectingTo(({ port }) => `http://2130706434:${port}/`) },
  { name: "a redirect to a hexadecimal address", set: redirectingTo(({ port }) => `http://0x7f000002:${port}/`) },
  { name: "a redirect to a short address", set: redirectingTo(({ port }) => `http://127.2:${port}/`) },
  { name: "a redirect to a mapped address", set: redirectingTo(({ port }) => `http://[::ffff:${FORBIDDEN}]:${port}/`) },
  { name: "a redirect to the metadata service", set: redirectingTo(() => "http://169.254.169.254/latest/meta-data/") },
  { name: "a redirect to a private network", set: redirectingTo(() => "https://10.0.0.1/") },
  {
    name: "a redirect to a name of a forbidden address",
    set: ({ dns }, allowed, forbidden) => {
      dns.zone.set("inside.example.org", { A: [FORBIDDEN] })
      allowed.behave({ redirectTo: `http://inside.example.org:${forbidden.port}/` })
      return {}
    }
  },
  {
    name: "two redirects, the second to a forbidden address",
    set: (_, allowed, forbidden) => {
      const first = { redirectTo: "/next" }
      allowed.behave(({ path }) =>
        path === "/next" ? { redirectTo: `http://${FORBIDDEN}:${forbidden.port}/` } : first
      )
      return {}
    }
  },
  {
    name: "a name with an allowed and a forbidden address",
    set: ({ dns }) => {
      dns.zone.set("both.example.org", { A: ["127.0.0.1", FORBIDDEN] })
      return { hostname: "both.example.org" }
    }
  },
  {
    name: "a name whose alias has a forbidden address",
    set: ({ dns }) => {
      dns.zone.set("alias.example.org", { CNAME: "target.example.org" })
      dns.zone.set("target.example.org", { A: [FORBIDDEN] })
      return { hostname: "alias.example.org" }
    }
  },
  {
    name: "a name with an allowed IPv4 and the loopback IPv6 address",
    set: ({ dns }) => {
      dns.zone.set("six.example.org", { A: ["127.0.0.1"], AAAA: ["::1"] })
      return { hostname: "six.example.org" }
    }
  },
  {
    name: "a name that is rebound between two checks",
    set: ({ dns }) => {
      dns.zone.set("rebound.example.org", { A: ["127.0.0.1"] })
      return { hostname: "rebound.example.org" }
    },
    spring: ({ dns }) => dns.zone.set("rebound.example.org", { A: [FORBIDDEN] })
  },
  {
    name: "a name that is rebound between two hops of one check",
    set: ({ dns }, allowed) => {
      dns.zone.set("hop.example.org", { A: ["127.0.0.1"] })
      allowed.behave(() => {
        dns.zone.set("hop.example.org", { A: [FORBIDDEN] })
        return { redirectTo: "/again" }
      })
      return { hostname: "hop.example.org" }
    }
  },
  {
    name: "a redirect to the name of a container",
    set: ({ dns }, allowed, forbidden) => {
      dns.zone.set("database", { A: [FORBIDDEN] })
      dns.zone.set("lead.example.org", { A: ["127.0.0.1"] })
      allowed.behave({ redirectTo: `http://database:${forbidden.port}/` })
      return { hostname: "lead.example.org" }
    }
  }
]

/**
 * Opens both sites on the same port, so that a wrong connection would succeed. Retries if the port is in use on one
 * address.
 */
const twins = Effect.gen(function* () {
  const forbidden = yield* openSite({ host: FORBIDDEN })
  const allowed = yield* openSite({ port: forbidden.port })
  return { allowed, forbidden }
}).pipe(Effect.sandbox, Effect.retry({ times: 5 }))

const shownError = Effect.fnUntraced(function* ({ id, viewer }: Watched) {
  return (yield* (yield* Domains).find(viewer, id))?.lastError?.message ?? ""
})

layer(layerWorld, { excludeTestServices: true })("a forbidden address", (it) => {
  for (const trap of traps) {
    it.effect(`is not connected to through ${trap.name}`, () =>
      Effect.gen(function* () {
        const world = yield* TestWorld
        const { allowed, forbidden } = yield* twins
        const watched = yield* watch(allowed, trap.set(world, allowed, forbidden))
        yield* runWorker()
        if (trap.spring !== undefined) {
          yield* world.checks.next(of(watched, "up"))
          trap.spring(world)
        }
        const check = yield* world.checks.next(of(watched, "down"))
        assert.strictEqual(check.errorCode, "blocked_address")
        yield* world.checks.next(of(watched, "down"))
        assert.strictEqual(forbidden.accepted, 0)
        assert.match(yield* shownError(watched), /^The address of \S+ is not public\.$/u)
      })
    )
  }
})
