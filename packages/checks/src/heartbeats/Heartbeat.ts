import * as Schema from "effect/Schema"

/** Limits of a heartbeat. */
export const heartbeatLimits = {
  /** The most open runs of a heartbeat. When another run starts, the oldest run counts as ended without a result. */
  openRuns: 100,
  /** The most runs that `atMost` can allow in its period. */
  atMostRuns: 100
} as const

/** The next expected run of a job. */
export interface ExpectedRun {
  /** The time at which the run is expected, in milliseconds since the epoch. */
  readonly at: number
  /**
   * The earliest time at which a ping belongs to this run, because clocks differ and jobs do not run exactly on time.
   */
  readonly from: number
}

/** The settings of a heartbeat that determine its state. The limits are independent of each other. */
export interface HeartbeatRules {
  /** Returns the first run that is expected after a run that began at `at`. Null if no run is expected. */
  readonly expectedAfter: (at: number) => ExpectedRun | null
  /**
   * The longest delay after its expected time with which a run may begin without being late, in milliseconds. Null: no
   * run is ever late.
   */
  readonly lateAfterMs: number | null
  /** The longest time from the start of a run to its end, in milliseconds. Null: no limit. */
  readonly maxRuntimeMs: number | null
  /** The shortest time from the start of a run to its successful end, in milliseconds. Null: no limit. */
  readonly minRuntimeMs: number | null
  /** The most runs that may begin within a period. Null: no limit. */
  readonly atMost: { readonly runs: number; readonly periodMs: number } | null
}

/** A ping of a job. */
export interface Ping {
  /** The time at which this service received the ping, in milliseconds since the epoch. */
  readonly at: number
  /** The kind of the ping. `log` and `ignored` pings have no effect on the state. */
  readonly kind: "start" | "success" | "fail" | "log" | "ignored"
  /** The id of the run, which allows runs to overlap. Null if the ping has none. */
  readonly run: string | null
  /** The exit code of the job. Null if the ping has none. */
  readonly exitCode: number | null
}

/** A period in which this service could not receive pings, in milliseconds since the epoch. */
export interface Outage {
  readonly from: number
  readonly until: number
}

const Time = Schema.Int

/**
 * A run that has started and not ended. `isOverdue` means that it took longer than allowed, so the heartbeat is down.
 */
const OpenRun = Schema.Struct({ run: Schema.NullOr(Schema.String), at: Time, isOverdue: Schema.Boolean })

/** The reason why a heartbeat is down, and the time since which it is down. */
export const HeartbeatFault = Schema.Union([
  Schema.Struct({ kind: Schema.Literals(["late", "tooLong", "tooOften"]), at: Time }),
  Schema.Struct({ kind: Schema.Literal("failed"), at: Time, exitCode: Schema.NullOr(Schema.Int) }),
  Schema.Struct({ kind: Schema.Literal("tooShort"), at: Time, runtimeMs: Schema.Int })
])
export type HeartbeatFault = typeof HeartbeatFault.Type

/** The memory of a heartbeat: all data on which its state depends, except its settings. It is stored as JSON. */
export const HeartbeatMemory = Schema.Struct({
  /** The time at which the last run began, or at which a ping without a start arrived. Null if there was no run. */
  lastBegin: Schema.NullOr(Time),
  /** The time of the last ping that ended a run, or that had no start. Null if there was none. */
  lastEnd: Schema.NullOr(Time),
  /** Open runs, oldest first. */
  open: Schema.Array(OpenRun),
  /** The times at which the last runs began, oldest first. There are as many as the limit `atMost` needs. */
  begins: Schema.Array(Time),
  /** The reason why the heartbeat is down. Null if it is up, or if there was no run yet. */
  fault: Schema.NullOr(HeartbeatFault)
})
export interface HeartbeatMemory extends Schema.Schema.Type<typeof HeartbeatMemory> {}

/** The memory of a heartbeat that has received no ping since it was created or resumed. */
export const newHeartbeat: HeartbeatMemory = { lastBegin: null, lastEnd: null, open: [], begins: [], fault: null }
