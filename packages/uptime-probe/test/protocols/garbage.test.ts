import { accepted, begun, done, opMsg, packet, preanswer, result } from "@mon/tooling/testbed/services"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { outcomes } from "../../src/index.ts"
import { isOverUdp, type ProtocolRequest, protocols, type ProtocolType } from "../../src/service/protocol/protocols.ts"
import type { Surroundings, Talk } from "../../src/service/dialogue/Talk.ts"
import { playDatagrams, playTalk } from "./playTalk.ts"

const around: Surroundings = {
  authority: "a.example.com:1",
  hostname: "a.example.com",
  localAddress: null,
  now: () => 0,
  random: (length) => Buffer.alloc(length, 7)
}

/** A full request of each protocol, so that a dialogue goes as far as it can. */
const OPTIONS: Readonly<Record<string, unknown>> = {
  login: { username: "mon", password: "secret" },
  query: "SELECT 1",
  collection: "orders",
  answer: { equals: "1", matches: "1", atLeast: 1, atMost: 1 },
  role: "primary",
  replicaSet: "rs0",
  secret: "secret",
  send: "ping",
  receive: "pong"
}

/** Beginnings of messages in the protocols, which arbitrary bytes would never have. */
const BEGINNINGS: ReadonlyArray<Buffer> = [
  ...[
    "220 x\r\n",
    "250-STARTTLS\r\n",
    "* OK x\r\n",
    "+OK\r\n",
    "+PONG\r\n",
    "$20\r\nrole:master",
    "a1 OK\r\n",
    "SSH-2.0-x\r\n",
    "N",
    "R\0\0\0\x08\0\0\0\0",
    "R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0",
    "S\0\0\0\x0aa\0b\0\0",
    "Z\0\0\0\x05I",
    "D\0\0\0\x0b\0\x01\0\0\0\x01x",
    "\x20\x02\0\0",
    "\x01\0\0\0\0\0\x06\0\x0a\0\x0a\0\x09\xce",
    "\x30\x0c\x02\x01\x01\x61\x07\x0a\x01\0\x04\0\x04\0",
    "\x30\x0c\x02\x01\x02\x65\x07\x0a\x01\0\x04\0\x04\0",
    "\x07\0\0\x02\0\0\0\x02\0\0\0",
    "\x04\x01\0\x09\0\0\x01\0\xff",
    "\0\0\0\x0c\x0a\x14"
  ].map((text) => Buffer.from(text, "latin1")),
  opMsg({ isWritablePrimary: true, setName: "rs0", saslSupportedMechs: ["SCRAM-SHA-256"], ok: 1 }),
  opMsg({ payload: Buffer.from(`r=${Buffer.alloc(24, 7).toString("base64")}x,s=c2FsdA==,i=4096`), ok: 1 }),
  opMsg({ payload: Buffer.from("v=AAAA"), done: true, ok: 1 }),
  opMsg({ n: 1, ok: 1 }),
  preanswer(1),
  packet(Buffer.concat([accepted, done])),
  packet(Buffer.concat([begun, done])),
  packet(Buffer.concat([result(["28", "03ffffff"]), done]))
]

const piece = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(...BEGINNINGS)
)

const types = (Object.keys(protocols) as ReadonlyArray<ProtocolType>).filter((type) => type !== "grpc")

describe("a dialogue with a server that sends anything", () => {
  it.each(types)("of %s ends with an outcome", async (type) => {
    const talk = (await protocols[type].load()) as (request: ProtocolRequest, around: Surroundings) => Talk<object>
    const request = { type, target: "a.example.com", ...OPTIONS } as unknown as ProtocolRequest
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        const { message, outcome } = isOverUdp(type)
          ? await playDatagrams(talk(request, around), pieces)
          : await playTalk(talk(request, around), (_sent, index) => pieces[index + 1] ?? null, pieces[0])
        expect(Object.keys(outcomes)).toContain(outcome)
        expect(message ?? "").not.toContain("secret")
      }),
      { numRuns: 200 }
    )
  })
})
