import { expect, it } from "vitest"
import { read, type Talk } from "../../src/service/dialogue/Talk.ts"
import { runDialogue } from "../../src/service/dialogue/runDialogue.ts"

function* talk(): Talk<object> {
  for (let messages = 0; messages < 2_000; messages++) yield* read(() => null)
}

it("a server that sends many short messages at once does not block other work", async () => {
  let others = 0
  let isOver = false
  const count = () => {
    others += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const line = {
    isSecure: false,
    read: async () => ({ ok: true as const, value: null as never }),
    facts: () => ({}) as never,
    leave: async () => {},
    lend: () => Promise.reject(new Error("not lent")),
    secure: async () => null,
    send: () => {}
  }
  await runDialogue(line, talk(), { plainSecrets: false })
  isOver = true
  expect(others).toBeGreaterThanOrEqual(9)
})
