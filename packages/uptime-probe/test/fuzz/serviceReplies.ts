import type { Random } from "./Random.ts"
import { damaged } from "./httpResponses.ts"
import type { Script } from "./ScriptedSocket.ts"

const LINES = [
  "220 mx.example.com ready",
  "220-mx",
  "250-STARTTLS",
  "250 OK",
  "* OK [CAPABILITY IMAP4rev2 STARTTLS] ready",
  "a1 OK done",
  "a2 NO",
  "+OK ready",
  ".",
  "HTTP/1.1 101 Switching Protocols",
  "Upgrade: websocket",
  "Connection: Upgrade",
  "Sec-WebSocket-Accept: constructor",
  "999 __proto__",
  ""
]

/** Returns lines and frames in the form that mail servers and WebSocket servers send. */
export const serviceReply = (random: Random): Script => {
  const lines = random.list(8, () => (random.chance(0.1) ? random.text(40) : random.pick(LINES)))
  const frames = random.list(3, () =>
    Buffer.concat([Buffer.from([random.whole(256), random.whole(256)]), random.bytes(8)])
  )
  const bytes = damaged(random, Buffer.concat([Buffer.from(lines.map((line) => `${line}\r\n`).join("")), ...frames]))
  const ending = random.chance(0.02) ? "hang" : random.chance(0.1) ? "reset" : "end"
  return { pieces: [bytes], ending, speaksFirst: random.chance(0.7) }
}

/** Returns a DNS message with records that may be wrong in any place (RFC 1035 section 4.1). */
export const dnsMessage = (random: Random): Buffer => {
  const name = () =>
    random.pick([
      Buffer.from([0xc0, 12]),
      Buffer.from([0xc0, random.whole(64)]),
      Buffer.from("\u0003www\u0007example\u0003com\u0000", "latin1"),
      Buffer.concat([Buffer.from([random.whole(64)]), random.bytes(20), Buffer.from([0])])
    ])
  const record = () => {
    const content = random.bytes(30)
    const head = Buffer.alloc(10)
    head.writeUInt16BE(
      random.pick([1, 2, 5, 6, 15, 16, 28, 33, 41, 43, 46, 48, 52, 64, 65, 257, random.whole(65_536)]),
      0
    )
    head.writeUInt16BE(1, 2)
    head.writeUInt16BE(random.chance(0.8) ? content.length : random.whole(65_536), 8)
    return Buffer.concat([name(), head, content])
  }
  const records = random.list(5, record)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(random.whole(65_536), 2)
  head.writeUInt16BE(random.whole(3), 4)
  head.writeUInt16BE(random.chance(0.8) ? records.length : random.whole(65_536), 6)
  const question = Buffer.concat([
    Buffer.from("\u0003www\u0007example\u0003com\u0000", "latin1"),
    Buffer.from([0, 1, 0, 1])
  ])
  return damaged(random, Buffer.concat([head, question, ...records]))
}
