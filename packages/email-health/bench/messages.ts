// Measures the CPU time of a check, and the longest time without a turn for other work, for ordinary and for hostile
// messages. Usage: node --conditions=@mon/source bench/messages.ts
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { makeEmailMessage } from "../src/effect.ts"
import { hostileMessages } from "../test/message/hostileMessages.ts"
import { messageWith, rsa, sign } from "../test/message/signing.ts"

const zone = makeZoneResolver({
  "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] },
  "_dmarc.example.com": { TXT: ["v=DMARC1; p=reject"] },
  "s1._domainkey.example.com": { TXT: [rsa.record] }
})
const { check } = makeEmailMessage(zone)
const envelope = { clientIp: "192.0.2.1", mailFrom: "ada@example.com" }

const cpu = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/** Returns the CPU time of one check, and of its longest part without a turn of the event loop, in milliseconds. */
const measure = async (message: Uint8Array): Promise<readonly [total: number, longest: number]> => {
  let longest = 0
  let last = cpu()
  let running = true
  const turn = (): void => {
    const now = cpu()
    longest = Math.max(longest, now - last)
    last = now
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  const begin = cpu()
  await Effect.runPromise(check(message, envelope))
  const total = cpu() - begin
  longest = Math.max(longest, cpu() - last)
  running = false
  return [total, longest]
}

const ROUNDS = 7
const ordinary = await sign(messageWith())
const large = await sign(
  messageWith({}, "A line of text with some words in it, as people write them.\r\n".repeat(15_000))
)
const rows: ReadonlyArray<readonly [string, string]> = [
  ["an ordinary message", ordinary],
  ["a signed message of 0.9 MiB", large],
  ...Object.entries(hostileMessages).map(([name, make]) => [name, make()] as const)
]
console.log(`${"".padEnd(44)}${"check".padStart(10)}${"longest part".padStart(16)}`)
for (const [name, message] of rows) {
  const bytes = Buffer.from(message)
  const rounds: Array<readonly [number, number]> = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(bytes))
  const best = (index: 0 | 1) => Math.min(...rounds.map((one) => one[index])).toFixed(1)
  console.log(`${name.padEnd(44)}${best(0).padStart(7)} ms${best(1).padStart(13)} ms`)
}
