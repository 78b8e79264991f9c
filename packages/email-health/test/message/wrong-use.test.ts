import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { expect, test } from "vitest"
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as api from "../../src/message/index.ts"
import { inspectMessage } from "../../src/message/inspectMessage.ts"

const { facts } = await Effect.runPromise(
  inspectMessage({
    resolver: makeZoneResolver({}),
    bytes: Buffer.from("From: a@example.com\r\n\r\nHello"),
    envelope: { ip: null, helo: null, mailFrom: null },
    receivedBy: null,
    deadlineMs: 5_000,
    now: 0
  })
)
const { signal } = new AbortController()

const TRIED: Readonly<Record<string, TriedFunction>> = {
  checkMessage: {
    call: api.checkMessage,
    args: () => [
      "From: a@example.com\r\n\r\nHello",
      {
        zone: {},
        signal,
        deadlineMs: 1_000,
        receivedBy: "mx.example.com",
        clientIp: "192.0.2.1",
        helo: "a.example.com",
        mailFrom: "a@example.com"
      }
    ],
    loose: ["[1].zone"]
  },
  buildMessageReport: {
    call: api.buildMessageReport,
    args: () => [facts, { now: 0, queries: 0 }],
    depth: 1,
    loose: ["[0]", ...Object.keys(facts).map((name) => `[0].${name}`)]
  }
}

test("every exported function is tried", () => {
  expect(functionsOf(api).filter((name) => !(name in TRIED))).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})
