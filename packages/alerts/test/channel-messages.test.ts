import { englishIn, shownIn, textsOf } from "@mon/tooling/english"
import { describe, expect, it } from "vitest"
import {
  discord,
  googleChat,
  matrix,
  pagerDuty,
  plainMessage,
  pushover,
  slackApp,
  telegram,
  twilio
} from "../src/channels.ts"
import { factMessage, type RenderableFact } from "../src/index.ts"
import { acknowledgeLink, everyChannel, exampleSettings, messageOf, ownMessage, printed } from "./channelCases.ts"
import { diagnosis, down, downWithCause, facts, incident, link, ofOthers, renderable, up } from "./facts.ts"

const bodyOf = (request: { readonly body: string }): Record<string, unknown> =>
  JSON.parse(request.body) as Record<string, unknown>
const discordSettings = { url: "https://discord.com/api/webhooks/123456/abcdefghijkl", threadId: "", recovery: "edit" }
const telegramSettings = { token: "123456:abcdefghijklmnopqrstuv", chatId: "-100", topicId: "", sound: "all" }

describe.each(everyChannel)("requests of %s", (kind, channel) => {
  it("are as they were for each fact", async () => {
    const all = Object.entries({ ...renderable, downWithCause }).map(
      ([name, fact]) => `=== ${name}\n${printed(channel, messageOf(fact))}\n`
    )
    await expect(all.join("\n")).toMatchFileSnapshot(`./channels/${kind}.txt`)
  })

  it("name the likely cause of an outage", () => {
    const { body } = channel.request(messageOf(downWithCause), exampleSettings(kind))
    const text = body.startsWith("{") ? body : decodeURIComponent(body.replaceAll("+", " "))
    // The markup of some vendors escapes the colon.
    expect(text.replaceAll("\\", "")).toContain(`Likely cause: ${diagnosis.title}`)
  })

  it("have no English text for a reader of German", () => {
    const texts = Object.values<RenderableFact>(renderable).flatMap((fact) => {
      const message = factMessage(fact, { deliveryId: "d1", timeZone: "UTC", language: "de", link, acknowledgeLink })
      const { body } = channel.request(message, exampleSettings(kind))
      // The value of `type` is a keyword of the vendor.
      return body.startsWith("{")
        ? textsOf(JSON.parse(body, (key, value: unknown) => (key === "type" ? null : value))).flatMap((text) =>
            text.split("\n")
          )
        : [...new URLSearchParams(body).values()].flatMap((text) => text.split("\n"))
    })
    const shown = texts.flatMap((text) => shownIn(text.replaceAll("\\", "")))
    expect(englishIn(shown, ofOthers)).toEqual([])
  })

  it("send a message of one's own", () => {
    const message = plainMessage({ deliveryId: "d7", title: "Backup done", text: "It took 5 minutes.", link })
    const { body } = channel.request(message, exampleSettings(kind))
    const text = body.startsWith("{") ? body : decodeURIComponent(body.replaceAll("+", " "))
    expect(text).toContain("Backup done")
  })

  it("are the same for every attempt", () => {
    const [first, second] = [0, 1].map(() => channel.request(messageOf(down), exampleSettings(kind)))
    expect(first).toEqual(second)
  })

  it("have the title and both links when they are compact", () => {
    const message = messageOf(down)
    const { body } = channel.request(message, exampleSettings(kind), { compact: true })
    const text = decodeURIComponent(body.startsWith("{") ? body : body.replaceAll("+", " "))
    expect(text).toContain("DOWN")
    if (kind === "webhook_template") return
    expect(text).toContain(link)
    if (kind === "ntfy") expect(bodyOf({ body })["actions"]).toHaveLength(2)
    else expect(text.replaceAll("&amp;", "&")).toContain(acknowledgeLink)
  })
})

const inPhase = (language: "en" | "de", phase: "reminder" | "acknowledged") =>
  factMessage(down, { deliveryId: "d1", timeZone: "UTC", language, phase, acknowledgeLink })

describe("the message of a fact", () => {
  it("has the public id of the incident as its key, from opening to recovery", () => {
    expect(
      [messageOf(down), messageOf(down, "d2", "reminder"), messageOf(up)].map(({ key, phase }) => [key, phase])
    ).toEqual([
      [incident.id, "opened"],
      [incident.id, "reminder"],
      [incident.id, "resolved"]
    ])
  })

  it("says which part of an incident it is about, in the language of the reader", () => {
    expect([inPhase("en", "reminder").title, inPhase("de", "acknowledged").title]).toEqual([
      "Reminder: DOWN Shop",
      "Bestätigt: AUSFALL Shop"
    ])
    expect(inPhase("de", "acknowledged").acknowledge).toBeNull()
    expect(inPhase("de", "reminder").acknowledge).toEqual({ label: "Bestätigen", url: acknowledgeLink })
  })

  it("ends the alert about slow answers of the same monitor", () => {
    const [slow, fast] = [facts.degraded, { ...facts.recovered, monitor: facts.degraded.monitor }].map((fact) =>
      messageOf(fact)
    )
    expect([slow?.phase, fast?.phase, slow?.key === fast?.key]).toEqual(["opened", "resolved", true])
  })

  it("quotes the page that shows a fault, in the language of the reader", () => {
    const limits = { degradedAfterMs: null, monitor: facts.degraded.monitor }
    const content = { code: "default_page", line: "Welcome to <b>nginx</b>!\u202e" }
    const texts = (["en", "de"] as const).flatMap((language) =>
      [
        { ...facts.degraded, ...limits, content },
        { ...facts.recovered, ...limits }
      ].map((fact) => {
        const { text, title } = factMessage(fact, {
          deliveryId: "d1",
          timeZone: "Europe/Berlin",
          link,
          acknowledgeLink,
          language
        })
        return [title, text]
      })
    )
    expect(texts).toEqual([
      [
        "DEGRADED Shop",
        "Three consecutive checks of Shop got a response, but not the usual page: the page is a default page of the server or framework."
      ],
      ["FINE AGAIN Shop", "Three consecutive checks of Shop got a normal page."],
      [
        "BEEINTRÄCHTIGT Shop",
        "Drei Prüfungen in Folge von Shop erhielten eine Antwort, aber nicht die gewohnte Seite: die Seite ist eine Standardseite des Servers oder Frameworks."
      ],
      ["WIEDER IN ORDNUNG Shop", "Drei Prüfungen in Folge von Shop erhielten eine normale Seite."]
    ])
    const message = messageOf({ ...facts.degraded, ...limits, content })
    expect(message.rows).toContainEqual({ label: "The page says", value: "Welcome to <b>nginx</b>!" })
    // A class from a later release has no words yet.
    expect(messageOf({ ...facts.degraded, ...limits, content: { code: "later", line: null } }).text).toContain("later.")
  })

  it("resolves the alert about email health of the same monitor", () => {
    const [alert, recovery] = [facts["email-health-alert"], facts["email-health-recovery"]].map((fact) =>
      messageOf(fact)
    )
    expect(alert?.key).toBe(recovery?.key)
    expect([alert?.phase, recovery?.phase]).toEqual(["opened", "resolved"])
  })

  it("refuses a link that would not fit into the smallest message", () => {
    const long = `https://example.com/${"a".repeat(400)}`
    expect(() => plainMessage({ deliveryId: "d1", title: "a", text: "", link: long })).toThrow(/400 characters/u)
    expect(() => messageOf(down, "d1 with spaces")).toThrow(/deliveryId/u)
  })
})

const response = (body: string) => ({ statusCode: 200, headers: {}, body, nowMs: 0 })

describe("the recovery", () => {
  it("changes the card in Discord", () => {
    const state = { messageId: "77" }
    const edit = discord.request(messageOf(up), discordSettings, { state })
    expect([edit.method, edit.url]).toEqual([
      "PATCH",
      "https://discord.com/api/webhooks/123456/abcdefghijkl/messages/77"
    ])
    const others = [
      discord.request(messageOf(up), discordSettings),
      discord.request(messageOf(down, "d2", "reminder"), discordSettings, { state }),
      discord.request(messageOf(up), { ...discordSettings, recovery: "message" }, { state })
    ]
    expect(others.map(({ method, url }) => [method, url])).toEqual(
      others.map(() => ["POST", "https://discord.com/api/webhooks/123456/abcdefghijkl?wait=true"])
    )
  })

  it("answers in the thread in Slack, and appears in the channel too", () => {
    const settings = { token: "xoxb-1234567890", channel: "#alerts" }
    const state = { ts: "1.2", channel: "C024BE91L" }
    expect(bodyOf(slackApp.request(messageOf(up), settings, { state }))).toMatchObject({
      channel: "C024BE91L",
      thread_ts: "1.2",
      reply_broadcast: true
    })
    expect(bodyOf(slackApp.request(messageOf(down, "d2", "reminder"), settings, { state }))).not.toHaveProperty(
      "reply_broadcast"
    )
  })

  it("is a reply in Telegram, Matrix and Google Chat", () => {
    expect(bodyOf(telegram.request(messageOf(up), telegramSettings, { state: { messageId: "5" } }))).toMatchObject({
      reply_parameters: { message_id: 5, allow_sending_without_reply: true }
    })
    const room = { server: "https://m.example.com/", token: "syt_12345678", roomId: "!a:example.com" }
    const reply = matrix.request(messageOf(up), room, { state: { eventId: "$1" } })
    expect(reply.url).toBe("https://m.example.com/_matrix/client/v3/rooms/!a%3Aexample.com/send/m.room.message/d1")
    expect(bodyOf(reply)).toMatchObject({ "m.relates_to": { "m.in_reply_to": { event_id: "$1" } } })
    expect(bodyOf(googleChat.request(messageOf(up), exampleSettings("google_chat") as { url: string }))).toMatchObject({
      thread: { threadKey: incident.id }
    })
  })

  it("resolves the alert in PagerDuty, and news page nobody", () => {
    const settings = { routingKey: "a".repeat(32), region: "eu" }
    const requests = [
      messageOf(down),
      messageOf(down, "d2", "acknowledged"),
      messageOf(up),
      messageOf(facts["page-changed"])
    ].map((message) => pagerDuty.request(message, settings))
    expect(
      requests.map((request) => [request.url, bodyOf(request)["event_action"], bodyOf(request)["dedup_key"]])
    ).toEqual([
      ["https://events.eu.pagerduty.com/v2/enqueue", "trigger", incident.id],
      ["https://events.eu.pagerduty.com/v2/enqueue", "acknowledge", incident.id],
      ["https://events.eu.pagerduty.com/v2/enqueue", "resolve", incident.id],
      ["https://events.eu.pagerduty.com/v2/change/enqueue", undefined, undefined]
    ])
  })

  it("ends the repetition of an emergency in Pushover", () => {
    const settings = { token: "a".repeat(30), user: "u".repeat(30), device: "", repeat: "critical" }
    const alarm = new URLSearchParams(pushover.request(messageOf(down), settings).body)
    expect([alarm.get("priority"), alarm.get("retry"), alarm.get("expire"), alarm.get("tags")]).toEqual([
      "2",
      "60",
      "10800",
      incident.id
    ])
    const state = { receipt: "rLqVuqTRh62UzxtmqiaLzQmVcPgiCy" }
    expect(pushover.receipt?.cancel(settings, state)).toMatchObject({
      method: "POST",
      url: "https://api.pushover.net/1/receipts/rLqVuqTRh62UzxtmqiaLzQmVcPgiCy/cancel.json"
    })
    expect(pushover.receipt?.status(settings, state)?.url).toContain("/1/receipts/rLqVuqTRh62UzxtmqiaLzQmVcPgiCy.json?")
    expect(pushover.receipt?.cancel(settings, { receipt: "../../x" })).toBeNull()
    expect(
      [
        response('{"status":1,"acknowledged":1,"expired":0}'),
        response('{"status":1,"acknowledged":0,"expired":0}'),
        response('{"status":1,"acknowledged":0,"expired":1}'),
        response("<html>"),
        { ...response('{"status":0}'), statusCode: 404 },
        { ...response("<html>"), statusCode: 404 },
        { ...response(""), statusCode: 500 },
        { ...response(""), statusCode: 429 }
      ].map((given) => pushover.receipt?.readStatus(given))
    ).toEqual(["acknowledged", "waiting", "over", null, "over", null, null, null])
    expect(pushover.receipt?.endsAt({ ...state, endsAt: "2026-11-21T16:05:09.000Z" })).toBe(1_795_277_109_000)
    expect(pushover.receipt?.endsAt(state)).toBeNull()
  })

  it("begins no second repetition of an emergency that still repeats in Pushover", () => {
    const settings = { token: "a".repeat(30), user: "u".repeat(30), device: "", repeat: "critical" }
    const reminder = messageOf(down, "r1", "reminder")
    const priorities = [null, { receipt: "rLqVuqTRh62UzxtmqiaLzQmVcPgiCy" }].map((state) =>
      new URLSearchParams(pushover.request(reminder, settings, { state }).body).get("priority")
    )
    expect(priorities).toEqual(["2", "1"])
  })
})

const taken = factMessage(down, {
  deliveryId: "d3",
  timeZone: "Europe/Berlin",
  link,
  acknowledgeLink,
  acknowledgement: { at: "2026-11-21T13:09:00.000Z", by: "Ada", note: "The provider is informed." }
})

describe("an acknowledgement", () => {
  it("says who takes care, when, and the note, and asks nobody any more", () => {
    expect([taken.phase, taken.title, taken.acknowledge]).toEqual(["acknowledged", "Acknowledged: DOWN Shop", null])
    expect(taken.rows.slice(0, 2)).toEqual([
      { label: "Acknowledged by", value: "Ada, Sat 21 Nov 2026, 14:09:00 (UTC+01:00)" },
      { label: "Note", value: "The provider is informed." }
    ])
    const german = factMessage(down, {
      deliveryId: "d3",
      timeZone: "UTC",
      language: "de",
      acknowledgement: { at: "2026-11-21T13:09:00.000Z", by: null, note: null }
    })
    expect([german.title, german.rows[0]?.label]).toEqual(["Bestätigt: AUSFALL Shop", "Bestätigt"])
  })

  it("changes the message of the alarm in Discord, Telegram and Slack, and changes it back", () => {
    const again = messageOf(down, "d4")
    for (const message of [taken, again]) {
      const card = discord.request(message, discordSettings, { state: { messageId: "77" } })
      expect([card.method, card.url.endsWith("/messages/77")]).toEqual(["PATCH", true])
      const chat = telegram.request(message, telegramSettings, { state: { messageId: "5" } })
      expect([chat.url.split("/").at(-1), bodyOf(chat)["message_id"], bodyOf(chat)["reply_parameters"]]).toEqual([
        "editMessageText",
        5,
        undefined
      ])
      const state = { ts: "1.2", channel: "C024BE91L" }
      const post = slackApp.request(message, { token: "xoxb-1234567890", channel: "#alerts" }, { state })
      expect(post.url).toBe("https://slack.com/api/chat.update")
      expect(Object.keys(bodyOf(post)).toSorted()).toEqual(["blocks", "channel", "text", "ts"])
      expect(bodyOf(post)).toMatchObject({ channel: "C024BE91L", ts: "1.2" })
    }
  })
})

describe("a text message", () => {
  it("is understood from its first 160 characters, in ASCII", () => {
    const settings = exampleSettings("twilio") as Parameters<typeof twilio.request>[1]
    const body = (alphabet: string, title: string) =>
      new URLSearchParams(
        twilio.request(ownMessage(title, "It’s down – “HTTP 503”. See https://evil.example/"), {
          ...settings,
          alphabet
        }).body
      ).get("Body") ?? ""
    expect(body("ascii", "DOWN Bücher Straße 名").slice(0, 160)).toBe(
      `DOWN Bucher Strasse ?\nIt's down - "HTTP 503". See https: //evil.example/\n${link}\nAcknowledge: ${acknowledgeLink}`.slice(
        0,
        160
      )
    )
    const named = { ...ownMessage("DOWN Сайт «Мир»", "text"), source: "https://shop.example.com/x" }
    expect(new URLSearchParams(twilio.request(named, { ...settings, alphabet: "ascii" }).body).get("Body")).toContain(
      "DOWN shop.example.com\n"
    )
    expect(body("unicode", "DOWN 名")).toContain("DOWN 名\nIt’s down")
  })
})
