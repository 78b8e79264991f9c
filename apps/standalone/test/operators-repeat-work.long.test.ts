import { layerSqlClient } from "@mon/core-store"
import { createTestDatabase } from "@mon/core-store/testing"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { monServer } from "./Program.ts"

const database = await createTestDatabase()
const env = { MON_DATABASE_URL: database.url, MON_SECRET: "a secret that only this test knows and that is long enough" }
const sqlOf = (text: string, ...values: ReadonlyArray<unknown>) =>
  Effect.runPromise(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Record<string, unknown>>(text, values)).pipe(
      Effect.provide(layerSqlClient({ url: database.url }))
    )
  )
const run = (...args: ReadonlyArray<string>) => monServer(args, env)
const email = "ada@example.org"

beforeAll(() => run("accounts", "create", "--email", email, "--plan", "pro"), 120_000)
afterAll(() => database.drop())

describe("mon-server accounts", () => {
  it("shows the limits and the use of an account", async () => {
    const shown = await run("accounts", "show", "--email", email)
    expect(shown).toMatchObject({ code: 0, stderr: "" })
    expect(shown.stdout).toMatch(/^plan +pro, until it is changed$/mu)
    expect(shown.stdout).toMatch(/^domains +0 of 100$/mu)
    expect(shown.stdout).toMatch(/^last session used +none exists$/mu)
    const asJson = await run("accounts", "show", "--email", email, "--json")
    expect(JSON.parse(asJson.stdout)).toMatchObject({ email, plan: "pro", usage: { domains: 0, emailsSent: 0 } })
  }, 120_000)

  it("gives it another plan", async () => {
    expect(await run("accounts", "plan", "--email", email, "--plan", "agency")).toMatchObject({
      code: 0,
      stdout: `The account of ${email} is now on the agency plan. It was on pro.\n`
    })
    expect(await sqlOf("select actor, action from audit_entry")).toEqual([
      { actor: "operator", action: "account.plan" }
    ])
    expect(await run("accounts", "plan", "--email", "nobody@example.org", "--plan", "free")).toMatchObject({
      code: 2,
      stderr: "nobody@example.org does not own an account.\n"
    })
  }, 120_000)
})

describe("mon-server accounts delete", () => {
  it("lets an account end in 30 days, unless it is kept", async () => {
    const other = "eve@example.org"
    await run("accounts", "create", "--email", other)
    const asked = await run("accounts", "delete", "--email", other)
    expect(asked.stdout).toMatch(/^The account of eve@example\.org will be deleted on \d{4}-\d\d-\d\d /u)
    expect(await sqlOf("select count(*)::int as n from account where deletes_at > now() + interval '29 days'")).toEqual(
      [{ n: 1 }]
    )
    expect(await run("accounts", "keep", "--email", other)).toMatchObject({ code: 0 })
    expect(await run("accounts", "keep", "--email", other)).toMatchObject({
      code: 2,
      stderr: `The account of ${other} is not scheduled for deletion.\n`
    })
    expect(await sqlOf("select action, actor from audit_entry where email = $1 order by id", other)).toEqual([
      { action: "account.delete", actor: "operator" },
      { action: "account.keep", actor: "operator" }
    ])
  }, 180_000)
})

describe("mon-server accounts suspend", () => {
  it("stops an account until it is resumed, and says so in the list", async () => {
    const other = "mallory@example.org"
    await run("accounts", "create", "--email", other)
    expect(await run("accounts", "resume", "--email", other)).toMatchObject({
      code: 2,
      stderr: `The account of ${other} is not suspended.\n`
    })
    const suspended = await run("accounts", "suspend", "--email", other)
    expect(suspended.stdout).toContain(`The account of ${other} is suspended.`)
    expect(await run("accounts", "suspend", "--email", other)).toMatchObject({
      code: 2,
      stderr: `The account of ${other} is already suspended.\n`
    })
    expect((await run("accounts", "list")).stdout).toMatch(/mallory@example\.org +free +suspended /u)
    expect((await run("accounts", "show", "--email", other)).stdout).toMatch(/^suspended +\d{4}-/mu)
    expect(await run("accounts", "resume", "--email", other)).toMatchObject({
      code: 0,
      stdout: `The account of ${other} has been resumed. Its monitors are being checked again.\n`
    })
    expect((await run("accounts", "list")).stdout).toMatch(/mallory@example\.org +free +active /u)
    expect(await sqlOf("select action, actor from audit_entry where email = $1 order by id", other)).toEqual([
      { action: "account.suspend", actor: "operator" },
      { action: "account.resume", actor: "operator" }
    ])
  }, 240_000)
})

const deadMail = () =>
  sqlOf(
    `insert into job (public_id, queue, key, attempt, payload, dead_at, why) values (mon_uuidv7(), 'mail', '<m1>', 6,
       '{"messageId": "<m1>", "sealed": "v1.secret"}', mon_now(), e'Error: 451 try later\\n at x')
     returning public_id::text as id`
  )

describe("mon-server queue", () => {
  it("shows, repeats and drops dead jobs", async () => {
    await sqlOf("insert into second_factor (user_id, secret, last_step) select id, 'sealed', 1 from app_user")
    // This command queues one email.
    await run("people", "remove-second-factor", "--email", email)
    const [row] = await deadMail()
    const id = String(row?.["id"])
    expect((await run("queue", "list")).stdout).toMatch(/^mail +1 +0 +1 /mu)
    const listed = await run("queue", "jobs")
    expect(listed.stdout).toMatch(/ mail +.+UTC +6 +Error: 451 try later$/mu)
    const shown = await run("queue", "show", id)
    expect(JSON.parse(shown.stdout)).toMatchObject({ queue: "mail", state: "dead", payload: { messageId: "<m1>" } })
    expect(shown.stdout).not.toContain("secret")
    expect(await run("queue", "repeat", "mail", "--dry-run")).toMatchObject({
      code: 0,
      stdout: "Would repeat 1 dead jobs in mail. Nothing was changed.\n"
    })
    expect((await run("queue", "repeat", "mail", "--id", id)).stdout).toMatch(/^Queued 1 jobs in mail\. /u)
    expect((await run("queue", "list")).stdout).toMatch(/^mail +2 +0 +0 /mu)
    await deadMail()
    expect((await run("queue", "repeat", "mail")).stdout).toMatch(
      /1 stay dead because the same work is already queued/u
    )
    expect(await run("queue", "drop", "mail")).toMatchObject({ code: 0, stdout: "Deleted 1 jobs from mail.\n" })
    // The repeated job keeps its id.
    expect(JSON.parse((await run("queue", "show", id)).stdout)).toMatchObject({ state: "waiting", attempt: 1 })
  }, 240_000)

  it("names a queue that does not exist, and an id that is none", async () => {
    const unknown = await run("queue", "drop", "letters")
    expect(unknown).toMatchObject({ code: 2, stdout: "" })
    expect(unknown.stderr).toMatch(/^There is no queue "letters"\./u)
    const wrong = await run("queue", "show", "7")
    expect(wrong).toMatchObject({ code: 64, stdout: "" })
    expect(wrong.stderr).toMatch(/^<id> must be an id such as /u)
  }, 120_000)
})

describe("mon-server deliveries", () => {
  it("counts, lists and repeats failed messages", async () => {
    await sqlOf(
      `with n as (
         insert into notification (public_id, account_id, key, type, kind, data, status)
         select gen_random_uuid(), id, 'test', 'domain', 'test', '{}', 'failed'
           from account order by id limit 1 returning id, account_id),
       d as (
         insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, target_kind,
           target_name, status, attempts, error_code, error_message)
         select gen_random_uuid(), account_id, id, 'test:' || kind, 'channel', gen_random_uuid()::text, kind, 'Ops', 'failed', 1,
           'timeout', 'No answer.' from n, unnest(array['slack', 'pagerduty']) as k (kind) returning id)
       insert into delivery_attempt (delivery_id, number, at, status, code) select id, 1, now(), 'failed', 'timeout' from d`
    )
    expect((await run("deliveries", "count")).stdout).toMatch(/^ada@example.org +slack +0 +1$/mu)
    expect((await run("deliveries", "list")).stdout).toMatch(/ slack \(Ops\) +1 +timeout +No answer\.$/mu)
    const previewed = await run("deliveries", "repeat", "--channel", "channel", "--dry-run")
    expect(previewed.stdout).toMatch(
      /^Would repeat 1 messages\. Nothing was changed\.\n1 stay failed, because they may/u
    )
    const repeated = await run("deliveries", "repeat", "--email", email)
    expect(repeated.stdout).toMatch(/^Repeating 1 messages\. /u)
    expect(await sqlOf("select target_kind, status from notification_delivery order by target_kind")).toEqual([
      { target_kind: "pagerduty", status: "pending" },
      { target_kind: "slack", status: "failed" }
    ])
    const forced = await run("deliveries", "repeat", "--channel", "channel", "--may-arrive-twice")
    expect(forced.stdout).toMatch(/^Repeating 1 messages\. /u)
  }, 240_000)

  it("repeats nothing without a choice", async () => {
    const { code, stderr } = await run("deliveries", "repeat")
    expect(code).toBe(64)
    expect(stderr).toMatch(/^Choose the messages by --id, --channel or --email\.\n/u)
  }, 60_000)
})
