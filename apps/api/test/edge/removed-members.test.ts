// All objects that a removed member added end, and the response lists them.
import { SqlClient } from "effect/sql"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { openTransaction, untilWaiting } from "../races/OpenTransaction.ts"

const lockMembership = (membershipId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`select 1 from membership where public_id = ${membershipId}::uuid for update`
  )

describe("what a removed member had added", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: { readonly key: string }) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })

  const hook = async (who: TestAccount, domainId: string, label: string) => {
    const url = `https://hooks.example.com/${label}`
    const response = await as(who)("POST", "/webhooks", { domainId, url, label, events: ["status_change"] })
    expect(response.status).toBe(201)
    return { id: String(response.data["id"]), domainId, urlId: null, heartbeatId: null, serviceId: null, label, url }
  }

  const ccOf = async (owner: TestAccount, id: string) => (await as(owner)("GET", `/domains/${id}`)).data["ccEmails"]
  const webhookIds = async (owner: TestAccount) =>
    ((await as(owner)("GET", "/webhooks")).data as unknown as ReadonlyArray<{ id: string }>).map(({ id }) => id)

  const team = async () => {
    const owner = await world.account("agency")
    const domain = await addDomain(api, owner, { ccEmails: ["owner@example.org"] })
    const member = await world.member(owner, [{ domainId: domain.id, canWrite: true }])
    return { owner, domain, member }
  }

  it("ends and is listed: webhooks, cc addresses and keys; what others added stays", async () => {
    const { domain, member, owner } = await team()
    const other = await addDomain(api, owner)
    const mine = await hook(owner, domain.id, "mine")
    const theirs = await hook(member, domain.id, "theirs")
    await as(member)("PATCH", `/domains/${domain.id}`, { ccEmails: ["owner@example.org", "Spy@example.org"] })
    const removed = await as(owner)("DELETE", `/team/${member.membershipId}`)
    expect(removed.status).toBe(200)
    expect(removed.data).toEqual({
      id: member.membershipId,
      deleted: true,
      ended: {
        apiKeys: [{ id: expect.any(String), shown: `${member.key.slice(0, 8)}…${member.key.slice(-4)}` }],
        webhooks: [theirs],
        channels: [],
        ccEmails: [{ domainId: domain.id, email: "Spy@example.org" }]
      }
    })
    expect(await webhookIds(owner)).toEqual([mine.id])
    expect(await ccOf(owner, domain.id)).toEqual(["owner@example.org"])
    expect(await ccOf(owner, other.id)).toEqual([])
    expect((await as(member)("GET", "/account")).status).toBe(401)
  })

  it("is what the member added first: repeating an address does not change who added it", async () => {
    const { domain, member, owner } = await team()
    await as(member)("PATCH", `/domains/${domain.id}`, { ccEmails: ["OWNER@example.org", "spy@example.org"] })
    await as(owner)("PATCH", `/domains/${domain.id}`, {
      ccEmails: ["owner@example.org", "spy@example.org", "new@example.org"]
    })
    await as(owner)("DELETE", `/team/${member.membershipId}`)
    expect(await ccOf(owner, domain.id)).toEqual(["owner@example.org", "new@example.org"])
  })

  it("is not what the owner added again after it had been removed", async () => {
    const { domain, member, owner } = await team()
    await as(member)("PATCH", "/domains/bulk", { domainIds: [domain.id], updates: { ccEmails: ["ops@example.org"] } })
    await as(owner)("PATCH", `/domains/${domain.id}`, { ccEmails: [] })
    await as(owner)("PATCH", `/domains/${domain.id}`, { ccEmails: ["ops@example.org"] })
    const removed = await as(owner)("DELETE", `/team/${member.membershipId}`)
    expect(removed.data).toMatchObject({ ended: { ccEmails: [] } })
    expect(await ccOf(owner, domain.id)).toEqual(["ops@example.org"])
  })

  it("is not what was there before authors were recorded", async () => {
    const { domain, member, owner } = await team()
    const old = await hook(member, domain.id, "old")
    await as(member)("PATCH", `/domains/${domain.id}`, { ccEmails: ["old@example.org"] })
    await world.sql("update webhook set added_by = null where public_id = $1::uuid", old.id)
    await world.sql("delete from cc_email_author where address = 'old@example.org'")
    await as(owner)("DELETE", `/team/${member.membershipId}`)
    expect(await webhookIds(owner)).toEqual([old.id])
    expect(await ccOf(owner, domain.id)).toEqual(["old@example.org"])
  })

  it("gets no alert that was waiting", async () => {
    const { domain, member, owner } = await team()
    await as(member)("PATCH", `/domains/${domain.id}`, { ccEmails: ["owner@example.org", "spy@example.org"] })
    const targets = ["owner@example.org", "spy@example.org", member.email]
    await world.sql(
      `with n as (
        insert into notification (public_id, account_id, key, type, kind, monitor_id, data)
        select gen_random_uuid(), m.account_id, 'waiting', 'status_change', 'down', m.id, '{}' from monitor m
        where m.public_id = $1::uuid returning id, account_id)
      insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, user_id)
      select gen_random_uuid(), n.account_id, n.id, target, 'email', target,
        (select id from app_user where email = target) from n, unnest(string_to_array($2, ',')) as target`,
      domain.id,
      targets.join(",")
    )
    await as(owner)("DELETE", `/team/${member.membershipId}`)
    const rows = await world.sql(
      "select target, status from notification_delivery where key = any(string_to_array($1, ',')) order by id",
      targets.join(",")
    )
    expect(rows).toEqual([
      { target: "owner@example.org", status: "pending" },
      { target: "spy@example.org", status: "suppressed" },
      { target: member.email, status: "suppressed" }
    ])
  })

  it("cannot be added while the member is removed", async () => {
    const { domain, member, owner } = await team()
    const removing = await openTransaction(
      world,
      lockMembership(member.membershipId),
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          with removed as (
            update membership set removed_at = mon_now() where public_id = ${member.membershipId}::uuid returning id
          )
          delete from domain_access where membership_id in (select id from removed)`
      )
    )
    const adding = as(member)("POST", "/webhooks", {
      domainId: domain.id,
      url: "https://hooks.example.com/late",
      events: ["status_change"]
    })
    const changing = as(member)("PATCH", `/domains/${domain.id}`, { ccEmails: ["late@example.org"] })
    await untilWaiting(world, 2)
    await removing.commit()
    expect([(await adding).status, (await changing).status]).toEqual([404, 404])
    expect(await webhookIds(owner)).toEqual([])
    expect(await ccOf(owner, domain.id)).toEqual(["owner@example.org"])
  })
})
