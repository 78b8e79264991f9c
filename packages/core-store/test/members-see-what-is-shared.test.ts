import { isNightly } from "@mon/tooling/seed"
import { assert, layer } from "@effect/vitest"
import { heartbeatDefaults, pageDefaults } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import fc from "fast-check"
import { createHash } from "node:crypto"
import { type AccessScope, Domains, Heartbeats, Tags, Team, PageMonitors, Webhooks } from "../src/index.ts"
import { layerStore, newAccount, newDomain, newMember } from "./account.ts"

const page = { page: 1, limit: 100 }
const tokenHash = (token: string) => createHash("sha256").update(token).digest()

const addDomain = Effect.fn("addDomain")(function* (viewer: AccessScope, hostname: string) {
  const made = yield* (yield* Domains).create(viewer, newDomain(hostname), 100)
  return made._tag === "Created" ? made.monitor.id : yield* Effect.die(new Error(made._tag))
})

const addUrl = Effect.fn("addUrl")(function* (viewer: AccessScope, hostname: string) {
  const url = { ...pageDefaults, name: hostname, url: `https://${hostname}/`, hostname }
  const made = yield* (yield* PageMonitors).create(viewer, url, 100)
  return made._tag === "Created" ? made.monitor.id : yield* Effect.die(new Error(made._tag))
})

const addHeartbeat = Effect.fn("addHeartbeat")(function* (viewer: AccessScope, name: string) {
  const token = { hash: tokenHash(`${viewer.accountKey} ${name}`), sealed: "sealed" }
  const made = yield* (yield* Heartbeats).create(viewer, { ...heartbeatDefaults, name }, 100, token, {})
  return made._tag === "Created" ? made.monitor.id : yield* Effect.die(new Error(made._tag))
})

const addTag = Effect.fn("addTag")(function* (viewer: AccessScope, name: string) {
  const made = yield* (yield* Tags).create(viewer, { name, color: "#ffffff" }, 100)
  return made._tag === "Saved" ? made.tag.id : yield* Effect.die(new Error(made._tag))
})

const publicIdOf = Effect.fn("publicIdOf")(function* ({ membershipKey }: AccessScope) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: string }>`select public_id as id from membership where id = ${membershipKey}::bigint`
  return row?.id ?? ""
})

const seen = Effect.fn("seen")(function* (viewer: AccessScope) {
  const urls = yield* PageMonitors
  const domains = (yield* (yield* Domains).list(viewer, page)).items.map(({ access, id }) => [id, access] as const)
  const { items } = yield* urls.list(viewer, page)
  const jobs = (yield* (yield* Heartbeats).list(viewer, page)).items.map(({ access, id }) => [id, access] as const)
  const rights = yield* urls.rights(
    viewer,
    items.map(({ id }) => id)
  )
  assert.strictEqual(rights.length, items.length)
  assert.strictEqual(yield* urls.seesAny(viewer), items.length > 0)
  return Object.fromEntries([...domains, ...jobs, ...rights.map(({ access, id }) => [id, access] as const)])
})

const DOMAINS = 4
const URLS = 3
const HEARTBEATS = 2
const TAGS = 3
const MONITORS = DOMAINS + URLS + HEARTBEATS

/** Generates grants for some of the monitors or tags, by position. */
const grants = (things: number) =>
  fc.array(fc.record({ at: fc.nat(things - 1), canWrite: fc.boolean() }), { maxLength: things + 1 })

const world = fc.record({
  role: fc.constantFrom("viewer", "editor", "admin"),
  /** The tags of each monitor: first the domains, then the pages and the heartbeats. */
  tags: fc.array(fc.subarray([...Array(TAGS).keys()]), { minLength: MONITORS, maxLength: MONITORS }),
  domains: grants(DOMAINS),
  urls: grants(URLS),
  heartbeats: grants(HEARTBEATS),
  shared: grants(TAGS)
})

type World = typeof world extends fc.Arbitrary<infer A> ? A : never

const idAt = (ids: ReadonlyArray<string>, at: number) => ids[at] ?? ""
/** Returns the last entry for each position, because the last entry counts. */
const last = (list: World["domains"]) => new Map(list.map(({ at, canWrite }) => [at, canWrite]))

layer(layerStore, { excludeTestServices: true })("members", (it) => {
  it.effect("see the union of what is shared by monitor and by tag, with the widest right", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const team = yield* Team
      const tags = yield* Tags
      const { viewer: owner } = yield* newAccount
      const domainIds = yield* Effect.forEach([...Array(DOMAINS).keys()], (n) => addDomain(owner, `d${n}.example`))
      const urlIds = yield* Effect.forEach([...Array(URLS).keys()], (n) => addUrl(owner, `u${n}.example`))
      const tagIds = yield* Effect.forEach([...Array(TAGS).keys()], (n) => addTag(owner, `tag ${n}`))
      const heartbeatIds = yield* Effect.forEach([...Array(HEARTBEATS).keys()], (n) => addHeartbeat(owner, `h${n}`))
      const monitors = [...domainIds, ...urlIds, ...heartbeatIds]
      const member = yield* newMember(owner)
      const membershipId = yield* publicIdOf(member)
      const context = yield* Effect.context<Team | Tags | Domains | Heartbeats | PageMonitors | SqlClient.SqlClient>()
      const holds = Effect.fn("holds")(function* (one: World) {
        const result = yield* team.update(owner, membershipId, {
          memberRole: one.role,
          domainAccess: one.domains.map(({ at, canWrite }) => ({ domainId: idAt(domainIds, at), canWrite })),
          urlAccess: one.urls.map(({ at, canWrite }) => ({ urlId: idAt(urlIds, at), canWrite })),
          heartbeatAccess: one.heartbeats.map(({ at, canWrite }) => ({
            heartbeatId: idAt(heartbeatIds, at),
            canWrite
          })),
          tagAccess: one.shared.map(({ at, canWrite }) => ({ tagId: idAt(tagIds, at), canWrite }))
        })
        assert.strictEqual(result._tag, "Changed")
        yield* Effect.forEach(monitors, (monitor, at) =>
          tags.assign(
            owner,
            at < DOMAINS ? "domain" : at < DOMAINS + URLS ? "url" : "heartbeat",
            monitor,
            (one.tags[at] ?? []).map((tag) => idAt(tagIds, tag))
          )
        )
        const expected: Record<string, string> = {}
        const give = (monitor: string, canWrite: boolean) => {
          if (canWrite && one.role === "editor") expected[monitor] = "write"
          else expected[monitor] ??= "read"
        }
        for (const [at, canWrite] of last(one.domains)) give(idAt(domainIds, at), canWrite)
        for (const [at, canWrite] of last(one.urls)) give(idAt(urlIds, at), canWrite)
        for (const [at, canWrite] of last(one.heartbeats)) give(idAt(heartbeatIds, at), canWrite)
        for (const [tag, canWrite] of last(one.shared))
          monitors.forEach((monitor, at) => {
            if (one.tags[at]?.includes(tag) === true) give(monitor, canWrite)
          })
        const all = Object.fromEntries(monitors.map((monitor) => [monitor, "write"]))
        assert.deepStrictEqual(yield* seen(member), one.role === "admin" ? all : expected)
        const doubles = yield* sql`
          select from monitor_access where membership_id = ${member.membershipKey}::bigint
          group by monitor_id having count(*) > 1`
        assert.strictEqual(doubles.length, 0)
      })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(world, (one) => Effect.runPromiseWith(context)(holds(one))),
          { numRuns: isNightly ? 20 : 6 }
        )
      )
    })
  )

  it.effect("stop seeing what a tag shared when the tag leaves a monitor or is deleted", () =>
    Effect.gen(function* () {
      const tags = yield* Tags
      const { viewer: owner } = yield* newAccount
      const [first, second] = [yield* addDomain(owner, "first.example"), yield* addDomain(owner, "second.example")]
      const url = yield* addUrl(owner, "page.example")
      const tag = yield* addTag(owner, "Shared")
      const member = yield* newMember(owner)
      const id = yield* publicIdOf(member)
      yield* (yield* Team).update(owner, id, { tagAccess: [{ tagId: tag, canWrite: true }] })
      assert.deepStrictEqual(yield* seen(member), {})
      for (const domain of [first, second]) yield* tags.assign(owner, "domain", domain, [tag])
      yield* tags.assign(owner, "url", url, [tag])
      assert.deepStrictEqual(yield* seen(member), { [first]: "write", [second]: "write", [url]: "write" })
      yield* tags.assign(owner, "domain", first, [])
      assert.deepStrictEqual(yield* seen(member), { [second]: "write", [url]: "write" })
      yield* (yield* PageMonitors).remove(owner, [url])
      assert.deepStrictEqual(yield* seen(member), { [second]: "write" })
      yield* tags.remove(owner, tag)
      assert.deepStrictEqual(yield* seen(member), {})
      const [{ tagAccess } = { tagAccess: null }] = yield* (yield* Team).list(owner)
      assert.deepStrictEqual(tagAccess, [])
    })
  )

  it.effect("lose the webhooks and addresses that they added to a monitor with the tag that showed it", () =>
    Effect.gen(function* () {
      const tags = yield* Tags
      const webhooks = yield* Webhooks
      const domains = yield* Domains
      const { viewer: owner } = yield* newAccount
      const [lost, stays] = [yield* addDomain(owner, "lost.example"), yield* addDomain(owner, "stays.example")]
      const tag = yield* addTag(owner, "Shared")
      const other = yield* addTag(owner, "Other")
      const member = yield* newMember(owner)
      yield* (yield* Team).update(owner, yield* publicIdOf(member), {
        domainAccess: [{ domainId: stays, canWrite: true }],
        tagAccess: [{ tagId: tag, canWrite: true }]
      })
      for (const domain of [lost, stays]) {
        yield* tags.assign(owner, "domain", domain, [tag])
        yield* domains.update(owner, [domain], { ccEmails: ["owner@example.org"] })
        yield* domains.update(member, [domain], { ccEmails: ["owner@example.org", "member@example.org"] })
        for (const viewer of [owner, member])
          yield* webhooks.create(
            viewer,
            {
              id: crypto.randomUUID(),
              source: { scope: "domain", id: domain },
              url: "https://hooks.example/in",
              label: "hooks.example",
              events: ["status_change"],
              secret: "sealed"
            },
            10
          )
      }
      const left = Effect.fnUntraced(function* (domain: string) {
        const hooks = yield* webhooks.list(owner, { domainId: domain })
        return [hooks.length, (yield* domains.find(owner, domain))?.ccEmails]
      })
      const both = [2, ["owner@example.org", "member@example.org"]]
      // A change of other tags removes nothing.
      for (const domain of [lost, stays]) yield* tags.assign(owner, "domain", domain, [other, tag])
      assert.deepStrictEqual([yield* left(lost), yield* left(stays)], [both, both])
      for (const domain of [lost, stays]) yield* tags.assign(owner, "domain", domain, [other])
      assert.deepStrictEqual([yield* left(lost), yield* left(stays)], [[1, ["owner@example.org"]], both])
    })
  )

  it.effect("cannot change who sees a monitor", () =>
    Effect.gen(function* () {
      const tags = yield* Tags
      const { viewer: owner } = yield* newAccount
      const domain = yield* addDomain(owner, "tagged.example")
      const [shared, plain] = [yield* addTag(owner, "Shared"), yield* addTag(owner, "Plain")]
      const [member, colleague] = [yield* newMember(owner), yield* newMember(owner)]
      const team = yield* Team
      yield* team.update(owner, yield* publicIdOf(member), { domainAccess: [{ domainId: domain, canWrite: true }] })
      yield* team.update(owner, yield* publicIdOf(colleague), { tagAccess: [{ tagId: shared, canWrite: false }] })
      assert.strictEqual(yield* tags.assign(member, "domain", domain, [shared]), "SharingTag")
      assert.strictEqual(yield* tags.assign(member, "domain", domain, [plain]), "Assigned")
      assert.strictEqual(yield* tags.assign(owner, "domain", domain, [plain, shared]), "Assigned")
      assert.strictEqual(yield* tags.assign(member, "domain", domain, [plain]), "SharingTag")
      assert.strictEqual(yield* tags.assign(member, "domain", domain, [shared]), "Assigned")
      assert.deepStrictEqual(yield* seen(colleague), { [domain]: "read" })
    })
  )

  it.effect("get nothing that belongs to another account, of another kind, or that does not exist", () =>
    Effect.gen(function* () {
      const team = yield* Team
      const { viewer: owner } = yield* newAccount
      const { viewer: stranger } = yield* newAccount
      const [domain, url] = [yield* addDomain(owner, "own.example"), yield* addUrl(owner, "own.example")]
      const theirHeartbeat = yield* addHeartbeat(stranger, "theirs")
      const [theirUrl, theirTag] = [yield* addUrl(stranger, "their.example"), yield* addTag(stranger, "Theirs")]
      const id = yield* publicIdOf(yield* newMember(owner))
      const update = (change: Parameters<typeof team.update>[2]) =>
        Effect.map(team.update(owner, id, change), ({ _tag }) => _tag)
      const canWrite = true
      for (const urlId of [theirUrl, domain, "nonsense", crypto.randomUUID()])
        assert.strictEqual(
          yield* update({
            urlAccess: [
              { urlId: url, canWrite },
              { urlId, canWrite }
            ]
          }),
          "UnknownShare"
        )
      for (const heartbeatId of [theirHeartbeat, domain, url, "nonsense"])
        assert.strictEqual(yield* update({ heartbeatAccess: [{ heartbeatId, canWrite }] }), "UnknownShare")
      for (const tagId of [theirTag, url, "nonsense"])
        assert.strictEqual(yield* update({ tagAccess: [{ tagId, canWrite }] }), "UnknownShare")
      assert.strictEqual(yield* update({ domainAccess: [{ domainId: url, canWrite }] }), "UnknownShare")
      const [member] = yield* team.list(owner)
      assert.deepStrictEqual(member?.urlAccess, [])
      const invite = yield* team.invite(owner, {
        email: "nobody@test.example",
        memberRole: "editor",
        tagAccess: [{ tagId: theirTag, canWrite }],
        tokenHash: tokenHash("nobody"),
        seats: 20
      })
      assert.strictEqual(invite._tag, "UnknownShare")
      assert.strictEqual((yield* team.list(owner)).length, 1)
    })
  )

  it.effect("who accept with a program of an earlier release get their role and what was shared", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const team = yield* Team
      const { viewer: owner } = yield* newAccount
      const [domain, url] = [yield* addDomain(owner, "old.example"), yield* addUrl(owner, "old.example")]
      const tag = yield* addTag(owner, "Old")
      yield* (yield* Tags).assign(owner, "domain", domain, [tag])
      for (const memberRole of ["viewer", "editor", "admin"] as const) {
        const invited = yield* team.invite(owner, {
          email: `${memberRole}-old@test.example`,
          memberRole,
          urlAccess: [{ urlId: url, canWrite: true }],
          tagAccess: [{ tagId: tag, canWrite: true }],
          tokenHash: tokenHash(memberRole),
          seats: 20
        })
        if (invited._tag !== "Invited") return yield* Effect.die(new Error(invited._tag))
        // These are the statements of the release before roles.
        const [joined] = yield* sql<{ userKey: string; membershipKey: string }>`
          with person as (
            insert into app_user (public_id, email) values (gen_random_uuid(), ${invited.member.email}) returning id
          )
          insert into membership (public_id, account_id, user_id, role)
          select i.public_id, i.account_id, person.id, 'member' from team_invite i, person
          where i.token_hash = ${tokenHash(memberRole)}
          returning user_id::text as "userKey", id::text as "membershipKey"`
        if (joined === undefined) return yield* Effect.die(new Error("Nobody joined."))
        yield* sql`update team_invite set accepted_at = mon_now(), membership_id = ${joined.membershipKey}::bigint
          where token_hash = ${tokenHash(memberRole)}`
        const member = (yield* team.list(owner)).find(
          ({ membershipId }) => membershipId === invited.member.membershipId
        )
        assert.strictEqual(member?.memberRole, memberRole)
        assert.deepStrictEqual(member?.urlAccess, [{ urlId: url, canWrite: true }])
        assert.deepStrictEqual(member?.tagAccess, [{ tagId: tag, canWrite: true }])
        const viewer = { ...joined, accountKey: owner.accountKey, role: "member" } as const
        const right = memberRole === "viewer" ? "read" : "write"
        assert.deepStrictEqual(yield* seen(viewer), { [domain]: right, [url]: right })
      }
    })
  )

  it.effect("have what was shared before they accepted, and nothing after they were removed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const team = yield* Team
      const { viewer: owner } = yield* newAccount
      const url = yield* addUrl(owner, "joined.example")
      const tag = yield* addTag(owner, "Joined")
      const invited = yield* team.invite(owner, {
        email: "joins@test.example",
        memberRole: "editor",
        urlAccess: [{ urlId: url, canWrite: false }],
        tokenHash: tokenHash("joins"),
        seats: 20
      })
      const membershipId = invited._tag === "Invited" ? invited.member.membershipId : ""
      const change = yield* team.update(owner, membershipId, { tagAccess: [{ tagId: tag, canWrite: true }] })
      assert.strictEqual(change._tag, "Changed")
      const joined = yield* team.accept(tokenHash("joins"), { name: null, passwordHash: "$argon2id$of-nobody" })
      if (joined === null) return yield* Effect.die(new Error("The invitation is closed."))
      const viewer = { ...joined, accountKey: owner.accountKey, role: "member" } as const
      assert.deepStrictEqual(yield* seen(viewer), { [url]: "read" })
      yield* (yield* Tags).assign(owner, "url", url, [tag])
      assert.deepStrictEqual(yield* seen(viewer), { [url]: "write" })
      yield* team.remove(owner, membershipId)
      assert.deepStrictEqual(yield* seen(viewer), {})
      const left = yield* sql`
        select 1 from url_access where membership_id = ${joined.membershipKey}::bigint
        union all select 1 from tag_access where membership_id = ${joined.membershipKey}::bigint`
      assert.strictEqual(left.length, 0)
    })
  )
})
