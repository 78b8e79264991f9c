import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import {
  type AccessScope,
  Credentials,
  hashApiKey,
  Identities,
  issueApiKey,
  People,
  SecondFactors,
  Sessions,
  Team
} from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { client, sessionOf } from "./session.ts"

const hashOf = (text: string) => createHash("sha256").update(text).digest()
const PLANTED = "$planted"
const CHOSEN = "$chosen"

let made = 0
const newAddress = (): string => {
  made += 1
  return `victim-${made}@test.example`
}

const invite = Effect.fn("invite")(function* (host: AccessScope, email: string, link: "mailed" | "copied") {
  const team = yield* Team
  const [mailed, copied] = [hashOf(`mailed ${made} ${host.accountKey}`), hashOf(`copied ${made} ${host.accountKey}`)]
  const wanted = { email, domainAccess: [], memberRole: "admin", tokenHash: mailed, seats: 20 } as const
  const result = yield* team.invite(host, wanted)
  if (result._tag !== "Invited") return yield* Effect.die(new Error(result._tag))
  if (link === "mailed") return mailed
  yield* team.resend(host, result.member.membershipId, copied, 20, "copied")
  return copied
})

/** A person who has opened a copied link and chosen the password for an address that is not confirmed. */
const planted = Effect.gen(function* () {
  const email = newAddress()
  const { account, viewer } = yield* newAccount
  const token = yield* invite(viewer, email, "copied")
  const joined = yield* (yield* Team).accept(token, { name: "Eve", passwordHash: PLANTED })
  return { email, host: account.email, userKey: joined?.userKey ?? "", membershipKey: joined?.membershipKey ?? "" }
})
type Planted = Effect.Success<typeof planted>

/** A person whose address is confirmed, with the same password as {@link planted}. */
const confirmed = Effect.gen(function* () {
  const email = newAddress()
  const { account, viewer } = yield* newAccount
  const token = yield* invite(viewer, email, "mailed")
  const joined = yield* (yield* Team).accept(token, { name: "Ann", passwordHash: PLANTED })
  return { email, host: account.email, userKey: joined?.userKey ?? "", membershipKey: joined?.membershipKey ?? "" }
})

const publicIdOf = Effect.fnUntraced(function* ({ membershipKey }: Planted) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: string }>`
    select public_id::text as id from membership where id = ${membershipKey}::bigint`
  return rows[0]?.id ?? ""
})

const subjectOf = ({ email }: Planted) => ({ issuer: "https://login.example", subject: email, email })
const codesOf = ({ email }: Planted) => [hashOf(`code ${email}`)]

/** Stores a second factor as an earlier release did, which did not check whether the address was confirmed. */
const insertFactor = Effect.fnUntraced(function* (person: Planted) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into second_factor (user_id, secret, last_step) values (${person.userKey}::bigint, 'sealed', 1)`
  for (const code of codesOf(person))
    yield* sql`insert into recovery_code (user_id, code_hash) values (${person.userKey}::bigint, ${code})`
})
const insertIdentity = Effect.fnUntraced(function* (person: Planted) {
  const sql = yield* SqlClient.SqlClient
  const { email, issuer, subject } = subjectOf(person)
  yield* sql`insert into linked_identity (user_id, issuer, subject, email)
    values (${person.userKey}::bigint, ${issuer}, ${subject}, ${email})`
})

/** Stores a verified own channel, rules that use it, and the address of a calendar. */
const insertContacts = Effect.fnUntraced(function* ({ membershipKey }: Planted) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    with channel as (
      insert into alert_channel (public_id, account_id, membership_id, kind, name, settings, shown)
      select gen_random_uuid(), account_id, id, 'ntfy', 'Phone', '', '{}' from membership where id = ${membershipKey}::bigint
      returning id
    )
    insert into own_channel (channel_id, shown, verified_at) select id, '{}', mon_now() from channel`
  yield* sql`insert into contact_rules (membership_id, high, low) values (${membershipKey}::bigint, '[]', '[]')`
  yield* sql`
    insert into on_call_calendar (public_id, membership_id) values (gen_random_uuid(), ${membershipKey}::bigint)`
})

const issueKey = Effect.fnUntraced(function* (person: Planted) {
  const issued = yield* issueApiKey(yield* publicIdOf(person))
  return hashApiKey(Redacted.value(issued?.key ?? Redacted.make("")))
})

/**
 * The credentials that a person can have. Each function creates a credential, and returns a test of whether the
 * credential still works.
 */
const plants = {
  password: (person: Planted) =>
    Effect.succeed(
      Effect.map(
        Effect.flatMap(People, (people) => people.findByEmail(person.email)),
        (found) => found?.passwordHash === PLANTED
      )
    ),
  session: Effect.fnUntraced(function* (person: Planted) {
    const sessions = yield* Sessions
    const token = hashOf(`session ${person.email}`)
    yield* sessions.open(token, sessionOf(person.userKey, { proof: { passwordHash: PLANTED } }))
    return Effect.map(sessions.find(token, client), (found) => found !== null)
  }),
  "session with the second factor": Effect.fnUntraced(function* (person: Planted) {
    const sessions = yield* Sessions
    const token = hashOf(`session with a code ${person.email}`)
    yield* insertFactor(person)
    yield* sessions.open(token, sessionOf(person.userKey, { proof: { passwordHash: PLANTED }, withCode: true }))
    return Effect.map(sessions.find(token, client), (found) => found !== null)
  }),
  identity: Effect.fnUntraced(function* (person: Planted) {
    yield* insertIdentity(person)
    return Effect.map((yield* Identities).find(subjectOf(person)), (found) => found !== null)
  }),
  "session with the identity": Effect.fnUntraced(function* (person: Planted) {
    const sessions = yield* Sessions
    const token = hashOf(`session with an identity ${person.email}`)
    yield* insertIdentity(person)
    const { identityKey = "" } = (yield* (yield* Identities).find(subjectOf(person))) ?? {}
    yield* sessions.open(token, sessionOf(person.userKey, { proof: { identityKey } }))
    return Effect.map(sessions.find(token, client), (found) => found !== null)
  }),
  "second factor": Effect.fnUntraced(function* (person: Planted) {
    yield* insertFactor(person)
    return Effect.map((yield* SecondFactors).find(person.userKey), (found) => found !== null)
  }),
  "recovery code": Effect.fnUntraced(function* (person: Planted) {
    yield* insertFactor(person)
    const [code = hashOf("")] = codesOf(person)
    const sql = yield* SqlClient.SqlClient
    return Effect.map(
      sql`select 1 from recovery_code where user_id = ${person.userKey}::bigint and code_hash = ${code}`,
      (rows) => rows.length > 0
    )
  }),
  "API key": Effect.fnUntraced(function* (person: Planted) {
    const keyHash = yield* issueKey(person)
    return Effect.map((yield* Credentials).authenticateAndCount(keyHash, 0), (found) => found !== null)
  }),
  "link for a new password": Effect.fnUntraced(function* (person: Planted) {
    const people = yield* People
    const token = hashOf(`reset ${person.email}`)
    yield* people.startLink("reset", person.email, token)
    return Effect.map(people.findLink(token), (found) => found !== null)
  }),
  "link from the console": Effect.fnUntraced(function* (person: Planted) {
    const people = yield* People
    const token = hashOf(`setup ${person.email}`)
    yield* people.startLink("setup", person.email, token)
    return Effect.map(people.findLink(token), (found) => found !== null)
  })
}

/** The ways in which a person proves the ownership of an address and sets a new password. */
const ways = {
  "a link for a new password": Effect.fnUntraced(function* ({ email }: Planted) {
    const people = yield* People
    yield* people.startLink("reset", email, hashOf(`way ${email}`))
    assert.deepInclude(yield* people.findLink(hashOf(`way ${email}`)), { isFirst: true, hasPassword: false })
    return yield* people.resetPassword(hashOf(`way ${email}`), CHOSEN, false)
  }),
  "a link from the operator's console": Effect.fnUntraced(function* ({ email }: Planted) {
    const people = yield* People
    yield* people.startLink("setup", email, hashOf(`way ${email}`))
    return yield* people.resetPassword(hashOf(`way ${email}`), CHOSEN, false)
  }),
  "a sign-up": Effect.fnUntraced(function* ({ email }: Planted) {
    const people = yield* People
    yield* people.startLink("signup", email, hashOf(`way ${email}`))
    assert.deepInclude(yield* people.findLink(hashOf(`way ${email}`)), { isFirst: true, hasPassword: false })
    return yield* people.signUp(hashOf(`way ${email}`), { name: "Vic", passwordHash: CHOSEN })
  }),
  "an emailed invitation": Effect.fnUntraced(function* ({ email }: Planted) {
    const team = yield* Team
    const { viewer } = yield* newAccount
    const token = yield* invite(viewer, email, "mailed")
    assert.deepInclude(yield* team.findInvite(token), { isFirst: true })
    return yield* team.accept(token, { name: "Vic", passwordHash: CHOSEN })
  })
}

layer(layerStore, { excludeTestServices: true })("the first confirmation of an address", (it) => {
  for (const [way, confirm] of Object.entries(ways)) {
    for (const [thing, plant] of Object.entries(plants)) {
      it.effect(`by ${way} ends the ${thing} from before`, () =>
        Effect.gen(function* () {
          const person = yield* planted
          const opens = yield* plant(person)
          assert.isTrue(yield* opens, "before")
          const bystander = yield* confirmed
          const theirs = yield* plant(bystander)

          const result = yield* confirm(person)
          assert.deepInclude(result, { userKey: person.userKey, passwordHash: CHOSEN })
          assert.isFalse(yield* opens, "afterwards")
          assert.isTrue(yield* theirs, "of somebody else")

          const sessions = yield* Sessions
          const own = hashOf(`own ${person.email}`)
          assert.isTrue(yield* sessions.open(own, sessionOf(person.userKey, { proof: { passwordHash: CHOSEN } })))
          const found = yield* sessions.find(own, client)
          assert.deepInclude(found, { email: person.email, isEmailConfirmed: true, hasSecondFactor: false })
          const accounts = yield* sessions.accounts(found?.viewer ?? (yield* newAccount).viewer)
          assert.include(
            accounts.map(({ ownerEmail }) => ownerEmail),
            person.host,
            "the invitation was for the owner of the address"
          )
        })
      )
    }

    it.effect(`by ${way} leaves nothing of the person but what belongs to the account`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const person = yield* planted
        yield* insertIdentity(person)
        yield* insertFactor(person)
        yield* issueKey(person)
        yield* insertContacts(person)
        yield* ways[way as keyof typeof ways](person)
        for (const [table, column] of ended) {
          const key = column === "user_id" ? person.userKey : person.membershipKey
          const rows = yield* sql`select 1 from ${sql(table)} where ${sql(column)} = ${key}::bigint`
          assert.strictEqual(rows.length, 0, table)
        }
        const keys = yield* sql`select 1 from api_key
          where membership_id = ${person.membershipKey}::bigint and revoked_at is null`
        assert.strictEqual(keys.length, 0)
        const channels = yield* sql`select 1 from alert_channel where membership_id = ${person.membershipKey}::bigint`
        assert.strictEqual(channels.length, 0)
      })
    )
  }

  it.effect("by a sign-up or an invitation replaces the name, which others see", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const way of ["a sign-up", "an emailed invitation"] as const) {
        const person = yield* planted
        yield* ways[way](person)
        const rows = yield* sql`select name from app_user where id = ${person.userKey}::bigint`
        assert.deepStrictEqual(rows, [{ name: "Vic" }])
      }
    })
  )

  it.effect("happens once: later links and invitations end only what they say", () =>
    Effect.gen(function* () {
      const people = yield* People
      const team = yield* Team
      const credentials = yield* Credentials
      const person = yield* confirmed
      yield* insertIdentity(person)
      yield* insertFactor(person)
      const key = yield* issueKey(person)
      const hasAll = Effect.gen(function* () {
        const factor = yield* (yield* SecondFactors).find(person.userKey)
        const identity = yield* (yield* Identities).find(subjectOf(person))
        return (
          factor?.recoveryCodes === 1 && identity !== null && (yield* credentials.authenticateAndCount(key, 0)) !== null
        )
      })
      assert.isTrue(yield* hasAll, "before")

      yield* people.startLink("reset", person.email, hashOf(`later ${person.email}`))
      const link = yield* people.findLink(hashOf(`later ${person.email}`))
      assert.deepInclude(link, { isFirst: false, hasPassword: true, liveKeys: 1 })
      const reset = yield* people.resetPassword(hashOf(`later ${person.email}`), "$later", false)
      assert.deepInclude(reset, { passwordHash: "$later", revokedKeys: 0, liveKeys: 1 })
      assert.isTrue(yield* hasAll, "after a reset")

      const sessions = yield* Sessions
      const session = hashOf(`session ${person.email}`)
      yield* sessions.open(session, sessionOf(person.userKey, { proof: { passwordHash: "$later" }, withCode: true }))
      yield* people.startLink("signup", person.email, hashOf(`own ${person.email}`))
      const owner = yield* people.signUp(hashOf(`own ${person.email}`), { name: "Else", passwordHash: "$else" })
      assert.deepInclude(owner, { passwordHash: "$later" })
      assert.isTrue(yield* hasAll, "after a sign-up")

      const { viewer } = yield* newAccount
      const token = yield* invite(viewer, person.email, "mailed")
      assert.deepInclude(yield* team.findInvite(token), { isFirst: false, passwordHash: "$later" })
      assert.isNull(yield* team.accept(token, { name: "Else", passwordHash: "$else" }), "without the password")
      assert.isNotNull(yield* team.accept(token, { userKey: person.userKey, passwordHash: "$later" }))
      assert.isTrue(yield* hasAll, "after an invitation")
      assert.isNotNull(yield* sessions.find(session, client))
    })
  )

  it.effect("does not happen with a copied link, which needs the password of a known person", () =>
    Effect.gen(function* () {
      const team = yield* Team
      const person = yield* planted
      const { viewer } = yield* newAccount
      const token = yield* invite(viewer, person.email, "copied")
      assert.deepInclude(yield* team.findInvite(token), { isFirst: false, passwordHash: PLANTED })
      assert.isNull(yield* team.accept(token, { name: null, passwordHash: CHOSEN }))
      assert.isNull(yield* team.accept(token, { userKey: person.userKey, passwordHash: CHOSEN }))
      const joined = yield* team.accept(token, { userKey: person.userKey, passwordHash: PLANTED })
      assert.deepInclude(joined, { userKey: person.userKey, passwordHash: PLANTED })
      const sessions = yield* Sessions
      yield* sessions.open(hashOf("copied"), sessionOf(person.userKey, { proof: { passwordHash: PLANTED } }))
      assert.isFalse((yield* sessions.find(hashOf("copied"), client))?.isEmailConfirmed)
    })
  )

  it.effect("asks for a new password: the one from before accepts no emailed invitation", () =>
    Effect.gen(function* () {
      const team = yield* Team
      const person = yield* planted
      const { viewer } = yield* newAccount
      const token = yield* invite(viewer, person.email, "mailed")
      assert.isNull(yield* team.accept(token, { userKey: person.userKey, passwordHash: PLANTED }))
      assert.isNotNull(yield* team.findInvite(token), "it is still open")
    })
  )

  it.effect("comes with an account that the operator creates, so that its keys stay", () =>
    Effect.gen(function* () {
      const people = yield* People
      const { account, keyHash } = yield* newAccount
      for (const kind of ["setup", "reset"] as const) {
        yield* people.startLink(kind, account.email, hashOf(`${kind} ${account.email}`))
        const changed = yield* people.resetPassword(hashOf(`${kind} ${account.email}`), CHOSEN, false)
        assert.deepInclude(changed, { revokedKeys: 0, liveKeys: 1 })
      }
      assert.isNotNull(yield* (yield* Credentials).authenticateAndCount(keyHash, 0))
    })
  )

  it.effect("is needed to link an identity and to set a second factor", () =>
    Effect.gen(function* () {
      const identities = yield* Identities
      const factors = yield* SecondFactors
      const factor = { sealed: "sealed", step: 1, recoveryCodes: [] }
      const person = yield* planted
      assert.strictEqual(yield* identities.link(person.userKey, subjectOf(person)), "Unconfirmed")
      assert.isFalse(yield* factors.set(person.userKey, factor))
      assert.isNull(yield* identities.find(subjectOf(person)))
      assert.isNull(yield* factors.find(person.userKey))
      yield* ways["a link for a new password"](person)
      assert.strictEqual(yield* identities.link(person.userKey, subjectOf(person)), "Linked")
      assert.isTrue(yield* factors.set(person.userKey, factor))
    })
  )
})

/** The tables whose rows about a person are all deleted at the first confirmation. */
const ended = [
  ["contact_rules", "membership_id"],
  ["linked_identity", "user_id"],
  ["on_call_calendar", "membership_id"],
  ["one_time_link", "user_id"],
  ["recovery_code", "user_id"],
  ["second_factor", "user_id"],
  ["user_session", "user_id"]
] as const

/** The remaining tables that refer to a person or a membership, each with the reason why their rows may stay. */
const stays: Readonly<Record<string, string>> = {
  alert_channel: "own channels end; others belong to the account, whose owner sees and removes them",
  alert_route_fallback: "emails to the address",
  alert_route_target: "emails to the address",
  api_key: "the rows stay, but they are revoked",
  cc_email_author: "belongs to the account, whose owner sees and removes it",
  change_seen: "a mark of what was read",
  contact_due: "goes by email if the own channel has ended",
  config_plan: "only the credential that made it may apply it",
  domain_access: "belongs to the membership",
  event_stream: "ends with its session or key",
  idempotent_request: "answers only to the person",
  membership: "the invitation was for the owner of the address",
  notification: "belongs to the account",
  notification_delivery: "belongs to the account",
  on_call_request: "the whole account sees it, and the person can withdraw it",
  report_recipient: "emails to the address",
  tag_access: "belongs to the membership",
  team_invite: "belongs to the account",
  url_access: "belongs to the membership",
  url_seen: "a mark of what was read",
  user_setting: "opens nothing",
  webhook: "belongs to the account, whose owner sees and removes it"
}

layer(layerStore, { excludeTestServices: true })("every table that refers to a person", (it) => {
  it.effect("is decided: it ends with the first confirmation, or it may stay", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ name: string }>`
        select distinct c.conrelid::regclass::text as name from pg_constraint c
        where c.contype = 'f' and c.confrelid in ('app_user'::regclass, 'membership'::regclass, 'second_factor'::regclass)
        order by 1`
      assert.deepStrictEqual(
        rows.map(({ name }) => name),
        [...ended.map(([name]) => name), ...Object.keys(stays)].toSorted()
      )
    })
  )
})
