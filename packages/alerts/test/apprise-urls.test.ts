import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { channelOf, readAppriseUrl } from "../src/channels.ts"

const HEX32 = "0123456789abcdef0123456789abcdef"
const KEY30 = "a".repeat(30)
const BOT = "123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

const READ: ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, Readonly<Record<string, string>>]>]> = [
  [
    "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/#general",
    [["slack", { url: "https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ" }]]
  ],
  [
    "slack://Mon@xoxb-1234567890-abcdef/#general/C024BE91L",
    [
      ["slack_app", { token: "xoxb-1234567890-abcdef", channel: "#general" }],
      ["slack_app", { channel: "C024BE91L" }]
    ]
  ],
  [
    "discord://Mon@123456789/abcdefghijkl_mn-o?thread=99999",
    [["discord", { url: "https://discord.com/api/webhooks/123456789/abcdefghijkl_mn-o", threadId: "99999" }]]
  ],
  [
    `tgram://${BOT}/-1001234/alerts?topic=7`,
    [
      ["telegram", { token: BOT, chatId: "-1001234", topicId: "7" }],
      ["telegram", { chatId: "@alerts" }]
    ]
  ],
  [`tgram://${BOT}/-1001234:42`, [["telegram", { chatId: "-1001234", topicId: "42" }]]],
  [
    "ntfy://one/two",
    [
      ["ntfy", { server: "", topic: "one" }],
      ["ntfy", { server: "", topic: "two" }]
    ]
  ],
  [
    "ntfys://user:pass@ntfy.example.com:8443/alerts",
    [["ntfy", { server: "https://ntfy.example.com:8443", topic: "alerts", token: "user:pass" }]]
  ],
  ["ntfys://tk_abcdefghijkl@ntfy.example.com/alerts", [["ntfy", { token: "tk_abcdefghijkl" }]]],
  [
    "gotifys://gotify.example.com/push/Axxxxxxxxxxxx",
    [["gotify", { server: "https://gotify.example.com/push", token: "Axxxxxxxxxxxx" }]]
  ],
  [
    `pover://${KEY30}@${KEY30}/phone/tablet?priority=emergency`,
    [["pushover", { user: KEY30, token: KEY30, device: "phone,tablet", repeat: "critical" }]]
  ],
  [
    "mmosts://bot@chat.example.com/xxxxxxxxxxxxxxxxxxxxxxxxxx?channels=alerts,ops",
    [
      ["mattermost", { url: "https://chat.example.com/hooks/xxxxxxxxxxxxxxxxxxxxxxxxxx", channel: "alerts" }],
      ["mattermost", { channel: "ops" }]
    ]
  ],
  [
    "gchat://AAAA/key/to%2Bken",
    [["google_chat", { url: "https://chat.googleapis.com/v1/spaces/AAAA/messages?key=key&token=to%2Bken" }]]
  ],
  [
    "matrixs://syt_abcdefgh@matrix.example.com/!room:example.com",
    [["matrix", { server: "https://matrix.example.com", token: "syt_abcdefgh", roomId: "!room:example.com" }]]
  ],
  [`pagerduty://${HEX32}@apikey/source?region=eu`, [["pagerduty", { routingKey: HEX32, region: "eu" }]]],
  [
    `twilio://AC${HEX32}:${HEX32}@15017122661/491701234567/+491701234568`,
    [
      ["twilio", { accountSid: `AC${HEX32}`, token: HEX32, from: "+15017122661", to: "+491701234567" }],
      ["twilio", { to: "+491701234568" }]
    ]
  ],
  [
    "workflows://prod-00.westeurope.logic.azure.com:443/abc/SIGN?ver=2019-01-01",
    [
      [
        "teams",
        {
          url: "https://prod-00.westeurope.logic.azure.com:443/workflows/abc/triggers/manual/paths/invoke?api-version=2019-01-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=SIGN"
        }
      ]
    ]
  ]
]

const messageOf = (text: string): string => {
  const read = readAppriseUrl(text)
  return read.ok ? "" : read.message
}

describe("an Apprise URL", () => {
  it.each(READ)("becomes channels: %s", (text, expected) => {
    const read = readAppriseUrl(text)
    expect(read).toMatchObject({ ok: true, channels: expected.map(([kind, settings]) => ({ kind, settings })) })
    if (read.ok) expect(read.channels).toHaveLength(expected.length)
  })

  it.each("json jsons xml xmls form forms mailto mailtos file syslog".split(" "))(
    "is refused with a sentence: %s",
    (scheme) => {
      expect(messageOf(`${scheme}://user:hunter2@example.com/path`)).toMatch(
        /^Apprise URLs that begin with \w+:\/\/ cannot be used\. \w.*\.$/u
      )
    }
  )

  it.each([
    "ntfys://user:p/ss@ntfy.example.com/alerts",
    "ntfys://user:p?ss@ntfy.example.com/alerts",
    "ntfys://topic?pw@host.example/topic",
    "ntfys://us/er:hunter2@ntfy.example.com/alerts",
    `pover://${KEY30}/x@${KEY30}`,
    "matrixs://syt_ab/cdefgh@matrix.example.com/!room:example.com",
    `twilio://AC${HEX32}:a?b=${HEX32}@15017122661/491701234567`,
    "mmosts://b?ot@chat.example.com/xxxxxxxxxxxxxxxxxxxxxxxxxx"
  ])("is refused when a secret is not encoded: %s", (text) => {
    expect(messageOf(text)).toMatch(/If a secret contains these characters, encode them/u)
  })

  it.each<[string, ReadonlyArray<string>]>([
    ["ntfys://user:p%2Fs%40s@ntfy.example.com/alerts?priority=high&tags=a", ["priority", "tags"]],
    ["slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/#general/@ann?footer=no", ["#general", "@ann", "footer"]],
    ["discord://123456789/abcdefghijkl_mn-o/secret?avatar=no&thread=99999", ["a part of the path", "avatar"]],
    [`tgram://${BOT}/@alerts?silent=yes`, ["silent"]],
    ["gotifys://gotify.example.com/Axxxxxxxxxxxx?verify=no", ["verify"]],
    [`pagerduty://${HEX32}@apikey/source?region=eu`, ["a part of the path"]]
  ])("names what it has no use for: %s", (text, ignored) => {
    expect(readAppriseUrl(text)).toMatchObject({ ok: true, ignored })
  })

  it("is refused when it needs what Mon does not do", () => {
    expect(messageOf("matrixs://user:hunter2@matrix.example.com/!room:example.com")).toContain("access token")
    expect(messageOf("matrixs://syt_abcdefgh@matrix.example.com/#room")).toContain("room ID")
    expect(messageOf("gotify://gotify.lan/Axxxxxxxxxxxx")).toBe("Gotify: Server must begin with https://.")
    expect(readAppriseUrl("gotify://gotify.lan/Axxxxxxxxxxxx", { targets: ["http://gotify.lan"] }).ok).toBe(true)
    expect(messageOf("ifttt://hunter2@a")).toContain("your own Apprise server")
    expect(messageOf("constructor://a")).toContain("your own Apprise server")
    expect(messageOf(`tgram://${BOT}`)).toContain("needs a chat")
    expect(messageOf(`ntfy://a/${"b/".repeat(60)}`)).toContain("at most 50")
    for (const text of [
      "",
      "slack",
      "://a",
      "slack://",
      "slack://a b/c",
      `slack://${"a".repeat(3_000)}`,
      "slack://a/b\n/c"
    ])
      expect(messageOf(text)).not.toBe("")
  })

  it("gives only settings that the channel accepts, whatever it is, and never quotes it", () => {
    const scheme = fc.constantFrom(
      ..."slack discord tgram ntfy ntfys gotify gotifys pover mmost mmosts gchat matrix matrixs pagerduty twilio workflows".split(
        " "
      )
    )
    const part = fc.oneof(fc.string({ unit: "binary", maxLength: 30 }), fc.stringMatching(/^[\w@:#!+%.,?=&/-]{0,60}$/u))
    fc.assert(
      fc.property(scheme, fc.array(part, { maxLength: 6 }), (name, parts) => {
        const text = `${name}://${parts.join("/")}`
        const read = readAppriseUrl(text, { targets: [] })
        if (!read.ok) {
          expect(read.message).toMatch(/^\S.*\.$/su)
          const secret = parts.join("/")
          if (secret.length > 12) expect(read.message).not.toContain(secret)
          return
        }
        for (const { kind, settings } of read.channels) {
          const again = channelOf(kind)?.readSettings(settings)
          expect(again).toMatchObject({ ok: true, settings })
        }
      }),
      { numRuns: 3_000 }
    )
  })

  it("becomes the channels that were written as one", () => {
    const token = fc.stringMatching(/^[A-Za-z0-9]{8,20}$/u)
    const topic = fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/u)
    fc.assert(
      fc.property(token, token, token, topic, (a, b, c, name) => {
        expect(readAppriseUrl(`slack://T${a}/B${b}/${c}`)).toEqual({
          ok: true,
          channels: [{ kind: "slack", settings: { url: `https://hooks.slack.com/services/T${a}/B${b}/${c}` } }],
          ignored: []
        })
        expect(readAppriseUrl(`ntfys://n.example.com/${name}`)).toEqual({
          ok: true,
          channels: [{ kind: "ntfy", settings: { server: "https://n.example.com", topic: name, token: "" } }],
          ignored: []
        })
      })
    )
  })
})
