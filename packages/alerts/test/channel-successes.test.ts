import { describe, expect, it } from "vitest"
import {
  apprise,
  type Channel,
  type ChannelAnswer,
  discord,
  googleChat,
  gotify,
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
import { everyChannel } from "./channelCases.ts"

type Answered = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>]

const answer = (channel: Channel, [statusCode, body, headers = {}]: Answered): ChannelAnswer =>
  channel.readAnswer({ statusCode, headers, body: typeof body === "string" ? body : JSON.stringify(body), nowMs: 0 })

/** The page of a login proxy, a captive portal or a parked domain. */
const LOGIN =
  '<!doctype html><html><body><form action="/login">Sign in. Notifications are sent later.</form></body></html>'

/** Responses with a success status: first the vendor's own responses, then responses of other servers. */
const SUCCESSES: ReadonlyArray<readonly [Channel, ReadonlyArray<Answered>, ReadonlyArray<Answered>]> = [
  [
    slack,
    [[200, "ok"]],
    [
      [200, "no_service"],
      [202, "ok"],
      [204, ""],
      [200, { ok: true }]
    ]
  ],
  [
    slackApp,
    [[200, { ok: true, ts: "1.2" }]],
    [
      [200, { ok: true }],
      [200, { error: "login required" }],
      [202, { ok: true, ts: "1.2" }]
    ]
  ],
  [
    discord,
    [
      [200, { id: "77" }],
      [204, ""]
    ],
    [
      [200, { id: "session" }],
      [200, { message: "x" }],
      [202, { id: "77" }]
    ]
  ],
  [
    teams,
    [
      [202, ""],
      [200, ""],
      [200, "1"],
      [200, { taken: true }, { "x-ms-workflow-run-id": "085" }]
    ],
    [
      [200, "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429"],
      [200, { taken: true }],
      [202, { error: { code: "Failed" } }, { "x-ms-workflow-run-id": "085" }],
      [204, ""]
    ]
  ],
  [
    googleChat,
    [[200, { name: "spaces/A/messages/B" }]],
    [
      [200, {}],
      [200, { name: "portal" }],
      [204, ""]
    ]
  ],
  [
    telegram,
    [[200, { ok: true, result: { message_id: 5 } }]],
    [
      [200, { ok: true }],
      [200, { ok: false, result: { message_id: 5 } }],
      [202, { ok: true, result: { message_id: 5 } }]
    ]
  ],
  [
    pagerDuty,
    [[202, { status: "success" }]],
    [
      [202, { status: "error" }],
      [202, ""],
      [200, { status: "success" }],
      [204, ""]
    ]
  ],
  [
    ntfy,
    [
      [200, { id: "a" }],
      [200, { id: "a", event: "message", topic: "t" }]
    ],
    [
      [200, { id: "a", error: "x" }],
      [200, { id: "a", event: "login" }],
      [200, { id: "" }],
      [202, { id: "a" }]
    ]
  ],
  [
    gotify,
    [[200, { id: 7, appid: 1 }]],
    [
      [200, { id: "7" }],
      [200, { id: 7, error: "x" }],
      [200, {}],
      [204, ""]
    ]
  ],
  [
    pushover,
    [[200, { status: 1, request: "r" }]],
    [
      [200, { status: 0 }],
      [200, { status: "1" }],
      [202, { status: 1 }]
    ]
  ],
  [
    mattermost,
    [[200, "ok"]],
    [
      [200, "OK, signed in"],
      [200, { status: "OK" }],
      [204, ""]
    ]
  ],
  [
    matrix,
    [[200, { event_id: "$1" }]],
    [
      [200, { event_id: "1" }],
      [200, {}],
      [201, { event_id: "$1" }]
    ]
  ],
  [
    twilio,
    [
      [201, { sid: "SM1", status: "queued" }],
      [201, { sid: "MM1" }]
    ],
    [
      [200, { sid: "SM1" }],
      [201, {}],
      [201, { sid: "AC1" }]
    ]
  ],
  [
    apprise,
    [
      [200, { error: null, details: [] }],
      [200, { error: "" }],
      [200, "Notification(s) sent."],
      [200, "2027-01-01 12:00:00 - INFO - Sent Discord notification."],
      [200, '{"error":null,"details":[["INFO","cut']
    ],
    [
      [200, "One or more notification could not be sent."],
      [200, { error: "x" }],
      [202, { error: null }]
    ]
  ],
  [
    webhookTemplate,
    [
      [200, ""],
      [201, LOGIN],
      [204, ""],
      [299, "anything"]
    ],
    []
  ]
]

describe.each(SUCCESSES.map((row) => [row[0].kind, ...row] as const))(
  "a status of success from %s",
  (_kind, channel, own, others) => {
    const outcomesOf = (given: ReadonlyArray<Answered>) =>
      given.map((one) => [one[0], one[1], answer(channel, one).outcome])

    it("is a delivery with the body of the vendor", () => {
      expect(outcomesOf(own)).toEqual(own.map(([status, body]) => [status, body, "delivered"]))
    })

    it("is an unexpected answer with any other body, which is tried again", () => {
      const foreign: ReadonlyArray<Answered> = ["<html>", LOGIN, "null", "[]", { login: "/sign-in" }].flatMap((body) =>
        [200, 201, 202, 203].map((status) => [status, body] as const)
      )
      const empty: ReadonlyArray<Answered> = [[200, ""]]
      const given = [...others, ...(channel === teams ? [] : empty), ...foreign]
      if (channel === webhookTemplate) return
      expect(outcomesOf(given)).toEqual(given.map(([status, body]) => [status, body, "retry"]))
      expect(answer(channel, [200, LOGIN])).toMatchObject({
        reason: "unexpected_answer",
        message: `Unexpected response: ${channel.name} does not normally respond like this.`
      })
    })
  }
)

it("compares the answers of every channel", () => {
  expect(SUCCESSES.map(([{ kind }]) => kind).toSorted()).toEqual(everyChannel.map(([kind]) => kind).toSorted())
})
