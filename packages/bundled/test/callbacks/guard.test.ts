import { guard } from "@mon/bundled/callbacks"
import { EventEmitter } from "node:events"
import { expect, it } from "vitest"

it("passes all arguments on", () => {
  const seen: Array<unknown> = []
  const emitter = new EventEmitter()
  emitter.on(
    "data",
    guard(() => {})((one: string, two: number) => seen.push(one, two))
  )
  emitter.emit("data", "a", 2)
  expect(seen).toEqual(["a", 2])
})

it("gives what a callback throws to its own work, and lets the other listeners run", () => {
  const failed: Array<unknown> = []
  let others = 0
  const emitter = new EventEmitter()
  const error = new Error("a fault of ours")
  emitter.on(
    "data",
    guard((reason) => failed.push(reason))(() => {
      throw error
    })
  )
  emitter.on("data", () => (others += 1))
  emitter.emit("data")
  expect(failed).toEqual([error])
  expect(others).toBe(1)
})

it("drops what the handler of the fault throws", () => {
  const callback = guard(() => {
    throw new Error("while cleaning up")
  })(() => {
    throw new Error("a fault of ours")
  })
  expect(callback).not.toThrow()
})
