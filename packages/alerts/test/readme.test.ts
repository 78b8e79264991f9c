import { makeAuthority, startSite, startSlackWebhook, startSmtpServer } from "@mon/testbed"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as channels from "../src/channels.ts"
import * as services from "../src/effect.ts"
import * as core from "../src/index.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/gu)].map(([, code = ""]) => code)
const receiver = readFileSync(new URL("receiver.ts", import.meta.url), "utf8")

const block = (word: string): string => {
  const found = blocks.filter((code) => code.includes(word) && !code.includes("export const"))
  if (found.length !== 1) throw new Error(`${found.length} examples with ${word}`)
  return found[0] ?? ""
}

/** Runs an example as printed, with its imports taken from here, and gives what it logs. */
const run = async (code: string, modules: Readonly<Record<string, object>>): Promise<ReadonlyArray<string>> => {
  const logged: Array<string> = []
  const body = code.replace(
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
    expect(await run(block("layerMemory"), { "effect/Effect": Effect, "@mon/alerts/effect": services })).toEqual([
      "Hello"
    ])
  })

  it("send a webhook", async () => {
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
    const code = block("makeWebhookClient").replace("hook.example.com/in", `hook.example.com:${site.port}/in`)
    const modules = {
      "@mon/alerts": { ...core, makeWebhookClient },
      "node:dns": { promises: { resolve4: () => Promise.resolve(["127.0.0.1"]) } }
    }
    expect(await run(code, modules)).toEqual(["delivered 204"])
    site.behave({ status: 500 })
    expect(await run(code, modules)).toEqual([expect.stringMatching(/^http_status 5\d\d\d$/u)])
    await site.close()
  })

  it("send a message to Slack", async () => {
    const server = await startSlackWebhook()
    const makeChannelClient = (options: core.ChannelClientOptions) =>
      core.makeChannelClient({
        ...options,
        resolve: (hostname) => Promise.resolve({ status: "ok", addresses: [hostname] }),
        origins: { "https://hooks.slack.com": server.origin }
      })
    const modules = {
      "@mon/alerts": { ...core, makeChannelClient },
      "@mon/alerts/channels": channels,
      "node:dns": { promises: {} }
    }
    expect(await run(block("plainMessage"), modules)).toEqual(["delivered"])
    expect(server.arrivals.at(-1)?.problems).toEqual([])
    await server.close()
  })

  it("print the receiver that the tests use", () => expect(blocks).toContain(receiver))
})
