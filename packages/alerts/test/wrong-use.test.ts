import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { expect, test } from "vitest"
import { slack } from "../src/channels.ts"
import * as api from "../src/index.ts"

const { signal } = new AbortController()
const secret = `whsec_${Buffer.alloc(32).toString("base64")}`
const fact = {
  kind: "flapping",
  monitor: { id: "7", name: "Shop", url: "https://shop.example.com/" },
  transitions: 6,
  windowHours: 24,
  since: "2026-11-21T02:00:00.000Z"
} as const
const recipient = {
  to: "ann@example.com",
  messageDomain: "mon.example.com",
  timeZone: "UTC",
  language: "de" as const,
  service: "Mon",
  settingsUrl: null,
  stopUrl: null
}
const email = () => ({
  to: "ann@example.com",
  from: "mon@example.com",
  subject: "Hi",
  text: "Hello",
  html: null,
  messageId: "<a@example.com>",
  inReplyTo: null,
  references: ["<a@example.com>"],
  headers: { "X-A": "b" },
  listUnsubscribe: null,
  attachments: [{ filename: "a.png", contentType: "image/png", content: new Uint8Array(1), contentId: null }]
})
const notice = api.renderFact(fact, { timeZone: "UTC" })
const templates = api.whatsAppTemplates
const smtp = { url: "smtp://127.0.0.1:1", from: "mon@example.com", connectTimeoutMs: 50, sendTimeoutMs: 50 }
const mailer = api.makeSmtpMailer(smtp)
const resolve = () => Promise.resolve({ status: "nxdomain" as const })
const webhooks = api.makeWebhookClient({ resolve })
const channelClient = api.makeChannelClient({ resolve })
const messageClient = api.makeMessageClient({
  resolve,
  schedule: { delaysSeconds: [], jitter: 0, longestRetryAfterSeconds: 0 }
})
const whatsApp = api.makeWhatsAppClient({ accessToken: "t", phoneNumberId: "1", baseUrl: "http://127.0.0.1:1" })
const signing = { secret, id: "a", timestampSeconds: 1, rawBody: "{}" }
const looseFact = { loose: ["[0]", "[0].monitor"], depth: 1 }
const routeTimes = { steps: [{ afterMinutes: 0, targets: ["email"] }], reminderMinutes: 60 }
const route = {
  ...routeTimes,
  kinds: ["down" as const],
  severities: ["critical" as const],
  scope: "chosen" as const,
  monitorIds: ["7"],
  tagIds: ["a"]
}
const alarm = { lasts: true, openedAtMs: 0, acknowledgedAtMs: null, endedAtMs: null }

const TRIED: Readonly<Record<string, TriedFunction>> = {
  validateEmail: { call: api.validateEmail, args: () => [email()], loose: ["[0].headers"] },
  parseAddress: { call: api.parseAddress, args: () => ["ann@example.com"] },
  parseMailbox: { call: api.parseMailbox, args: () => ["ann@example.com"] },
  messageIdOf: { call: api.messageIdOf, args: () => ["a", "example.com"] },
  makeSmtpMailer: {
    call: (options: never) => api.makeSmtpMailer(options).close(),
    args: () => [
      { ...smtp, extraCa: [], greetingTimeoutMs: 50, silenceTimeoutMs: 50, maxConnections: 1, maxMessages: 1 }
    ]
  },
  "mailer.send": {
    call: (...given: ReadonlyArray<never>) =>
      mailer.send(...(given as unknown as Parameters<typeof mailer.send>)).catch((error: unknown) => {
        if (!(error instanceof api.MailError && error.code === "Unreachable")) throw error
      }),
    args: () => [email(), signal],
    depth: 1,
    loose: ["[0].headers"]
  },
  parseSmtpUrl: { call: api.parseSmtpUrl, args: () => ["smtp://127.0.0.1"] },
  webhookHeaderNames: { call: api.webhookHeaderNames, args: () => ["Mon"] },
  makeWebhookSecret: { call: api.makeWebhookSecret, args: () => [(size: number) => new Uint8Array(size)] },
  signBody: { call: api.signBody, args: () => [secret, "{}"] },
  signStandard: { call: api.signStandard, args: () => [signing] },
  signWebhook: { call: api.signWebhook, args: () => [{ ...signing, event: "test", service: "Mon" }] },
  verifyBodySignature: { call: api.verifyBodySignature, args: () => [secret, "{}", "sha256=00"] },
  verifyWebhook: {
    call: api.verifyWebhook,
    args: () => [{ secret, headers: { "webhook-id": "a" }, rawBody: "{}", nowSeconds: 1, toleranceSeconds: 1 }],
    loose: ["[0].headers"]
  },
  parseRetryAfter: { call: api.parseRetryAfter, args: () => ["1", 0] },
  nextAttemptMs: {
    call: api.nextAttemptMs,
    args: () => [
      { delaysSeconds: [5], jitter: 0.1, longestRetryAfterSeconds: 5 },
      { attempt: 1, retryAfterSeconds: 5, random: 0 }
    ],
    loose: ["[0]"]
  },
  makeWebhookClient: {
    call: api.makeWebhookClient,
    args: () => [{ resolve, service: "Mon", userAgent: "test", timeoutMs: 50, extraCa: [] }]
  },
  "webhooks.send": {
    call: webhooks.send,
    args: () => [{ url: "https://a.example/", secret, id: "a", event: "test", body: "{}" }, signal]
  },
  isOwnFault: {
    call: api.isOwnFault,
    args: () => [{ code: "gone", message: "x" }],
    loose: ["[0]"],
    anything: ["[0].message"]
  },
  parsePhoneNumber: { call: api.parsePhoneNumber, args: () => ["+491701234567"] },
  makeWhatsAppClient: {
    call: api.makeWhatsAppClient,
    args: () => [
      {
        accessToken: "t",
        phoneNumberId: "1",
        baseUrl: "http://127.0.0.1:1",
        version: "v23.0",
        templates,
        timeoutMs: 50
      }
    ],
    loose: ["[0].templates"]
  },
  "whatsApp.send": {
    call: whatsApp.send,
    args: () => [{ to: "+491701234567", kind: "down", parameters: ["a"] }, signal]
  },
  whatsAppSlotMs: { call: api.whatsAppSlotMs, args: () => [{ lastSentAtMs: 1, nowMs: 2 }] },
  toParameter: { call: api.toParameter, args: () => ["a"] },
  toTemplateRequest: {
    call: api.toTemplateRequest,
    args: () => ["491701234567", { kind: "down", parameters: ["a"] }, templates],
    loose: ["[1]", "[2]"]
  },
  composeEmail: {
    call: api.composeEmail,
    args: () => [fact, recipient, { link: null, screenshot: null, reminderMinutes: null }],
    ...looseFact
  },
  composeNotice: {
    call: api.composeNotice,
    args: () => [notice, recipient, { key: "a", follows: null, screenshot: null }],
    loose: ["[0]", "[0].rows[0]", "[0].link"]
  },
  answerOfFault: {
    call: api.answerOfFault,
    args: () => [{ code: "gone", message: "x" }],
    loose: ["[0]"]
  },
  makeChannelClient: {
    call: api.makeChannelClient,
    args: () => [{ resolve, timeoutMs: 50, userAgent: "test", extraCa: [], targets: [], origins: {} }],
    loose: ["[0].origins"]
  },
  "channels.send": {
    call: channelClient.send,
    args: () => [{ method: "POST", url: "https://a.example/", headers: { a: "b" }, body: "" }, signal],
    loose: ["[0]", "[0].headers"]
  },
  makeMessageClient: {
    call: api.makeMessageClient,
    args: () => [
      {
        resolve,
        timeoutMs: 50,
        userAgent: "test",
        extraCa: [],
        targets: [],
        origins: {},
        schedule: { delaysSeconds: [5], jitter: 0.1, longestRetryAfterSeconds: 5 }
      }
    ],
    loose: ["[0].origins", "[0].schedule"]
  },
  "messages.send": {
    call: (...given: ReadonlyArray<never>) =>
      messageClient.send(...(given as unknown as Parameters<typeof messageClient.send>)).catch((error: unknown) => {
        if (!(error instanceof api.ChannelError)) throw error
      }),
    args: () => [
      // The properties of a channel are not varied, because nobody makes a channel by hand.
      Object.assign(Object.create({}), slack),
      { url: "https://hooks.slack.com/services/T0/B0/abc" },
      {
        deliveryId: "d1",
        title: "a",
        text: "b",
        link: null,
        severity: "info",
        phase: "notice",
        key: "k",
        at: "2026-11-21T13:05:09Z",
        source: "c",
        linkLabel: "Open"
      },
      { state: { a: "b" }, signal }
    ],
    depth: 1,
    loose: ["[3].state"]
  },
  correctedSending: {
    call: api.correctedSending,
    args: () => [
      { outcome: "too_large", reason: "too_large", message: "x", detail: null },
      { settings: {}, state: null, isCompact: false }
    ],
    depth: 1,
    loose: ["[0]", "[1]", "[1].settings"],
    anything: ["[0].reason", "[0].message", "[0].detail"]
  },
  factMessage: {
    call: api.factMessage,
    args: () => [
      fact,
      { deliveryId: "d1", timeZone: "UTC", language: "en", link: null, acknowledgeLink: null, phase: "notice" }
    ],
    ...looseFact
  },
  severityOf: { call: api.severityOf, args: () => [fact], ...looseFact },
  routeOf: {
    call: api.routeOf,
    args: () => [[route], { kind: "down", severity: "critical", monitorId: "7", tagIds: ["a"] }],
    loose: ["[0][0]", "[0][0].steps[0]", "[1]"]
  },
  quietUntil: {
    call: api.quietUntil,
    args: () => [{ start: "22:00", end: "07:00", days: [1, 7], timeZone: "UTC" }, 0],
    loose: ["[0]"]
  },
  routeMoments: {
    call: api.routeMoments,
    args: () => [routeTimes, alarm, { afterMs: null, untilMs: 60_000 }],
    loose: ["[0]", "[0].steps[0]", "[1]", "[2]"]
  },
  dueMoments: {
    call: api.dueMoments,
    args: () => [routeTimes, alarm, { afterMs: null, untilMs: 60_000 }],
    loose: ["[0]", "[0].steps[0]", "[1]", "[2]"]
  },
  nextMomentMs: {
    call: api.nextMomentMs,
    args: () => [routeTimes, alarm, null],
    loose: ["[0]", "[0].steps[0]", "[1]"]
  },
  escalatedOpeningMs: {
    call: api.escalatedOpeningMs,
    args: () => [routeTimes, alarm, 0],
    loose: ["[0]", "[0].steps[0]", "[1]"]
  },
  messageKey: { call: api.messageKey, args: () => [fact], ...looseFact },
  precedingKey: { call: api.precedingKey, args: () => [fact], ...looseFact },
  readFact: {
    call: api.readFact,
    args: () => [{ type: "status_change", kind: "flapping", key: "a", data: fact }],
    depth: 1,
    loose: ["[0]", "[0].data"],
    anything: ["[0].data"]
  },
  renderFact: {
    call: api.renderFact,
    args: () => [fact, { timeZone: "UTC", language: "en", link: null }],
    ...looseFact
  },
  summarize: { call: api.summarize, args: () => [fact, "en"], ...looseFact },
  dayText: { call: api.dayText, args: () => ["2026-11-21T23:30:00.000Z", "UTC"] },
  durationText: { call: api.durationText, args: () => [60] },
  timeText: { call: api.timeText, args: () => ["2026-11-21T23:30:00.000Z", "UTC"] },
  webhookPayload: {
    call: api.webhookPayload,
    args: () => [fact, { id: "a", createdAt: "2026-11-21T23:30:00.000Z", link: null }],
    ...looseFact
  },
  whatsAppText: {
    call: api.whatsAppText,
    args: () => [fact, { timeZone: "UTC", link: null, reminder: false }],
    ...looseFact
  }
}

test("every exported function is tried", () => {
  expect(functionsOf(api).filter((name) => !(name in TRIED))).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})

test("an email needs only a recipient, a subject and a text", async () => {
  const sent = mailer.send({ to: "ann@example.com", subject: "Hi", text: "Hello" })
  await expect(sent).rejects.toMatchObject({ name: "MailError", code: "Unreachable" })
})
