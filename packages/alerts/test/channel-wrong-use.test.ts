import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { expect, test } from "vitest"
import * as api from "../src/channels.ts"
import { everyChannel, exampleSettings, ownMessage } from "./channelCases.ts"

const message = () => ownMessage("a", "b")
const response = () => ({ statusCode: 200, headers: { a: "b" }, body: "ok", nowMs: 0 })

const TRIED: Readonly<Record<string, TriedFunction>> = {
  plainMessage: {
    call: api.plainMessage,
    args: () => [
      {
        deliveryId: "d1",
        title: "a",
        text: "b",
        link: null,
        severity: "info",
        phase: "notice",
        key: "k",
        at: "2026-11-21T13:05:09Z",
        source: "c",
        linkLabel: "Open"
      }
    ]
  },
  channelOf: { call: api.channelOf, args: () => ["slack"] },
  translateChannel: {
    call: api.translateChannel,
    args: () => [api.describeChannel(api.slack), "de"],
    depth: 0,
    loose: ["[0]"]
  },
  describeChannel: { call: api.describeChannel, args: () => [api.slack], depth: 0, loose: ["[0]"] },
  readAppriseUrl: { call: api.readAppriseUrl, args: () => ["ntfy://a", { targets: [] }] }
}

const methods = everyChannel.flatMap(([kind, channel]): ReadonlyArray<readonly [string, TriedFunction]> => {
  const settings = () => ({ ...exampleSettings(kind) })
  return [
    [
      `${kind}.request`,
      {
        call: channel.request as TriedFunction["call"],
        args: () => [message(), settings(), { state: { a: "b" }, compact: false }],
        depth: 1,
        loose: ["[0]", "[0].link", "[0].acknowledge", "[1]", "[2].state"]
      }
    ],
    [
      `${kind}.readAnswer`,
      {
        call: channel.readAnswer as TriedFunction["call"],
        args: () => [response(), { state: { a: "b" }, settings: settings() }],
        depth: 1,
        loose: ["[0]", "[0].headers", "[1].state", "[1].settings"]
      }
    ]
  ]
})

test("every exported function is tried", () => {
  expect(functionsOf(api).filter((name) => !(name in TRIED))).toEqual([])
})

test.each([...Object.entries(TRIED), ...methods])("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})
