import type { EmbeddedPostgresError } from "@mon/embedded-postgres/effect"
import { Context } from "effect"

/** The exit code of a process whose embedded database has ended and cannot be restarted. No other failure uses it. */
export const DATABASE_LOST_EXIT_CODE = 87

/** The function to call when the embedded database has ended and cannot be restarted. The program then shuts down. */
export const DatabaseLost = Context.Reference<(error: EmbeddedPostgresError) => void>("@mon/standalone/DatabaseLost", {
  defaultValue: () => () => {}
})
