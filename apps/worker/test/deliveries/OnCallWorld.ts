import { type AccessScope, OnCallRequests, OnCallSchedules } from "@mon/core-store"
import { type OnCallDefinition, uuidv7 } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import type { TestAccount } from "./DeliveryWorld.ts"

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const newId = (): string => uuidv7(Date.now(), randomBytes(10))

const nowMs = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly now: Date }>`select mon_now() as now`, ([row]) => row?.now.getTime() ?? 0)
)

/** The local time in UTC of a moment that is some minutes from now. */
const localTime = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16)

const definitionOf = (
  groups: ReadonlyArray<ReadonlyArray<string>>,
  startMs: number,
  hours: number
): OnCallDefinition => ({
  timezone: "UTC",
  mode: "layered",
  layers: [
    {
      name: null,
      groups,
      handOff: { every: hours, unit: "hours", start: localTime(startMs) },
      active: null,
      counts: "all",
      from: null,
      until: null,
      joinsPrevious: false,
      timezone: null
    }
  ]
})

/**
 * Creates a schedule in which groups take turns of an hour. The first turn begins some minutes before now, to the whole
 * minute. Returns the id of the schedule.
 */
export const addSchedule = Effect.fn("addSchedule")(function* (
  { viewer }: TestAccount,
  groups: ReadonlyArray<ReadonlyArray<string>>,
  { hours = 1, minutesAgo = 0, name = "Operations" } = {}
) {
  const id = newId()
  const definition = definitionOf(groups, (yield* nowMs) - minutesAgo * MINUTE_MS, hours)
  const result = yield* (yield* OnCallSchedules).create(viewer, { id, name, definition }, { onCallSchedules: 100 })
  return result._tag === "Saved" ? id : yield* Effect.die(new Error(result._tag))
})

/** Puts people on call for some minutes from now on. */
export const override = Effect.fn("override")(function* (
  { viewer }: TestAccount,
  scheduleId: string,
  people: ReadonlyArray<string>,
  minutes: number,
  replaces: string | null = null
) {
  const start = yield* nowMs
  const times = {
    start: new Date(start).toISOString(),
    end: new Date(start + minutes * MINUTE_MS).toISOString()
  }
  const wanted = { id: newId(), ...times, people, replaces, note: null }
  const result = yield* (yield* OnCallSchedules).addOverride(viewer, scheduleId, wanted, 100)
  if (result._tag !== "Added") return yield* Effect.die(new Error(result._tag))
})

/** Lets a person take over a shift of another tomorrow, at the request of the other. */
export const takeOver = Effect.fn("takeOver")(function* (
  scheduleId: string,
  asker: { readonly scope: AccessScope },
  taker: { readonly id: string; readonly scope: AccessScope }
) {
  const requests = yield* OnCallRequests
  const start = (yield* nowMs) + DAY_MS
  const times = { start: new Date(start).toISOString(), end: new Date(start + DAY_MS / 2).toISOString() }
  const wanted = { id: newId(), ...times, asked: taker.id, note: null }
  const asked = yield* requests.ask(asker.scope, scheduleId, wanted, { open: 10, perDay: 10 })
  const accepted = yield* requests.accept(taker.scope, scheduleId, wanted.id, newId(), 10)
  if (accepted._tag !== "Answered") return yield* Effect.die(new Error(`${asked._tag} ${accepted._tag}`))
})

/** Returns why the recipients of an account's deliveries were chosen, oldest first. */
export const reasonsOf = Effect.fn("reasonsOf")(function* ({ viewer }: TestAccount) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly reason: string | null }>`
    select d.on_call ->> 'kind' as reason from notification_delivery d
    where d.account_id = ${viewer.accountKey}::bigint order by d.id`
  return rows.map(({ reason }) => reason)
})
