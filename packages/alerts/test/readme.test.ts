import { makeAuthority, startSite, startSmtpServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as channels from "../src/channels.ts"
import * as services from "../src/effect.ts"
import * as core from "../src/index.ts"
import { everyChannel, exampleSettings, ownMessage, vendors } from "./channelCases.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/gu)].map(([, code = ""]) => code)
const receiver = readFileSync(new URL("receiver.ts", import.meta.url), "utf8")

const block = (word: string): string => {
  const found = blocks.filter((code) => code.includes(word) && !code.includes("export const"))
  if (found.length !== 1) throw new Error(`${found.length} examples with ${word}`)
  return found[0] ?? ""
}

/** Runs an example as printed, with the given modules as its imports, and returns its log. */
const run = async (code: string, modules: Readonly<Record<string, object>>): Promise<ReadonlyArray<string>> => {
  const logged: Array<string> = []
  const body = code
    .replaceAll(" as const", "")
    .replace(
      /^import (?:\* as (\w+)|\{([^}]*)\}) from "([^"]+)"$/gmu,
      (_, whole: string | undefined, names: string | undefined, name: string) =>
        `const ${whole ?? `{${names?.replace(/ as /gu, ": ")}}`} = modules[${JSON.stringify(name)}]`
    )
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: ReadonlyArray<string>
  ) => (...values: ReadonlyArray<unknown>) => Promise<void>
  await new AsyncFunction("modules", "console", body)(modules, {
    log: (...words: ReadonlyArray<unknown>) => logged.push(words.join(" "))
  })
  return logged
}

const resolve = (hostname: string) => Promise.resolve({ status: "ok" as const, addresses: [hostname] })

describe("the examples of the README", () => {
  it("send an email", async () => {
    const server = await startSmtpServer()
    const code = block("composeEmail").replace("smtps://user:password@mail.example.com", server.url)
    expect(await run(code, { "@mon/alerts": core })).toEqual(["DOWN Shop 250"])
    expect(await server.nextMail()).toMatchObject({
      subject: "DOWN Shop",
      from: "alerts@example.com",
      to: ["ann@example.org"]
    })
    await server.close()
  })

  it("remember an email", async () => {
    expect(await run(block("Mailer.layerMemory"), { "effect/Effect": Effect, "@mon/alerts/effect": services })).toEqual(
      ["Hello"]
    )
  })

  const startReceiver = async () => {
    const authority = await makeAuthority()
    const site = await startSite({
      tls: await authority.issue({ names: ["hook.example.com"] }),
      behaviour: { status: 204 }
    })
    const { makeAddressPolicy } = await import("@mon/public-net")
    const makeWebhookClient = (options: core.WebhookClientOptions) =>
      core.makeWebhookClient({
        ...options,
        policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }),
        extraCa: [authority.rootPem]
      })
    const modules = {
      "@mon/alerts": { ...core, makeWebhookClient },
      "node:dns": { promises: { resolve4: () => Promise.resolve(["127.0.0.1"]) } }
    }
    const codeOf = (word: string) => block(word).replace("hook.example.com/in", `hook.example.com:${site.port}/in`)
    return { site, modules, codeOf }
  }

  it("send a webhook", async () => {
    const { codeOf, modules, site } = await startReceiver()
    const code = codeOf("webhookPayload")
    expect(await run(code, modules)).toEqual(["delivered 204"])
    site.behave({ status: 500 })
    expect(await run(code, modules)).toEqual([expect.stringMatching(/^http_status 5\d\d\d$/u)])
    await site.close()
  })

  it("send a message of your own by email and webhook", async () => {
    const server = await startSmtpServer()
    const { codeOf, modules, site } = await startReceiver()
    await run(codeOf("composeNotice").replace("smtps://user:password@mail.example.com", server.url), modules)
    expect(await server.nextMail()).toMatchObject({ subject: "Disk almost full", to: ["ann@example.org"] })
    expect((await server.nextMail()).raw.toString()).toContain("https://metrics.example.com/db1")
    expect(site.requests).toHaveLength(1)
    await Promise.all([site.close(), server.close()])
  })

  it("send messages to every channel", async () => {
    const servers = await Promise.all(
      everyChannel.map(async ([kind, channel]) => {
        const { url } = channel.request(ownMessage("a", "b"), exampleSettings(kind))
        return { kind, origin: new URL(url).origin, server: await vendors[kind]() }
      })
    )
    // Two channels of one vendor must not share an origin.
    expect(new Set(servers.map(({ origin }) => origin)).size).toBe(servers.length)
    const origins = Object.fromEntries(servers.map(({ origin, server }) => [origin, server.origin]))
    const modules = {
      "@mon/alerts": {
        ...core,
        makeMessageClient: () => core.makeMessageClient({ resolve, origins }),
        makeChannelClient: () => core.makeChannelClient({ resolve, origins })
      },
      "@mon/alerts/channels": channels,
      "node:dns": { promises: {} }
    }
    expect(await run(block("const { attempts }"), modules)).toEqual(["1"])
    expect(await run(block("await send(telegram"), modules)).toEqual([])
    expect(await run(block("plainMessage"), modules)).toEqual(["delivered"])
    for (const { kind, server } of servers)
      expect([kind, server.messages.length, server.arrivals.flatMap(({ problems }) => problems)]).toEqual([
        kind,
        kind === "slack" ? 3 : 1,
        []
      ])
    await Promise.all(servers.map(({ server }) => server.close()))
  })

  it("send a message with Effect", async () => {
    const modules = {
      "effect/Effect": Effect,
      "effect/Layer": Layer,
      "@mon/alerts/channels": channels,
      "@mon/alerts/effect": services
    }
    expect(await run(block("MessageSender"), modules)).toEqual(["unauthorized"])
  })

  it("print the receiver that the tests use", () => expect(blocks).toContain(receiver))
})
