import { assert, layer } from "@effect/vitest"
import type { Email } from "@mon/alerts"
import { ChannelSender } from "@mon/alerts/effect"
import type { ChannelRequest } from "@mon/alerts/channels"
import type { ChannelKind } from "@mon/model"
import { OutgoingMail } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as SqlClient from "effect/sql/SqlClient"
import { addChannel, sendToChannels, stored } from "./ChannelWorld.ts"
import { changes, layerGround, moveTime, newAccount, newDomain } from "./DeliveryWorld.ts"
import { dispatchAll } from "./sendNow.ts"

const CANARY = "Canary7f3a9c21"
const long = (characters: number): string => CANARY.padEnd(characters, "0")

const secretSettings: Readonly<Record<ChannelKind, Readonly<Record<string, string>>>> = {
  slack: { url: `https://hooks.slack.com/services/T00000000/B00000000/${long(24)}` },
  slack_app: { token: `xoxb-1-2-${long(24)}`, channel: "C024BE91L" },
  discord: { url: `https://discord.com/api/webhooks/123456789/${long(24)}` },
  teams: { url: `https://prod.westeurope.logic.azure.com/workflows/1/invoke?sig=${CANARY}` },
  google_chat: { url: `https://chat.googleapis.com/v1/spaces/A/messages?key=${CANARY}&token=${CANARY}` },
  telegram: { token: `123456789:${long(35)}`, chatId: "-100" },
  pagerduty: { routingKey: long(32) },
  ntfy: { topic: `alerts-${CANARY}`, token: `tk_${CANARY}` },
  webhook_template: {
    url: `https://hook.example.com/${CANARY}`,
    headers: `Authorization: Bearer ${CANARY}`,
    template: '{"title": "{{title}}"}'
  },
  apprise: { server: "https://apprise.example.com", urls: `signal://${CANARY}@host/+15017122661` },
  gotify: { server: "https://gotify.example.com", token: CANARY },
  pushover: { token: long(30), user: long(30) },
  mattermost: { url: `https://chat.example.com/hooks/${CANARY.toLowerCase()}` },
  matrix: { server: "https://matrix.example.com", token: `syt_${CANARY}`, roomId: "!a:example.com" },
  twilio: { accountSid: `AC${"0".repeat(32)}`, token: long(32), from: "+15017122661", to: "+491701234567" }
}

/** Returns a server that repeats everything that it received. */
const echo = (statusCode: number, seen: Array<ChannelRequest>) =>
  ChannelSender.layerMemory((request) => {
    seen.push(request)
    const body = JSON.stringify({ error: JSON.stringify(request), message: JSON.stringify(request), ok: false })
    return { answered: true, responseTimeMs: 1, response: { statusCode, headers: {}, body, nowMs: 0 } }
  })

const BASIC = /Basic ([A-Za-z0-9+/=]{8,})/gu
const decoded = (text: string): string =>
  text.replace(BASIC, (_, credentials: string) => Buffer.from(credentials, "base64").toString())

const findings = (text: string): ReadonlyArray<string> =>
  decoded(text).match(new RegExp(`.{0,40}${CANARY}`, "giu")) ?? []

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("the secrets of channels", (it) => {
  it.effect("are in no table, log line or email, although their services quote them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lines: Array<string> = []
      const mails: Array<Email> = []
      const logger = Logger.make(({ cause, message }) => {
        lines.push(`${JSON.stringify(message)} ${String(cause)}`)
      })
      const everything = Layer.merge(Logger.layer([logger]), OutgoingMail.layerMemory(mails))
      for (const [kind, settings] of Object.entries(secretSettings))
        for (const status of [400, 404, 500]) {
          const seen: Array<ChannelRequest> = []
          const account = yield* newAccount
          const id = yield* addChannel(account, kind as ChannelKind, settings)
          yield* changes(yield* newDomain(account), "down")
          yield* dispatchAll
          // After an hour of refusals, a channel is switched off and its owner gets an email.
          for (const seconds of [0, 3_700]) {
            yield* moveTime(seconds)
            yield* Effect.provide(sendToChannels(account, echo(status, seen)), everything)
          }
          yield* moveTime(0)
          assert.isNotEmpty(findings(JSON.stringify(seen)), `${kind} sends no secret`)
          assert.deepStrictEqual(findings(JSON.stringify((yield* stored(account, id)).shown)), [], kind)
        }
      assert.isNotEmpty(mails)
      assert.deepStrictEqual(findings(JSON.stringify(mails)), [])
      assert.deepStrictEqual(findings(lines.join("\n")), [])
      const tables = yield* sql<{ readonly name: string }>`
        select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE'`
      for (const { name } of tables) {
        const rows = yield* sql.unsafe<{ readonly text: string }>(
          `select left(t::text, 2000) as text from ${name} t where t::text ~* '${CANARY}|Basic [a-z0-9+/=]{8}'`
        )
        assert.deepStrictEqual([name, findings(JSON.stringify(rows))], [name, []])
      }
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )
})
