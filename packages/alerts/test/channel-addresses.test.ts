import { describe, expect, it } from "vitest"
import { answerOfFault, makeChannelClient } from "../src/index.ts"
import { everyChannel, exampleSettings, messageOf } from "./channelCases.ts"
import { down } from "./facts.ts"

/** Addresses that no channel may reach, although the name server of a stranger may return them. */
const FORBIDDEN = [
  ["127.0.0.1"],
  ["10.0.0.1"],
  ["172.16.0.1"],
  ["192.168.1.1"],
  ["169.254.169.254"],
  ["100.64.0.1"],
  ["0.0.0.0"],
  ["224.0.0.1"],
  ["255.255.255.255"],
  ["::1"],
  ["::ffff:127.0.0.1"],
  ["fe80::1"],
  ["fc00::1"],
  ["64:ff9b::7f00:1"],
  ["2002:7f00:1::"]
] as const

describe.each(everyChannel)("%s", (kind, channel) => {
  const request = channel.request(messageOf(down), exampleSettings(kind))
  const sendTo = (addresses: ReadonlyArray<string>) =>
    makeChannelClient({ resolve: () => Promise.resolve({ status: "ok", addresses }), timeoutMs: 5_000 }).send(request)

  it.each(FORBIDDEN)("is never sent to %s, and the channel is switched off", async (address) => {
    const exchange = await sendTo([address])
    expect(exchange).toMatchObject({ answered: false, error: { code: "blocked_address" } })
    if (exchange.answered) return
    expect(answerOfFault(exchange.error)).toMatchObject({ outcome: "refused", switchesOff: true })
  })

  it("is sent by https only, unless the operator allows the server", async () => {
    const plain = makeChannelClient({ resolve: () => Promise.resolve({ status: "ok", addresses: ["192.0.2.1"] }) })
    const insecure = { ...request, url: request.url.replace(/^https:/u, "http:") }
    expect(await plain.send(insecure)).toMatchObject({ answered: false, error: { code: "bad_url" } })
  })
})
