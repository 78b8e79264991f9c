import { MailOutbox } from "@mon/core-store"
import { sealForOutbox } from "@mon/notifications"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { signUp, type Visitor, visitor } from "./Visitor.ts"

describe("the outbox", () => {
  let world: World
  let api: TestApi
  let ann: Visitor
  let invite: string
  let own: string
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    ann = await signUp(world, api, "ann@example.net")
    const store = (messageId: string, recipient: string, subject: string) =>
      world.run(
        Effect.flatMap(MailOutbox, (outbox) =>
          Effect.flatMap(
            sealForOutbox({
              messageId,
              to: recipient,
              subject,
              text: `Hello\n<b>you</b> https://evil.example/ ${api.origin}/invite/abc?x="y`,
              html: "<p>Hello</p>",
              inReplyTo: null,
              references: [],
              headers: {},
              listUnsubscribe: null
            }),
            outbox.put
          )
        )
      )
    invite = (await store("<1@mon.example>", "bob@example.net", "An invite for <Bob>")) ?? ""
    own = (await store("<2@mon.example>", "Ann@example.net", "To Ann")) ?? ""
  })
  afterAll(() => world.close())

  it("requires a session", async () => {
    for (const path of ["/outbox", `/outbox/${invite}`, `/outbox/${invite}/html`])
      expect((await visitor(api).get(path)).status).toBe(303)
  })

  it("shows the owner of the only account all emails as text, and their HTML as a sandboxed file", async () => {
    const list = await ann.get("/outbox")
    expect(list.text).toContain("An invite for &lt;Bob&gt;")
    expect(list.text).toContain("To Ann")
    const mail = await ann.get(`/outbox/${invite}`)
    expect(mail.text).toContain("Hello\n&lt;b&gt;you&lt;/b&gt;")
    expect(mail.text).toContain(`<a href="${api.origin}/invite/abc?x=&quot;y">`)
    expect(mail.text).not.toContain('href="https://evil')
    const file = await ann.get(`/outbox/${invite}/html`)
    expect([file.text, file.headers["content-disposition"]]).toEqual([
      "<p>Hello</p>",
      'attachment; filename="email.html"'
    ])
    expect(file.headers["content-security-policy"]).toContain("sandbox")
    expect((await ann.get("/outbox/00000000-0000-7000-8000-000000000000")).status).toBe(404)
  })

  it("shows emails of an older release, and says which ones it cannot decrypt", async () => {
    await world.sql(`insert into email_outbox (public_id, message_id, recipient, subject, text_body, sealed) values
      ('00000000-0000-7000-8000-000000000001', '<old@mon.example>', 'ann@example.net', 'An old email', 'As before', null),
      ('00000000-0000-7000-8000-000000000002', '<lost@mon.example>', 'ann@example.net', '', '', 'sealed with another secret')`)
    const list = await ann.get("/outbox")
    expect(list.text).toContain("An old email")
    expect(list.text).toContain("Email that cannot be decrypted")
    expect((await ann.get("/outbox/00000000-0000-7000-8000-000000000001")).text).toContain("As before")
    expect((await ann.get("/outbox/00000000-0000-7000-8000-000000000002")).status).toBe(200)
    await world.sql("delete from email_outbox where message_id in ('<old@mon.example>', '<lost@mon.example>')")
  })

  it("shows owners only their own emails once there are several accounts, and members none", async () => {
    const bob = await signUp(world, api, "bob@example.net")
    const seen = async (person: Visitor) => {
      const list = (await person.get("/outbox")).text
      return [
        list.includes("To Ann"),
        list.includes("An invite for"),
        (await person.get(`/outbox/${own}`)).status,
        (await person.get(`/outbox/${invite}/html`)).status
      ]
    }
    expect(await seen(ann)).toEqual([true, false, 200, 404])
    expect(await seen(bob)).toEqual([false, true, 404, 200])
    await world.sql(
      "update membership set role = 'member', account_id = (select min(account_id) from membership) where user_id = (select id from app_user where email = 'bob@example.net')"
    )
    expect((await bob.get("/outbox")).status).toBe(404)
    expect(await seen(ann)).toEqual([true, false, 200, 404])
  })
})
