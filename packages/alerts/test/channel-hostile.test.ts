import * as fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import type { VendorServer } from "@mon/tooling/testbed"
import type { ChannelKind, ChannelMessage } from "../src/channels.ts"
import { makeChannelClient } from "../src/index.ts"
import { acknowledgeLink, everyChannel, exampleSettings, ownMessage, vendors } from "./channelCases.ts"
import { link } from "./facts.ts"

const hostile = [
  "<!channel> <!here> <@U024BE7LH> <#C024BE7LR> <https://evil.example|Log in>",
  "@everyone @here <@123456789012345678> <@&99> [Log in](https://evil.example)",
  "@all @channel @here ![x](https://evil.example/x.png) [Log in](https://evil.example)",
  "<users/all> *bold* _it_ ~strike~ `code` ```block```",
  '<b>x</b><a href="https://evil.example">Log in</a><script>alert(1)</script>',
  "</code></b></a> &amp;lt; &lt;b&gt; ]]> -->",
  "https://evil.example/login www.evil.example evil.example mailto:a@evil.example tg://resolve?domain=evil",
  "@username /start #tag $TICKER :smile: <:a:1> <t:1>",
  "# heading\n- list\n1. list\n> quote\n---\n| a | b |",
  "{{title}} ${7*7} #{7*7} <%= 7*7 %> {% raw %}",
  '", "text": "injected", "a": "',
  "\\\\\\ \\u0000 \\n \\",
  "a\r\nSubject: x\u0000\u0007\u2028b",
  "\u202egnp.exe\u2066\u200f",
  "\ud800 lone \udc00",
  "&".repeat(9_000),
  "<".repeat(9_000),
  "*".repeat(9_000),
  "👩‍👩‍👧‍👦".repeat(2_000),
  "名".repeat(9_000),
  "a".repeat(20_000),
  " \t\n ",
  ""
]

const withText = (text: string, phase: ChannelMessage["phase"] = "opened"): ChannelMessage =>
  ownMessage(text, text, {
    phase,
    severity: "critical",
    rows: Array.from({ length: 30 }, (_, index) => ({ label: index === 3 ? text : `Row ${index}`, value: text })),
    sections: [{ title: text, rows: [{ label: text, value: text }], more: text }]
  })

const servers = new Map<ChannelKind, Promise<VendorServer>>()
const serverOf = (kind: ChannelKind): Promise<VendorServer> => {
  const started = servers.get(kind) ?? vendors[kind]()
  servers.set(kind, started)
  return started
}
afterAll(async () => {
  for (const server of servers.values()) await (await server).close()
})

const textsOf = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : []
}
const visible = (body: string): string =>
  (body.startsWith("{") ? textsOf(JSON.parse(body)) : [...new URLSearchParams(body).values()]).join("\n")

const decodeMarkup = (text: string): string =>
  text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"')

/** The vendors that turn names and addresses into links by themselves. */
const LINKS_BY_ITSELF = new Set<ChannelKind>([
  "telegram",
  "google_chat",
  "ntfy",
  "gotify",
  "pushover",
  "apprise",
  "mattermost"
])
const strange = /https?:\/\/(?!mon\.example\.com)|(?<![\w⁠])@[a-z]/iu

describe.each(everyChannel)("untrusted text in %s", (kind, channel) => {
  const client = makeChannelClient({
    resolve: (hostname) => Promise.resolve({ status: "ok", addresses: [hostname] }),
    origins: {}
  })

  it.each(hostile.map((text, index) => [index, text] as const))(
    "is accepted by the vendor, case %i",
    async (_, text) => {
      const server = await serverOf(kind)
      const request = channel.request(withText(text), exampleSettings(kind))
      const local = makeChannelClient({
        resolve: (hostname) => Promise.resolve({ status: "ok", addresses: [hostname] }),
        origins: { [new URL(request.url).origin]: server.origin }
      })
      const exchange = await local.send(request)
      const arrived = server.arrivals.at(-1)
      expect(arrived?.problems).toEqual([])
      expect(exchange).toMatchObject({ answered: true })
      if (exchange.answered) expect(channel.readAnswer(exchange.response).outcome).toBe("delivered")
    }
  )

  it("never loses the links", () => {
    if (kind === "webhook_template") return
    for (const text of hostile) {
      const shown = decodeMarkup(visible(channel.request(withText(text), exampleSettings(kind)).body))
      expect(shown).toContain(link)
      expect(shown).toContain(acknowledgeLink)
    }
  })

  it("contains no address or name that the vendor would link by itself", () => {
    if (!LINKS_BY_ITSELF.has(kind)) return
    for (const text of hostile) {
      const body = channel.request(withText(text), exampleSettings(kind)).body
      const outside = visible(body).replace(/<code>.*?<\/code>/gsu, "")
      expect(outside.replaceAll(acknowledgeLink, "")).not.toMatch(strange)
    }
  })

  it("is well-formed and within the limits, whatever it is", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.string({ unit: "grapheme", maxLength: 5_000 })
    )
    fc.assert(
      fc.property(texts, fc.constantFrom(...hostile), fc.boolean(), (text, other, compact) => {
        const request = channel.request(withText(`${text}${other}`), exampleSettings(kind), { compact })
        expect(request.body.isWellFormed()).toBe(true)
        const shown = visible(request.body)
        expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\0]/u)
        for (const limit of channel.limits.filter(({ what }) => ["message", "body", "event"].includes(what)))
          if (limit.unit === "bytes" && kind !== "ntfy")
            expect(Buffer.byteLength(request.body)).toBeLessThanOrEqual(limit.most)
      }),
      { numRuns: 40 }
    )
  })

  it("reaches nobody through a client without targets", async () => {
    const request = { ...channel.request(withText("a"), exampleSettings(kind)), url: "http://127.0.0.1:9/" }
    expect(await client.send(request)).toMatchObject({ answered: false, error: { code: "bad_url" } })
  })
})

describe("a Markdown vendor", () => {
  it("reads no markup of a stranger", () => {
    const settings = { ...exampleSettings("mattermost") }
    const [, mattermost] = everyChannel.find(([kind]) => kind === "mattermost") ?? []
    const { body } = mattermost?.request(ownMessage("**a** [b](https://evil.example)", "# c"), settings) ?? { body: "" }
    expect(JSON.parse(body)).toMatchObject({
      text: expect.stringContaining("\\*\\*a\\*\\* \\[b\\]\\(https\\://evil\\.example\\)") as string
    })
  })
})
