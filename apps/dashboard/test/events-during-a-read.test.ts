import type { LiveEvent, MonitorList } from "@mon/model"
import { QueryClient } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { applyEvent } from "../src/api/applyEvent.ts"

const listWith = (state: string) =>
  ({
    fields: ["id", "state", "since", "reason"],
    tags: [],
    rows: [["id-1", state, 0, null]]
  }) as unknown as MonitorList

const isDown: LiveEvent = { name: "domain", data: { id: "id-1", state: "down", since: 1, reason: "timeout" } }

const stateIn = (client: QueryClient) => client.getQueryData<MonitorList>(["monitors"])?.rows[0]?.[1]
const isStale = (client: QueryClient) => client.getQueryState(["monitors"])?.isInvalidated

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("shows a new state at once, and reads nothing again", () => {
  const client = new QueryClient()
  client.setQueryData(["monitors"], listWith("up"))
  applyEvent(client, isDown)
  vi.advanceTimersByTime(10_000)
  expect([stateIn(client), isStale(client)]).toEqual(["down", false])
})

it("reads the list again if an older list arrives after the event", async () => {
  const client = new QueryClient()
  client.setQueryData(["monitors"], listWith("up"))
  const { promise, resolve } = Promise.withResolvers<MonitorList>()
  const reading = client.fetchQuery({ queryKey: ["monitors"], queryFn: () => promise })
  applyEvent(client, isDown)
  expect(stateIn(client)).toBe("down")
  resolve(listWith("up"))
  await reading
  expect(stateIn(client)).toBe("up")
  vi.advanceTimersByTime(10_000)
  expect(isStale(client)).toBe(true)
})
