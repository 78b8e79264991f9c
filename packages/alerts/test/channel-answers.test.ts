import { describe, expect, it } from "vitest"
import {
  apprise,
  type Channel,
  type ChannelAnswer,
  discord,
  googleChat,
  matrix,
  mattermost,
  ntfy,
  pagerDuty,
  pushover,
  slack,
  slackApp,
  teams,
  telegram,
  twilio,
  webhookTemplate
} from "../src/channels.ts"
import { answerOfFault } from "../src/index.ts"
import { everyChannel } from "./channelCases.ts"

type Case = readonly [Channel, number, unknown, string, Readonly<Record<string, string>>?]

const answer = (
  channel: Channel,
  statusCode: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): ChannelAnswer =>
  channel.readAnswer({ statusCode, headers, body: typeof body === "string" ? body : JSON.stringify(body), nowMs: 0 })

const brief = (given: ChannelAnswer): string => {
  if (given.outcome === "delivered") return `delivered ${JSON.stringify(given.state)}`
  if (given.outcome === "too_large") return "too large"
  if (given.outcome === "refused") return `refused ${given.reason}${given.switchesOff ? ", off" : ""}`
  return `retry ${given.reason}, ${given.afterSeconds ?? "no"} s${given.dropsState ? ", drops state" : ""}`
}

const CASES: ReadonlyArray<Case> = [
  [slack, 200, "ok", "delivered null"],
  [slack, 400, "invalid_payload", "refused rejected"],
  [slack, 403, "action_prohibited", "refused blocked, off"],
  [slack, 404, "no_service", "refused gone, off"],
  [slack, 404, "no_active_hooks", "refused gone, off"],
  [slack, 410, "channel_is_archived", "refused gone, off"],
  [slack, 429, "rate_limited", "retry rate_limited, 30 s", { "retry-after": "30" }],
  [slack, 500, "rollup_error", "retry unavailable, no s"],
  [slackApp, 200, { ok: true, ts: "1.2", channel: "C1" }, 'delivered {"ts":"1.2","channel":"C1"}'],
  [slackApp, 200, { ok: true, ts: "3.4", message: { thread_ts: "1.2" } }, 'delivered {"ts":"1.2"}'],
  [slackApp, 200, { ok: false, error: "is_archived" }, "refused gone, off"],
  [slackApp, 200, { ok: false, error: "cant_update_message" }, "retry state_lost, 0 s, drops state"],
  [slackApp, 200, { ok: false, error: "thread_not_found" }, "retry state_lost, 0 s, drops state"],
  [slackApp, 200, { ok: false, error: "msg_too_long" }, "too large"],
  [slackApp, 200, { ok: false, error: "invalid_blocks" }, "refused rejected"],
  [slackApp, 429, { ok: false, error: "ratelimited" }, "retry rate_limited, 5 s", { "retry-after": "5" }],
  [slackApp, 200, "<html>", "retry unexpected_answer, no s"],
  [discord, 200, { id: "77" }, 'delivered {"messageId":"77"}'],
  [discord, 204, "", "delivered null"],
  [discord, 404, { code: 10_015, message: "Unknown Webhook" }, "refused gone, off"],
  [discord, 404, { code: 10_008, message: "Unknown Message" }, "retry state_lost, 0 s, drops state"],
  [discord, 401, { code: 50_027, message: "Invalid Webhook Token" }, "refused unauthorized, off"],
  [discord, 429, { retry_after: 1.337, global: false }, "retry rate_limited, 2 s"],
  [discord, 429, { retry_after: 0 }, "retry rate_limited, 5 s", { "retry-after": "5" }],
  [discord, 429, { retry_after: 7 }, "retry rate_limited, 7 s", { "retry-after": "5" }],
  [telegram, 429, { parameters: { retry_after: 1 } }, "retry rate_limited, 30 s", { "retry-after": "30" }],
  [matrix, 429, { errcode: "M_LIMIT_EXCEEDED", retry_after_ms: 0 }, "retry rate_limited, 4 s", { "retry-after": "4" }],
  [discord, 429, "error code: 1015", "retry rate_limited, 9 s", { "retry-after": "9" }],
  [discord, 400, { code: 50_035, errors: { a: { code: "BASE_TYPE_MAX_LENGTH" } } }, "too large"],
  [discord, 400, { code: 50_035 }, "refused rejected"],
  [teams, 202, "", "delivered null"],
  [teams, 413, "", "too large"],
  [teams, 400, { error: { code: "WorkflowTriggerIsNotEnabled", message: "off" } }, "refused gone, off"],
  [teams, 401, { error: { code: "DirectApiAuthorizationRequired" } }, "refused unauthorized, off"],
  [googleChat, 200, { name: "spaces/A/messages/B" }, "delivered null"],
  [googleChat, 429, { error: { status: "RESOURCE_EXHAUSTED" } }, "retry rate_limited, no s"],
  [
    googleChat,
    400,
    { error: { message: "API key not valid. Please pass a valid API key." } },
    "refused unauthorized, off"
  ],
  [telegram, 200, { ok: true, result: { message_id: 5 } }, 'delivered {"messageId":"5"}'],
  [telegram, 429, { ok: false, parameters: { retry_after: 7 } }, "retry rate_limited, 7 s"],
  [telegram, 400, { ok: false, parameters: { migrate_to_chat_id: -100_123 } }, "retry moved, 0 s, drops state"],
  [telegram, 400, { description: "Bad Request: message is not modified: specified new" }, "delivered null"],
  [telegram, 400, { description: "Bad Request: message to edit not found" }, "retry state_lost, 0 s, drops state"],
  [telegram, 400, { description: "Bad Request: chat not found" }, "refused gone, off"],
  [telegram, 400, { description: "Bad Request: message is too long" }, "too large"],
  [telegram, 400, { description: "Bad Request: can't parse entities" }, "refused rejected"],
  [telegram, 403, { description: "Forbidden: bot was blocked by the user" }, "refused blocked, off"],
  [telegram, 404, { description: "Not Found" }, "refused unauthorized, off"],
  [telegram, 200, { ok: false }, "retry unexpected_answer, no s"],
  [pagerDuty, 202, { status: "success" }, "delivered null"],
  [
    pagerDuty,
    400,
    { status: "invalid event", errors: ["'routing_key' is missing or blank"] },
    "refused unauthorized, off"
  ],
  [pagerDuty, 400, { status: "invalid event", errors: ["Length of 'summary' is too long"] }, "refused rejected"],
  [pagerDuty, 429, "", "retry rate_limited, no s"],
  [ntfy, 200, { id: "a" }, "delivered null"],
  [ntfy, 507, { error: "insufficient storage" }, "retry unavailable, no s"],
  [ntfy, 403, { error: "forbidden" }, "refused unauthorized, off"],
  [pushover, 200, { status: 1, receipt: "r" }, 'delivered {"receipt":"r","endsAt":"1970-01-01T03:00:00.000Z"}'],
  [
    pushover,
    400,
    { status: 0, token: "invalid", errors: ["application token is invalid"] },
    "refused unauthorized, off"
  ],
  [pushover, 400, { status: 0, user: "invalid", errors: ["user identifier is invalid"] }, "refused gone, off"],
  [pushover, 429, { status: 0 }, "retry rate_limited, 60 s", { "x-limit-app-reset": "60" }],
  [mattermost, 200, "ok", "delivered null"],
  [
    mattermost,
    400,
    { id: "web.incoming_webhook.invalid.app_error", message: "Invalid webhook." },
    "refused unauthorized, off"
  ],
  [mattermost, 403, { id: "web.incoming_webhook.channel_locked.app_error" }, "refused blocked, off"],
  [mattermost, 400, { id: "api.post.create_post.too_long.app_error" }, "too large"],
  [matrix, 200, { event_id: "$1" }, 'delivered {"eventId":"$1"}'],
  [matrix, 429, { errcode: "M_LIMIT_EXCEEDED", retry_after_ms: 2_001 }, "retry rate_limited, 3 s"],
  [matrix, 401, { errcode: "M_UNKNOWN_TOKEN" }, "refused unauthorized, off"],
  [matrix, 403, { errcode: "M_FORBIDDEN" }, "refused blocked, off"],
  [matrix, 413, { errcode: "M_TOO_LARGE" }, "too large"],
  [matrix, 502, { errcode: "M_FORBIDDEN" }, "retry unavailable, no s"],
  [twilio, 201, { sid: "SM1" }, 'delivered {"sid":"SM1"}'],
  [twilio, 400, { code: 21_610, message: "unsubscribed" }, "refused blocked, off"],
  [twilio, 400, { code: 21_211, message: "invalid To" }, "refused gone, off"],
  [twilio, 400, { code: 21_617, message: "too long" }, "too large"],
  [twilio, 401, { code: 20_003, message: "Authenticate" }, "refused unauthorized, off"],
  [twilio, 429, { code: 20_429 }, "retry rate_limited, no s"],
  [apprise, 200, { error: null, details: [] }, "delivered null"],
  [apprise, 204, "", "refused gone, off"],
  [apprise, 424, { error: "One or more notification could not be sent." }, "refused partly_delivered"],
  [webhookTemplate, 204, "", "delivered null"],
  [webhookTemplate, 302, "", "refused redirect, off"],
  [webhookTemplate, 418, "", "refused rejected"]
]

it.each(
  CASES.map(
    ([channel, status, body, expected, headers]) =>
      [channel.kind, status, JSON.stringify(body), expected, { channel, body, headers }] as const
  )
)("%s: %i %s is %s", (_kind, status, _body, expected, { body, channel, headers }) => {
  expect(brief(answer(channel, status, body, headers))).toBe(expected)
})

describe.each(everyChannel)("an answer of %s", (_kind, channel) => {
  it("says for every status what to do next", () => {
    const outcomes = [401, 403, 404, 408, 410, 413, 425, 429, 500, 502, 503, 504, 599].map((status) =>
      brief(answer(channel, status, "")).split(" ", 1)
    )
    expect(outcomes.flat()).toEqual(
      "refused refused refused retry refused too retry retry retry retry retry retry retry".split(" ")
    )
    expect(brief(answer(channel, 429, "", { "retry-after": "17" }))).toContain("retry rate_limited, 17 s")
  })

  it("survives any body", () => {
    const bodies = [
      "",
      "null",
      "[]",
      "1",
      '"a"',
      "{",
      '{"code":{}}',
      '{"errors":[1]}',
      "\0".repeat(10),
      "constructor",
      '{"ok":false,"error":"constructor","errcode":"toString","id":"valueOf"}',
      "a".repeat(70_000)
    ]
    const given = [200, 202, 204, 400, 404, 429, 500].flatMap((status) =>
      bodies.map((body) => answer(channel, status, body))
    )
    const lengths = given.map((one) => (one.outcome === "delivered" ? 0 : (one.detail?.length ?? 0)))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(200)
  })

  it("leaves the state of the first message in place", () => {
    const first = { messageId: "1" }
    for (const body of ['{"id":"2","ok":true,"ts":"2","result":{"message_id":2},"event_id":"$2","status":1}', "ok"]) {
      const given = channel.readAnswer({ statusCode: 200, headers: {}, body, nowMs: 0 }, { state: first })
      expect(given.outcome === "delivered" ? given.state : first).toEqual(first)
    }
  })

  it("never quotes a sealed setting", () => {
    const settings = Object.fromEntries(
      Object.entries(channel.fields).map(([name, { type }]) => [
        name,
        `${type === "url" ? "https://secret.example/" : ""}secret-of-${name}-0123`
      ])
    )
    const body = Object.values(settings).join(" ")
    const given = channel.readAnswer({ statusCode: 418, headers: {}, body, nowMs: 0 }, { settings })
    const sealed = Object.keys(channel.fields).filter((name) => channel.fields[name]?.isSealed === true)
    expect(sealed.filter((name) => JSON.stringify(given).includes(settings[name] ?? ""))).toEqual([])
  })
})

it("quotes no credentials in the form of a header", () => {
  const settings = {
    accountSid: `AC${"0".repeat(32)}`,
    keySid: "",
    token: "a".repeat(32),
    from: "+1",
    to: "+2",
    alphabet: ""
  }
  const header = `Basic ${Buffer.from(`${settings.accountSid}:${settings.token}`).toString("base64")}`
  const body = JSON.stringify({ code: 1, message: `bad header Authorization: ${header}, sorry` })
  const given = twilio.readAnswer({ statusCode: 400, headers: {}, body, nowMs: 0 }, { settings })
  expect(given).toMatchObject({ detail: "bad header Authorization: Basic ***, sorry" })
})

it("quotes no beginning of a secret that it cuts off", () => {
  const settings = { token: `xoxb-${"7f3a9c21".repeat(4)}`, channel: "C024BE91L" }
  for (let before = 150; before <= 200; before += 1) {
    const body = `${"a".repeat(before)}${settings.token} and more`
    const given = slackApp.readAnswer({ statusCode: 500, headers: {}, body, nowMs: 0 }, { settings })
    if (given.outcome === "delivered") throw new Error("It was refused.")
    expect(given.detail).not.toContain(settings.token.slice(0, 5))
  }
})

it("stores a new chat of Telegram", () => {
  const moved = answer(telegram, 400, { ok: false, parameters: { migrate_to_chat_id: -1_001_234 } })
  expect(moved).toMatchObject({ settings: { chatId: "-1001234" } })
})

it("is an attempt later when nobody answered, unless the address is forbidden", () => {
  expect(brief(answerOfFault({ code: "connect_refused", message: "x" }))).toBe("retry unavailable, no s")
  expect(brief(answerOfFault({ code: "blocked_address", message: "x" }))).toBe("refused blocked, off")
})
