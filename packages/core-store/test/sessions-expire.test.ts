import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { Accounts, type NewSession, RateLimitedAttempts, People, Sessions, Team } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { client, sessionOf } from "./session.ts"

const hashOf = (token: string) => createHash("sha256").update(token).digest()

const later = Effect.fnUntraced(function* <A, E, R>(interval: string, effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const clock = (ahead: string) =>
    sql.unsafe(`create or replace function mon_now() returns timestamptz language sql stable parallel safe
      as $$ select statement_timestamp() + interval '${ahead}' $$`)
  yield* clock(interval)
  return yield* Effect.ensuring(effect, Effect.orDie(clock("0")))
})

layer(layerStore, { excludeTestServices: true })("a session", (it) => {
  it.effect("identifies the person and the account", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const { account, principal, viewer } = yield* newAccount
      assert.isTrue(yield* sessions.open(hashOf("one"), sessionOf(viewer.userKey)))
      assert.deepStrictEqual(yield* sessions.find(hashOf("one"), client), {
        principal,
        viewer,
        plan: "agency",
        planExpiresAt: null,
        extraDomains: 0,
        email: account.email,
        isEmailConfirmed: true,
        name: null,
        ownerEmail: account.email,
        accounts: 1,
        signedInSeconds: 0,
        mustEnrol: false,
        deletesAt: null,
        isSuspended: false,
        hasSecondFactor: false
      })
      yield* sessions.close(hashOf("one"))
      assert.isNull(yield* sessions.find(hashOf("one"), client))
      assert.isFalse(yield* sessions.open(hashOf("nobody"), sessionOf("999999999")))
    })
  )

  it.effect("opens for no password, link or identity that has changed since it was proved", () =>
    Effect.gen(function* () {
      const people = yield* People
      const sessions = yield* Sessions
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      yield* people.setPassword(viewer.userKey, "$old", false)
      const open = (proof: NewSession["proof"]) => sessions.open(hashOf("proof"), sessionOf(viewer.userKey, { proof }))
      assert.isFalse(yield* open({ passwordHash: null }))
      assert.isFalse(yield* open({ passwordHash: "$new" }))
      assert.isFalse(yield* open({ identityKey: "999999999" }))
      assert.deepStrictEqual(yield* sql`select 1 from user_session where user_id = ${viewer.userKey}::bigint`, [])
      assert.isTrue(yield* people.rehash(viewer.userKey, "$old", "$new"))
      assert.isFalse(yield* people.rehash(viewer.userKey, "$old", "$other"))
      assert.isFalse(yield* open({ passwordHash: "$old" }))
      assert.isTrue(yield* open({ passwordHash: "$new" }))
      yield* sessions.close(hashOf("proof"))
    })
  )

  it.effect("ends after 14 idle days, and after 60 days in any case", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const { viewer } = yield* newAccount
      yield* sessions.open(hashOf("idle"), sessionOf(viewer.userKey))
      yield* sessions.open(hashOf("busy"), sessionOf(viewer.userKey))
      for (const days of [10, 20, 30, 40, 50, 59]) {
        assert.isNotNull(yield* later(`${days} days`, sessions.find(hashOf("busy"), client)), `day ${days}`)
      }
      assert.isNull(yield* later("15 days", sessions.find(hashOf("idle"), client)))
      assert.isNull(yield* later("61 days", sessions.find(hashOf("busy"), client)))
      assert.strictEqual(yield* later("61 days", sessions.purgeExpired(10)), 2)
    })
  )

  it.effect("of another person cannot be read or changed", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const { account: other, viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      yield* sessions.open(hashOf("mine 1"), sessionOf(mine.userKey))
      yield* sessions.open(hashOf("mine 2"), sessionOf(mine.userKey))
      yield* sessions.open(hashOf("theirs"), sessionOf(theirs.userKey))
      assert.isFalse(yield* sessions.switchTo(hashOf("theirs"), hashOf("new"), other.membershipId))
      assert.isFalse(yield* sessions.switchTo(hashOf("theirs"), hashOf("new"), "x"))
      assert.strictEqual(yield* sessions.closeOthers(theirs, hashOf("theirs")), 0)
      assert.strictEqual(yield* sessions.closeOthers(mine, hashOf("mine 1")), 1)
      assert.isNotNull(yield* sessions.find(hashOf("mine 1"), client))
      assert.isNotNull(yield* sessions.find(hashOf("theirs"), client))
      assert.strictEqual((yield* sessions.accounts(theirs)).length, 1)
    })
  )

  it.effect("moves to another account of the person with a new token", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const team = yield* Team
      const { account: first, viewer } = yield* newAccount
      const { account: second, viewer: host } = yield* newAccount
      yield* team.invite(host, {
        email: first.email,
        domainAccess: [],
        memberRole: "editor",
        tokenHash: hashOf("join"),
        seats: 1
      })
      yield* team.accept(hashOf("join"), { name: null, passwordHash: null })
      yield* sessions.open(hashOf("here"), sessionOf(viewer.userKey))
      const choices = yield* sessions.accounts(viewer)
      assert.deepStrictEqual(
        choices.map(({ ownerEmail, role }) => [ownerEmail, role]),
        [
          [first.email, "owner"],
          [second.email, "member"]
        ]
      )
      assert.isTrue(yield* sessions.switchTo(hashOf("here"), hashOf("there"), choices[1]?.membershipId ?? ""))
      assert.isNull(yield* sessions.find(hashOf("here"), client))
      assert.deepInclude(yield* sessions.find(hashOf("there"), client), { ownerEmail: second.email, accounts: 2 })
      assert.strictEqual((yield* sessions.find(hashOf("there"), client))?.viewer.role, "member")
    })
  )
})

layer(layerStore, { excludeTestServices: true })("a one-time link", (it) => {
  it.effect("creates one account, however many use it at once", () =>
    Effect.gen(function* () {
      const people = yield* People
      assert.strictEqual(yield* people.startLink("signup", "new@test.example", hashOf("signup")), "new@test.example")
      assert.deepStrictEqual(yield* people.findLink(hashOf("signup")), {
        kind: "signup",
        email: "new@test.example",
        isFirst: false,
        hasPassword: false,
        liveKeys: 0
      })
      const made = yield* Effect.forEach(
        Array.from({ length: 6 }),
        () => people.signUp(hashOf("signup"), { name: "New", passwordHash: "$a" }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(made.filter((person) => person !== null).length, 1)
      const found = yield* (yield* Accounts).findByEmail("NEW@test.example")
      assert.strictEqual(found?.plan, "free")
      assert.isNull(yield* people.startLink("signup", "New@test.example", hashOf("again")))
      assert.isNull(yield* people.findLink(hashOf("again")))
    })
  )

  it.effect("creates an account for a member without one and keeps the password", () =>
    Effect.gen(function* () {
      const people = yield* People
      const { viewer } = yield* newAccount
      const team = yield* Team
      yield* team.invite(viewer, {
        email: "both@test.example",
        domainAccess: [],
        memberRole: "editor",
        tokenHash: hashOf("both"),
        seats: 1
      })
      yield* team.accept(hashOf("both"), { name: "Bo", passwordHash: "$first" })
      yield* people.startLink("signup", "both@test.example", hashOf("own"))
      assert.isTrue((yield* people.findLink(hashOf("own")))?.hasPassword)
      const person = yield* people.signUp(hashOf("own"), { name: "Else", passwordHash: "$second" })
      assert.strictEqual(person?.passwordHash, "$first")
      assert.isNotNull(yield* (yield* Accounts).findByEmail("both@test.example"))
    })
  )

  it.effect("sets a password once and ends every session, and is invalid after it expires or a new one was sent", () =>
    Effect.gen(function* () {
      const people = yield* People
      const sessions = yield* Sessions
      const { account, viewer } = yield* newAccount
      yield* sessions.open(hashOf("stolen"), sessionOf(viewer.userKey))
      assert.isNull(yield* people.startLink("reset", "nobody@test.example", hashOf("none")))
      assert.strictEqual(yield* people.startLink("reset", account.email.toUpperCase(), hashOf("first")), account.email)
      yield* people.startLink("reset", account.email, hashOf("second"))
      assert.isNull(yield* people.resetPassword(hashOf("first"), "$one", false))
      assert.isNull(yield* later("61 minutes", people.resetPassword(hashOf("second"), "$one", false)))
      assert.isNull(yield* people.signUp(hashOf("second"), { name: null, passwordHash: "$one" }))
      assert.strictEqual((yield* people.resetPassword(hashOf("second"), "$one", false))?.passwordHash, "$one")
      assert.isNull(yield* people.resetPassword(hashOf("second"), "$two", false))
      assert.isNull(yield* sessions.find(hashOf("stolen"), client))
      assert.isFalse(yield* people.rehash(viewer.userKey, "$other", "$three"))
      assert.strictEqual((yield* people.findByKey(viewer.userKey))?.passwordHash, "$one")
      yield* people.startLink("setup", account.email, hashOf("setup"))
      assert.strictEqual(yield* later("8 days", people.purgeLinks(10)), 1)
    })
  )
})

layer(layerStore, { excludeTestServices: true })("rate-limited attempts", (it) => {
  const policy = { free: 3, firstWaitSeconds: 10, longestWaitSeconds: 30 }

  it.effect("must wait after the first one if only one is free", () =>
    Effect.gen(function* () {
      const attempts = yield* RateLimitedAttempts
      const take = attempts.take(hashOf("one free"), { ...policy, free: 1 })
      assert.strictEqual(yield* take, 0)
      assert.isAbove(yield* take, 0)
      assert.strictEqual(yield* later("11 seconds", take), 0)
      assert.isAbove(yield* later("22 seconds", take), 0)
    })
  )

  it.effect("may be made at the same moment while they are free, and after one was forgiven", () =>
    Effect.gen(function* () {
      const attempts = yield* RateLimitedAttempts
      const bucket = hashOf("same moment")
      const take = attempts.take(bucket, { ...policy, free: 4 })
      assert.strictEqual(yield* later("2 seconds", take), 0)
      assert.strictEqual(yield* later("1 second", take), 0, "this one began earlier and waited for the row")
      assert.strictEqual(yield* later("1 second", take), 0)
      yield* later("3 seconds", attempts.forgive(bucket))
      assert.strictEqual(yield* later("2 seconds", take), 0)
      assert.strictEqual(yield* later("2 seconds", take), 0)
      assert.isAbove(yield* later("3 seconds", take), 0)
    })
  )

  it.effect("wait twice as long each time, up to the longest wait, and start again when cleared", () =>
    Effect.gen(function* () {
      const attempts = yield* RateLimitedAttempts
      const bucket = hashOf("bucket")
      const at = (seconds: number) => later(`${seconds} seconds`, attempts.take(bucket, policy))
      assert.deepStrictEqual([yield* at(0), yield* at(0), yield* at(0)], [0, 0, 0])
      assert.include([9, 10], yield* at(0))
      assert.strictEqual(yield* at(20), 0)
      assert.include([19, 20], yield* at(20))
      assert.strictEqual(yield* at(60), 0)
      assert.include([29, 30], yield* at(60))
      assert.strictEqual(yield* at(120), 0)
      assert.include([29, 30], yield* at(120))
      assert.strictEqual(yield* attempts.take(hashOf("another bucket"), policy), 0)
      yield* attempts.clear(bucket)
      assert.strictEqual(yield* at(120), 0)
      assert.isAtLeast(yield* later("2 days", attempts.purgeOld(10)), 2)
    })
  )

  it.effect("cannot exceed the limit when concurrent", () =>
    Effect.gen(function* () {
      const attempts = yield* RateLimitedAttempts
      const taken = yield* Effect.forEach(Array.from({ length: 30 }), () => attempts.take(hashOf("race"), policy), {
        concurrency: "unbounded"
      })
      assert.strictEqual(taken.filter((wait) => wait === 0).length, 3)
    })
  )

  it.effect("that succeeded are not counted", () =>
    Effect.gen(function* () {
      const attempts = yield* RateLimitedAttempts
      for (let round = 0; round < 10; round++) {
        assert.strictEqual(yield* attempts.take(hashOf("good"), policy), 0)
        yield* attempts.forgive(hashOf("good"))
      }
    })
  )
})
