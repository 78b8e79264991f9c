import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { Credentials, Domains, hashApiKey, issueApiKey, Sessions, Team, type AccessScope } from "../src/index.ts"
import * as Redacted from "effect/Redacted"
import { layerStore, newAccount, newDomain } from "./account.ts"
import { client, sessionOf } from "./session.ts"

const absent = "00000000-0000-7000-8000-000000000000"
const tokenHash = (token: string) => createHash("sha256").update(token).digest()
const nobody = { name: null, passwordHash: "$argon2id$of-nobody" }

const invite = Effect.fn("invite")(function* (viewer: AccessScope, email: string, token = email, seats = 20) {
  return yield* (yield* Team).invite(viewer, {
    email,
    domainAccess: [],
    memberRole: "editor",
    tokenHash: tokenHash(token),
    seats
  })
})

const invited = Effect.fn("invited")(function* (viewer: AccessScope, email: string) {
  const result = yield* invite(viewer, email)
  return result._tag === "Invited" ? result.member : yield* Effect.die(new Error(result._tag))
})

const domainOf = Effect.fn("domainOf")(function* (viewer: AccessScope, hostname: string) {
  const made = yield* (yield* Domains).create(viewer, newDomain(hostname), 100)
  return made._tag === "Created" ? made.monitor.id : yield* Effect.die(new Error(made._tag))
})

layer(layerStore, { excludeTestServices: true })("a team", (it) => {
  it.effect("of another account is absent for every operation", () =>
    Effect.gen(function* () {
      const team = yield* Team
      const { viewer: mine } = yield* newAccount
      const { viewer: theirs } = yield* newAccount
      const { membershipId } = yield* invited(mine, "isolated@test.example")
      const domain = yield* domainOf(mine, "isolated.example")
      assert.deepStrictEqual(yield* team.list(theirs), [])
      assert.strictEqual((yield* team.resend(theirs, membershipId, tokenHash("stolen"), 20))._tag, "Absent")
      assert.strictEqual((yield* team.remove(theirs, membershipId))._tag, "Absent")
      assert.strictEqual(
        (yield* team.invite(theirs, {
          email: "spy@test.example",
          domainAccess: [{ domainId: domain, canWrite: true }],
          memberRole: "editor",
          tokenHash: tokenHash("spy"),
          seats: 5
        }))._tag,
        "UnknownShare"
      )
      assert.deepStrictEqual(yield* team.list(theirs), [])
      assert.isNotNull(yield* team.findInvite(tokenHash("isolated@test.example")))
      yield* team.accept(tokenHash("isolated@test.example"), nobody)
      assert.strictEqual((yield* team.remove(theirs, membershipId))._tag, "Absent")
      assert.strictEqual((yield* team.list(mine)).length, 1)
    })
  )

  it.effect("treats malformed and absent ids alike", () =>
    Effect.gen(function* () {
      const team = yield* Team
      const { viewer } = yield* newAccount
      for (const id of [absent, "", "x", "'; drop table membership; --", "\0"]) {
        assert.strictEqual((yield* team.resend(viewer, id, tokenHash(`absent ${id}`), 5))._tag, "Absent")
        assert.strictEqual((yield* team.remove(viewer, id))._tag, "Absent")
        assert.strictEqual(
          (yield* team.invite(viewer, {
            email: "no@test.example",
            domainAccess: [{ domainId: id, canWrite: true }],
            memberRole: "editor",
            tokenHash: tokenHash(`no ${id}`),
            seats: 5
          }))._tag,
          "UnknownShare"
        )
      }
      assert.deepStrictEqual(yield* team.list(viewer), [])
    })
  )

  it.effect("never has more members and pending invites than seats, however many are invited at once", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const results = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, n) => n),
        (n) => invite(viewer, `race-${n}@test.example`, `race ${n}`, 5),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Invited").length, 5)
      assert.strictEqual(results.filter(({ _tag }) => _tag === "NoSeat").length, 35)
      assert.strictEqual((yield* (yield* Team).list(viewer)).length, 5)
    })
  )

  it.effect("has each address once, regardless of case, and never its owner's", () =>
    Effect.gen(function* () {
      const { account, viewer } = yield* newAccount
      yield* invited(viewer, "Twice@test.example")
      assert.strictEqual((yield* invite(viewer, "twice@TEST.example", "second"))._tag, "AlreadyInvited")
      assert.strictEqual((yield* invite(viewer, account.email.toUpperCase(), "self"))._tag, "IsOwner")
      const team = yield* Team
      yield* team.accept(tokenHash("Twice@test.example"), nobody)
      assert.strictEqual((yield* invite(viewer, "TWICE@test.example", "third"))._tag, "AlreadyInvited")
      assert.strictEqual((yield* team.remove(viewer, account.membershipId))._tag, "IsOwner")
      assert.strictEqual((yield* team.resend(viewer, account.membershipId, tokenHash("owner"), 5))._tag, "Accepted")
    })
  )

  it.effect("gains one member from two concurrent acceptances", () =>
    Effect.gen(function* () {
      const team = yield* Team
      const { viewer } = yield* newAccount
      const domain = yield* domainOf(viewer, "accepted.example")
      yield* team.invite(viewer, {
        email: "joins@test.example",
        domainAccess: [{ domainId: domain, canWrite: true }],
        memberRole: "editor",
        tokenHash: tokenHash("joins"),
        seats: 5
      })
      const results = yield* Effect.forEach(
        Array.from({ length: 8 }),
        () => team.accept(tokenHash("joins"), { name: "Jo", passwordHash: "$argon2id$" }),
        {
          concurrency: "unbounded"
        }
      )
      assert.strictEqual(results.filter((result) => result !== null).length, 1)
      assert.isNull(yield* team.findInvite(tokenHash("joins")))
      const [member] = yield* team.list(viewer)
      assert.deepInclude(member, {
        email: "joins@test.example",
        name: "Jo",
        status: "accepted",
        expiresAt: null,
        domainAccess: [{ domainId: domain, canWrite: true }]
      })
    })
  )

  it.effect("accepts only the newest token of an invite, for seven days", () =>
    Effect.gen(function* () {
      const team = yield* Team
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const { membershipId } = yield* invited(viewer, "late@test.example")
      assert.strictEqual((yield* team.resend(viewer, membershipId, tokenHash("newer"), 1))._tag, "Invited")
      assert.isNull(yield* team.findInvite(tokenHash("late@test.example")))
      assert.isNull(yield* team.accept(tokenHash("late@test.example"), nobody))
      assert.isNotNull(yield* team.findInvite(tokenHash("newer")))
      yield* sql`update team_invite set expires_at = mon_now() - interval '1 second' where public_id = ${membershipId}::uuid`
      assert.isNull(yield* team.accept(tokenHash("newer"), nobody))
      assert.strictEqual((yield* team.list(viewer))[0]?.status, "expired")
      yield* invite(viewer, "seat@test.example", "seat", 1)
      assert.strictEqual((yield* team.resend(viewer, membershipId, tokenHash("newest"), 1))._tag, "NoSeat")
      assert.strictEqual((yield* team.resend(viewer, membershipId, tokenHash("newest"), 2))._tag, "Invited")
      assert.isNotNull(yield* team.findInvite(tokenHash("newest")))
    })
  )

  it.effect("gains nobody while its account is suspended or will be deleted", () =>
    Effect.gen(function* () {
      const team = yield* Team
      const sql = yield* SqlClient.SqlClient
      for (const column of ["suspended_at", "deletes_at"]) {
        const { viewer } = yield* newAccount
        const token = tokenHash(column)
        yield* invite(viewer, `${column}@test.example`, column)
        yield* sql`update account set ${sql(column)} = mon_now() where id = ${viewer.accountKey}::bigint`
        assert.isNull(yield* team.findInvite(token), column)
        assert.isNull(yield* team.accept(token, nobody), column)
        yield* sql`update account set ${sql(column)} = null where id = ${viewer.accountKey}::bigint`
        assert.isNotNull(yield* team.accept(token, nobody), column)
      }
    })
  )

  it.effect("loses a removed member's key, sessions and access in one step, and can invite it again", () =>
    Effect.gen(function* () {
      const team = yield* Team
      const sessions = yield* Sessions
      const credentials = yield* Credentials
      const { viewer } = yield* newAccount
      const domain = yield* domainOf(viewer, "removed.example")
      yield* team.invite(viewer, {
        email: "gone@test.example",
        domainAccess: [{ domainId: domain, canWrite: false }],
        memberRole: "editor",
        tokenHash: tokenHash("gone"),
        seats: 5
      })
      const joined = yield* team.accept(tokenHash("gone"), nobody)
      const [member] = yield* team.list(viewer)
      const id = member?.membershipId ?? ""
      const key = hashApiKey(Redacted.value((yield* issueApiKey(id))?.key ?? Redacted.make("")))
      const { passwordHash } = nobody
      const userKey = joined?.userKey ?? ""
      assert.isTrue(yield* sessions.open(tokenHash("their session"), sessionOf(userKey, { proof: { passwordHash } })))
      const memberViewer = (yield* credentials.authenticateAndCount(key, 0))?.viewer
      assert.strictEqual((yield* team.remove(viewer, id))._tag, "Removed")
      assert.isNull(yield* credentials.authenticateAndCount(key, 0))
      assert.isNull(yield* sessions.find(tokenHash("their session"), client))
      if (memberViewer !== undefined) assert.isNull(yield* (yield* Domains).find(memberViewer, domain))
      assert.strictEqual((yield* team.remove(viewer, id))._tag, "Absent")
      assert.strictEqual((yield* invite(viewer, "gone@test.example", "again"))._tag, "Invited")
      assert.isNull(yield* team.accept(tokenHash("again"), nobody), "the person has a password")
      assert.isNotNull(yield* team.accept(tokenHash("again"), { userKey, passwordHash }))
      assert.deepStrictEqual(
        (yield* team.list(viewer)).map(({ domainAccess }) => domainAccess),
        [[]]
      )
    })
  )

  it.effect("has no member after a concurrent acceptance and removal", () =>
    Effect.gen(function* () {
      const team = yield* Team
      const { viewer } = yield* newAccount
      for (let round = 0; round < 5; round++) {
        const { membershipId } = yield* invited(viewer, `torn-${round}@test.example`)
        yield* Effect.all(
          [team.accept(tokenHash(`torn-${round}@test.example`), nobody), team.remove(viewer, membershipId)],
          { concurrency: "unbounded" }
        )
      }
      assert.deepStrictEqual(yield* team.list(viewer), [])
    })
  )
})
