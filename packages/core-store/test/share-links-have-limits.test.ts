import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash, timingSafeEqual } from "node:crypto"
import { type SharedSimulation, SimulationShares, Simulations, type AccessScope } from "../src/index.ts"
import { layerStore, newAccount, newMember } from "./account.ts"
import { installClock } from "./movableClock.ts"

const sha = (text: string) => createHash("sha256").update(text).digest()
const matches = (code: string) => (kept: Uint8Array) => timingSafeEqual(sha(code), kept)

let cookies = 0
const newCookie = () => sha(`cookie ${++cookies}`)

const pass = (seconds: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update test_clock set at = at + ${seconds}::int * interval '1 second'`
  )

const shared = Effect.gen(function* () {
  const { account, viewer } = yield* newAccount
  const sql = yield* SqlClient.SqlClient
  const started = yield* (yield* Simulations).start(
    viewer,
    {
      name: "Spring",
      sendingDomains: ["sender.example"],
      notes: [],
      prospectEntries: ["a.example"],
      credits: 0,
      lookUps: 2
    },
    1_000
  )
  if (started._tag !== "Started") return yield* Effect.die(new Error(started._tag))
  const { jobId } = started.simulation
  yield* sql`update simulation set status = 'completed', completed_at = mon_now(), results = '{"summary":1}' where public_id = ${jobId}::uuid`
  yield* (yield* SimulationShares).rotate(viewer, jobId)
  return { viewer, jobId, email: account.email, link: yield* linkTo(jobId) }
})

const linkTo = (jobId: string) =>
  Effect.flatMap(
    Effect.flatMap(SimulationShares, (shares) => shares.find(jobId)),
    (link) => (link === null ? Effect.die(new Error("no such simulation")) : Effect.succeed(link))
  )

/** Requests a code a minute after the last code. Returns the cookie to which the code is bound. */
const ask = Effect.fn("ask")(function* (link: SharedSimulation, code = "1234") {
  yield* pass(61)
  const cookieHash = newCookie()
  const made = yield* (yield* SimulationShares).challenge(link, { cookieHash, codeMac: sha(code) })
  assert.strictEqual(made._tag, "Made")
  return cookieHash
})

const enter = (link: SharedSimulation, cookie: Uint8Array, code: string) =>
  Effect.flatMap(SimulationShares, (shares) => shares.verifyCode(link, cookie, matches(code)))

const isRight = (link: SharedSimulation, cookie: Uint8Array, code = "1234") =>
  Effect.map(enter(link, cookie, code), ({ right }) => right)

const codesOf = ({ key }: SharedSimulation) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql<{
        version: number
      }>`select share_version as version from share_challenge where simulation_id = ${key}::bigint`
  )

const somebodyWaits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  while (
    (yield* sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
      .length === 0
  )
    yield* Effect.yieldNow
})

/** Runs `late` while `first` holds the lock on the row of the simulation. */
const meeting = Effect.fn("meeting")(function* <A, E, R, B, F, S>(
  link: SharedSimulation,
  first: Effect.Effect<A, E, R>,
  late: Effect.Effect<B, F, S>
) {
  const sql = yield* SqlClient.SqlClient
  const held = yield* Deferred.make<void>()
  const waiting = yield* Effect.forkChild(Effect.andThen(Deferred.await(held), late))
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`select 1 from simulation where id = ${link.key}::bigint for update`
      yield* first
      yield* Deferred.succeed(held, undefined)
      yield* somebodyWaits
    })
  )
  return yield* Fiber.join(waiting)
})

layer(layerStore)("share links", (it) => {
  it.effect("lead to their simulation, and can be replaced by its owner only", () =>
    Effect.gen(function* () {
      yield* installClock("2026-05-04T08:00:00Z")
      const { email, jobId, link, viewer } = yield* shared
      const shares = yield* SimulationShares
      assert.deepInclude(link, { jobId, name: "Spring", status: "completed", version: 1, ownerEmail: email })
      assert.deepStrictEqual(yield* shares.results(link), { summary: 1 })
      const stranger = (yield* newAccount).viewer
      const member: AccessScope = yield* newMember(viewer)
      for (const other of [stranger, member]) assert.isNull(yield* shares.rotate(other, jobId))
      for (const nothing of ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e", "no id", ""]) {
        assert.isNull(yield* shares.rotate(viewer, nothing))
        assert.isNull(yield* shares.find(nothing))
      }
      assert.strictEqual((yield* linkTo(jobId)).version, 1)
      assert.strictEqual(yield* shares.rotate(viewer, jobId), 2)
      assert.isNull(yield* shares.results(link))
    })
  )

  it.effect(
    "open for a code once, within ten minutes and three attempts, and only for the browser that requested it",
    () =>
      Effect.gen(function* () {
        const { link } = yield* shared
        const other = (yield* shared).link
        const cookie = yield* ask(link)
        assert.isFalse(yield* isRight(link, newCookie()))
        assert.isFalse(yield* isRight(other, cookie))
        assert.isTrue(yield* isRight(link, cookie))
        assert.isFalse(yield* isRight(link, cookie))
        const late = yield* ask(link)
        yield* pass(600)
        assert.isFalse(yield* isRight(link, late))
        const timely = yield* ask(link)
        yield* pass(599)
        assert.isTrue(yield* isRight(link, timely))
        const spent = yield* ask(link)
        for (const code of ["0001", "0002", "0003"]) assert.isFalse(yield* isRight(link, spent, code))
        assert.isFalse(yield* isRight(link, spent))
      })
  )

  it.effect("count three of a hundred concurrent attempts, and open for one of a hundred correct ones", () =>
    Effect.gen(function* () {
      const { link } = yield* shared
      const guessed = yield* ask(link, "0099")
      const guesses = Array.from({ length: 100 }, (_, index) => String(index).padStart(4, "0"))
      const tried = yield* Effect.forEach(guesses, (code) => isRight(link, guessed, code), { concurrency: "unbounded" })
      assert.isAtMost(tried.filter((right) => right).length, 1)
      const sql = yield* SqlClient.SqlClient
      const [counted] = yield* sql<{
        n: number
      }>`select count(*)::int as n from share_wrong_code where simulation_id = ${link.key}::bigint`
      assert.isAtMost(counted?.n ?? 100, 3)
      const cookie = yield* ask(link)
      const right = yield* Effect.forEach(guesses, () => isRight(link, cookie), { concurrency: "unbounded" })
      assert.strictEqual(right.filter((each) => each).length, 1)
    })
  )

  it.effect(
    "lock at the tenth wrong code in a day and the thirtieth in thirty days, report it once, and ignore older codes",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const wrongBefore = (link: SharedSimulation, days: number, count: number) =>
          sql`insert into share_wrong_code (simulation_id, share_version, at)
          select ${link.key}::bigint, ${link.version}::int, mon_now() - ${days}::int * interval '1 day' from generate_series(1, ${count}::int)`
        const nextWrong = Effect.fn("nextWrong")(function* (link: SharedSimulation) {
          const cookie = yield* ask(link)
          const { lockedNow } = yield* enter(link, cookie, "0000")
          return { lockedNow, cookie }
        })

        const day = (yield* shared).link
        yield* wrongBefore(day, 0, 8)
        assert.isFalse((yield* nextWrong(day)).lockedNow)
        const tenth = yield* nextWrong(day)
        assert.isTrue(tenth.lockedNow)
        assert.isFalse(yield* isRight(day, tenth.cookie))
        assert.isFalse((yield* enter(day, tenth.cookie, "0000")).lockedNow)

        const month = (yield* shared).link
        yield* wrongBefore(month, 29, 28)
        assert.isFalse((yield* nextWrong(month)).lockedNow)
        assert.isTrue((yield* nextWrong(month)).lockedNow)

        const old = (yield* shared).link
        yield* wrongBefore(old, 31, 50)
        yield* wrongBefore(old, 2, 9)
        const { cookie, lockedNow } = yield* nextWrong(old)
        assert.isFalse(lockedNow)
        assert.isTrue(yield* isRight(old, cookie))
      })
  )

  it.effect("cannot be locked by wrong codes of callers who never requested a code", () =>
    Effect.gen(function* () {
      const { link } = yield* shared
      for (let count = 0; count < 12; count++) assert.isFalse((yield* enter(link, newCookie(), "0000")).lockedNow)
      assert.isTrue(yield* isRight(link, yield* ask(link)))
    })
  )

  it.effect("send one code a minute and twenty a day, counted per link", () =>
    Effect.gen(function* () {
      const { link } = yield* shared
      const shares = yield* SimulationShares
      const next = () => shares.challenge(link, { cookieHash: newCookie(), codeMac: sha("1234") })
      const atOnce = yield* Effect.forEach(Array.from({ length: 10 }), next, { concurrency: "unbounded" })
      assert.strictEqual(atOnce.filter(({ _tag }) => _tag === "Made").length, 1)
      yield* pass(59)
      assert.deepStrictEqual(yield* next(), { _tag: "TooSoon", seconds: 1 })
      for (let count = 1; count < 20; count++) yield* ask(link)
      yield* pass(61)
      const full = yield* next()
      assert.isTrue(full._tag === "TooSoon" && full.seconds > 80_000)
      yield* ask((yield* shared).link)
      yield* pass(full._tag === "TooSoon" ? full.seconds : 0)
      assert.strictEqual((yield* next())._tag, "Made")
    })
  )

  it.effect("lose their codes and locks when a new link is created, even for concurrent requests", () =>
    Effect.gen(function* () {
      const { jobId, link, viewer } = yield* shared
      const sql = yield* SqlClient.SqlClient
      const shares = yield* SimulationShares
      const cookie = yield* ask(link)
      yield* sql`update simulation set share_locked_at = mon_now() where public_id = ${jobId}::uuid`
      yield* pass(61)

      // The creation of the new link waits for a code that is being created.
      const version = yield* meeting(
        link,
        shares.challenge(link, { cookieHash: newCookie(), codeMac: sha("1234") }),
        shares.rotate(viewer, jobId)
      )
      assert.strictEqual(version, 2)
      assert.deepStrictEqual(yield* codesOf(link), [])

      // A code whose creation waits for the new link belongs to a link that has ended.
      const second = yield* linkTo(jobId)
      const made = yield* meeting(
        second,
        shares.rotate(viewer, jobId),
        shares.challenge(second, { cookieHash: newCookie(), codeMac: sha("1234") })
      )
      assert.deepStrictEqual(made, { _tag: "Made", locked: true })
      assert.deepStrictEqual(yield* codesOf(link), [])

      for (const gone of [link, second]) assert.isFalse(yield* isRight(gone, cookie))
      const third = yield* linkTo(jobId)
      assert.isFalse(yield* isRight(third, cookie))
      assert.isTrue(yield* isRight(third, yield* ask(third)))
    })
  )

  it.effect("delete codes after a day and wrong codes after thirty days", () =>
    Effect.gen(function* () {
      const { link } = yield* shared
      const shares = yield* SimulationShares
      yield* enter(link, yield* ask(link), "0000")
      yield* pass(31 * 86_400)
      yield* shares.purge(1_000)
      const young = (yield* shared).link
      yield* enter(young, yield* ask(young), "0000")
      assert.strictEqual(yield* shares.purge(1_000), 0)
      yield* pass(86_400)
      assert.strictEqual(yield* shares.purge(1_000), 1)
      assert.deepStrictEqual(yield* codesOf(young), [])
      yield* pass(29 * 86_400)
      assert.strictEqual(yield* shares.purge(1_000), 1)
    })
  )
})
