import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  startApprise,
  startDiscord,
  startGoogleChat,
  startGotify,
  startMatrix,
  startMattermost,
  startNtfy,
  startPagerDuty,
  startPushover,
  startSlackApi,
  startSlackWebhook,
  startTeams,
  startTelegram,
  startTemplateReceiver,
  startTwilio,
  type VendorServer
} from "../../testbed/index.ts"

interface Sent {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

const long = (length: number): string => "a".repeat(length)
const slackBody = (text: string) => ({ text: "a", blocks: [{ type: "section", text: { type: "mrkdwn", text } }] })
const embed = (more: object) => ({
  embeds: [{ title: "a", description: "", ...more }],
  allowed_mentions: { parse: [] }
})
const card = (text: string) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      content: { type: "AdaptiveCard", body: [{ type: "RichTextBlock", inlines: [{ type: "TextRun", text }] }] }
    }
  ]
})
const chat = (text: string) => ({
  thread: { threadKey: "a" },
  cardsV2: [{ card: { header: { title: "a" }, sections: [{ widgets: [{ textParagraph: { text } }] }] } }]
})
const telegram = (text: string) => ({
  chat_id: "1",
  parse_mode: "HTML",
  text,
  link_preview_options: { is_disabled: true }
})
const event = (severity: string) => ({
  routing_key: long(32),
  event_action: "trigger",
  dedup_key: "a",
  payload: { summary: "a", source: "b", severity }
})
const push = (more: Readonly<Record<string, string>>) =>
  new URLSearchParams({ token: long(30), user: long(30), message: "a", title: "a", priority: "0", ...more })
const roomMessage = (formatted: string) => ({
  msgtype: "m.text",
  body: "a",
  formatted_body: formatted,
  "m.mentions": {}
})
const sms = (text: string) => new URLSearchParams({ To: "+491701234567", From: "+15017122661", Body: text })
const matrixPath = "/_matrix/client/v3/rooms/a/send/m.room.message/1"
const bearer = { authorization: "Bearer xoxb-a" }
const basic = { authorization: "Basic YTpi" }
const twilioPath = `/2010-04-01/Accounts/AC${"0".repeat(32)}/Messages.json`

/** For each vendor: a request that the vendor accepts, and a request that the vendor refuses. */
const CASES: ReadonlyArray<readonly [string, () => Promise<VendorServer>, Sent, Sent]> = [
  [
    "Slack webhooks",
    startSlackWebhook,
    { path: "/services/a/b/c", body: slackBody("a") },
    { path: "/services/a/b/c", body: slackBody("<!channel>") }
  ],
  [
    "the Slack API",
    startSlackApi,
    { path: "/api/chat.postMessage", headers: bearer, body: { channel: "C1", ...slackBody("a") } },
    { path: "/api/chat.postMessage", headers: bearer, body: { channel: "C1", ...slackBody(long(3_001)) } }
  ],
  [
    "Discord",
    startDiscord,
    { path: "/api/webhooks/1/a?wait=true", body: embed({}) },
    { path: "/api/webhooks/1/a?wait=true", body: embed({ title: long(257) }) }
  ],
  [
    "Microsoft Teams",
    startTeams,
    { path: "/workflows/1/triggers/manual/paths/invoke?sig=a", body: card("a") },
    { path: "/workflows/1/triggers/manual/paths/invoke?sig=a", body: card(long(30_000)) }
  ],
  [
    "Google Chat",
    startGoogleChat,
    { path: "/v1/spaces/A/messages?key=a&token=b", body: chat("a") },
    { path: "/v1/spaces/A/messages?key=a&token=b", body: chat("<a>") }
  ],
  [
    "Telegram",
    startTelegram,
    { path: "/bot1:a/sendMessage", body: telegram("<b>a</b> &amp;") },
    { path: "/bot1:a/sendMessage", body: telegram("a & <i>b") }
  ],
  [
    "PagerDuty",
    startPagerDuty,
    { path: "/v2/enqueue", body: event("critical") },
    { path: "/v2/enqueue", body: event("down") }
  ],
  [
    "ntfy",
    startNtfy,
    { path: "/", body: { topic: "a", message: "b", priority: 3 } },
    { path: "/", body: { topic: "a", message: long(4_097), priority: 3 } }
  ],
  [
    "Gotify",
    startGotify,
    {
      path: "/message",
      headers: { "x-gotify-key": "a" },
      body: { title: "a", message: "b", priority: 1, extras: { "client::display": { contentType: "text/plain" } } }
    },
    { path: "/message", body: {} }
  ],
  [
    "Pushover",
    startPushover,
    { path: "/1/messages.json", body: push({}) },
    { path: "/1/messages.json", body: push({ priority: "2" }) }
  ],
  [
    "Mattermost",
    startMattermost,
    { path: "/hooks/abc", body: { text: "a" } },
    { path: "/hooks/abc", body: { text: "@all" } }
  ],
  [
    "Matrix",
    startMatrix,
    { path: matrixPath, method: "PUT", headers: bearer, body: roomMessage("a<br>b") },
    { path: matrixPath, method: "PUT", headers: bearer, body: roomMessage("<img>") }
  ],
  [
    "Twilio",
    startTwilio,
    { path: twilioPath, headers: basic, body: sms("a") },
    { path: twilioPath, headers: basic, body: sms(long(1_601)) }
  ],
  [
    "Apprise",
    startApprise,
    { path: "/notify/a", body: { title: "a", body: "b", type: "info", format: "text" } },
    { path: "/notify", body: { title: "a", body: "b", type: "info", format: "text" } }
  ],
  [
    "a receiver of templates",
    startTemplateReceiver,
    { path: "/", headers: { "idempotency-key": "1" }, body: {} },
    { path: "/", body: {} }
  ]
]

describe.each(CASES)("the server of %s", (_name, start, accepted, refused) => {
  let server: VendorServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())

  const send = ({ body, headers, method = "POST", path }: Sent, signal?: AbortSignal) =>
    fetch(`${server.origin}${path}`, {
      method,
      ...(signal === undefined ? {} : { signal }),
      headers: {
        "content-type": body instanceof URLSearchParams ? "application/x-www-form-urlencoded" : "application/json",
        ...headers
      },
      body: body instanceof URLSearchParams ? body.toString() : JSON.stringify(body)
    })

  it("takes what the vendor takes", async () => {
    const answer = await send(accepted)
    expect([answer.ok, server.arrivals.at(-1)?.problems, server.messages.length]).toEqual([true, [], 1])
  })

  it("refuses what the vendor refuses, and says why", async () => {
    const before = server.messages.length
    const answer = await send(refused)
    const arrived = server.arrivals.at(-1)
    expect(arrived?.problems.length).toBeGreaterThan(0)
    expect([
      server.messages.length - before,
      answer.status === 400 || !(await answer.text()).includes('"ok":true')
    ]).toEqual([0, true])
  })

  it("answers with a status, a wait, silence or a cut connection on demand", async () => {
    server.behave({ status: 429, retryAfterSeconds: 5 })
    expect((await send(accepted)).status).toBe(429)
    server.behave({ cut: true })
    await expect(send(accepted)).rejects.toThrow("fetch failed")
    server.behave({ hang: true })
    const controller = new AbortController()
    const waiting = send({ ...accepted, headers: { ...accepted.headers, "x-silence": "1" } }, controller.signal)
    await server.nextArrival(({ headers }) => headers["x-silence"] === "1")
    controller.abort()
    await expect(waiting).rejects.toThrow("aborted")
    server.behave({})
  })
})
