import type { StoreError } from "@mon/core-store"
import * as Effect from "effect/Effect"

export const ROWS_AT_ONCE = 10_000

/** Repeats work that processes a limited number of rows, until it returns a number below `atLeast`. */
export const inBatches = <R>(
  work: Effect.Effect<number, StoreError, R>,
  atLeast: number = ROWS_AT_ONCE
): Effect.Effect<number, StoreError, R> => Effect.repeat(work, { until: (rows) => rows < atLeast })
