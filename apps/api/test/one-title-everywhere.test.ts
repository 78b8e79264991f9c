import { SEED } from "@mon/tooling/seed"
import { assert, describe, it } from "@effect/vitest"
import { makeWebhookSecret } from "@mon/alerts"
import {
  ChannelSender,
  type Email,
  Mailer,
  type WebhookDelivery,
  WebhookSender,
  WhatsAppSender
} from "@mon/alerts/effect"
import type { WhatsAppMessage } from "@mon/alerts/effect"
import { Fact, type FactKind, isPublicId, NotificationType, type StoredFact, toStoredFact } from "@mon/model"
import { ChannelDestinations, deliver, DeliveryIdentity, OutgoingMail, sealWebhookSecret } from "@mon/notifications"
import { Effect, Layer, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll } from "vitest"
import { returnPath } from "../src/web/signIn/returnPath.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "./World.ts"

const kinds = Object.keys(Fact.cases) as ReadonlyArray<FactKind>

/** PostgreSQL refuses text that contains NUL or half of a surrogate pair. */
const isStorable = (fact: Fact): boolean => !/\\u0000|\\ud[89a-f]/iu.test(JSON.stringify(fact))

/**
 * The webhook of a domain gets only the domain's part of a weekly report. In this test, the part is the whole report.
 */
const asDelivered = (fact: Fact, domainId: string): Fact =>
  fact.kind === "weekly_report"
    ? { ...fact, urls: [], domains: fact.domains.slice(0, 1).map((domain) => ({ ...domain, id: domainId })) }
    : fact

const BASE = "https://mon.example.com"
const LINK = /https:\/\/mon\.example\.com\/app\S*/u

/** Returns whether all ids of a fact have the form of Mon's ids. */
const isOurs = (fact: Fact): boolean =>
  ("monitor" in fact ? [fact.monitor.id] : [])
    .concat("incident" in fact ? [fact.incident.id] : [], "changeId" in fact ? [fact.changeId] : [])
    .every(isPublicId)

/** Returns the first line of a WhatsApp message. The templates `down` and `up` write their own word before the name. */
const firstLineOf = ({ kind, parameters: [first = ""] }: WhatsAppMessage): string =>
  kind === "notice" ? first : `${kind.toUpperCase()} ${first}`

describe("a stored notification", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let domainId: string
  let webhookId: string
  let count = 0
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("agency")
    domainId = (await addDomain(api, owner)).id
    webhookId = randomUUID()
    await world.sql(
      `insert into webhook (public_id, account_id, monitor_id, url, label, events, secret)
      select $1::uuid, account_id, id, 'https://hook.example.com/', 'Chat', '{status_change}', $2 from monitor where public_id = $3::uuid`,
      webhookId,
      await world.run(sealWebhookSecret(webhookId, Redacted.make(makeWebhookSecret()))),
      domainId
    )
  })
  afterAll(() => world.close())

  /** Stores a fact with a delivery for each channel. */
  const store = async ({ data, key, kind, type }: Omit<StoredFact, "kind"> & { readonly kind: string }) => {
    count += 1
    await world.sql(
      `with stored as (
        insert into notification (public_id, account_id, type, kind, key, data, monitor_id)
        select gen_random_uuid(), account_id, $1, $2, $3, $4::text::jsonb, id from monitor where public_id = $5::uuid
        returning id, account_id
      )
      insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, user_id)
      select gen_random_uuid(), s.account_id, s.id, $6 || t.channel, t.channel, t.target, u.id
      from stored s cross join app_user u
      cross join (values ('email', $7), ('whatsapp', $8), ('webhook', $9)) t(channel, target) where u.email = $7`,
      type,
      kind,
      `${count}:${key}`,
      JSON.stringify(data),
      domainId,
      `${count}:`,
      owner.email,
      `+4915${100_000_000 + count}`,
      webhookId
    )
  }

  /** Sends all pending deliveries, and returns the title that each channel shows. */
  const sendAll = async () => {
    const emails: Array<Email> = []
    const messages: Array<WhatsAppMessage> = []
    const requests: Array<WebhookDelivery> = []
    const channels = Layer.mergeAll(
      Layer.succeed(
        Mailer,
        Mailer.over((email) =>
          Effect.sync(() => {
            emails.push(email)
            return { messageId: email.messageId, responseCode: 250, response: "250 OK" }
          })
        )
      ),
      WhatsAppSender.layerMemory((message) => {
        messages.push(message)
        return {
          accepted: true,
          messageId: "1",
          error: null,
          statusCode: 200,
          responseTimeMs: 1,
          retryAfterSeconds: null
        }
      }),
      WebhookSender.layerMemory((request) => {
        requests.push(request)
        return {
          delivered: true,
          statusCode: 204,
          responseTimeMs: 1,
          error: null,
          gone: false,
          retryAfterSeconds: null
        }
      }),
      ChannelSender.layerMemory(() => ({
        answered: true,
        responseTimeMs: 1,
        response: { statusCode: 200, headers: {}, body: "ok", nowMs: 0 }
      })),
      Layer.succeed(ChannelDestinations, { targets: [] }),
      Layer.succeed(DeliveryIdentity, { baseUrl: BASE, service: "Mon" }),
      OutgoingMail.layerMemory([])
    )
    const due = await world.sql(
      "select id::text as key from notification_delivery where status = 'pending' order by id"
    )
    for (const { key } of due as ReadonlyArray<{ readonly key: string }>)
      await world.run(Effect.provide(deliver(key), channels))
    const payloads = requests.map(({ body }) => JSON.parse(String(body)).data)
    return {
      titles: {
        email: emails.map(({ subject }) => subject),
        whatsApp: messages.map(firstLineOf),
        webhook: payloads.map(({ title }) => title)
      },
      links: {
        email: emails.map(({ text }) => LINK.exec(text)?.[0]),
        whatsApp: messages.map(({ parameters }) => parameters.at(-1)),
        webhook: payloads.map(({ link }) => link)
      }
    }
  }

  const newest = async () => {
    const { body, status } = await api.send("GET", "/api/v1/notifications?limit=1", { key: owner.key })
    assert.strictEqual(status, 200)
    const [item] = (body as { readonly data: ReadonlyArray<Readonly<Record<string, string>>> }).data
    return item ?? {}
  }

  for (const kind of kinds)
    it.effect.prop(
      `of the kind ${kind} has one title: in the list, in its email, in WhatsApp and in its webhook`,
      [Fact.cases[kind]],
      ([drawn]) =>
        Effect.promise(async () => {
          const fact = asDelivered(drawn, domainId)
          if (!isStorable(fact) || (fact.kind === "weekly_report" && fact.domains.length === 0)) return
          await store(toStoredFact(fact))
          const { links, titles } = await sendAll()
          const { kind: shown, link = "", title, type } = await newest()
          assert.strictEqual(shown, kind)
          assert.notStrictEqual(title, `${type} notification`)
          assert.isDefined(title)
          const whatsApp = kind === "weekly_report" ? [] : [title]
          assert.deepStrictEqual(titles, { email: [title], whatsApp, webhook: [title] })
          const page = BASE + link.slice(api.origin.length)
          assert.deepStrictEqual(links, { email: [page], whatsApp: whatsApp.map(() => page), webhook: [page] })
          if (isOurs(fact)) assert.strictEqual(returnPath(page.slice(BASE.length)), page.slice(BASE.length))
        }),
      { arbitrary: { runs: 8, seed: SEED } }
    )

  it.each(NotificationType.literals)(
    "of the type %s that cannot be read has a neutral title in all of them",
    async (type) => {
      for (const [kind, data] of [
        ["of_another_release", { some: ["data"] }],
        ["down", { monitor: { id: domainId } }],
        ["weekly_report", []]
      ] as const) {
        await store({ type, kind, key: randomUUID(), data: data as never })
        const neutral = `${type} notification`
        const { titles } = await sendAll()
        assert.deepStrictEqual(titles, { email: [neutral], whatsApp: [neutral], webhook: [neutral] })
        assert.deepInclude(await newest(), { type, kind, title: neutral })
      }
    }
  )
})
