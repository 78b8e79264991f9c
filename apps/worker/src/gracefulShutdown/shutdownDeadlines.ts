/**
 * Graceful shutdown of a worker, from SIGTERM or SIGINT to its exit code:
 *
 * 1. `/ready` returns 503 (`Health`), and the layers of the process close in the reverse order of their start.
 * 2. The location is withdrawn, and every loop stops claiming (`drainLoop`). Work in flight may finish until its
 *    deadline.
 * 3. Unfinished work is interrupted, and its leases are released, so that other workers can claim it immediately
 *   (`releaseLeases`). If the database does not respond, the leases expire.
 * 4. Deliveries and queue consumers let running attempts finish (`drainMs` of the delivery timings).
 * 5. Metrics, database connections and telemetry close, and the process ends with an exit code of `exitCodes.ts`.
 *
 * A supervisor passes the signal on, waits for all its workers, and kills any worker that exceeds `killMs`. A worker
 * whose supervisor is gone shuts itself down. All times are in milliseconds.
 */
export const shutdownDeadlines = {
  /** The longest time that checks and deliveries in flight may take to finish. */
  drainMs: 8_000,
  /**
   * The longest time that all other leased work may take to finish. It is short, because another worker can safely
   * repeat the work.
   */
  leasedWorkMs: 1_000,
  releaseMs: 500,
  /** The time that a supervisor waits for a worker. The worker itself needs at most 10 s. */
  killMs: 15_000
} as const
