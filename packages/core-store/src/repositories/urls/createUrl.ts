import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { randomBytes } from "../../sql/Randomness.ts"
import { storeError } from "../../sql/StoreError.ts"
import { createMonitor } from "../monitors/createMonitor.ts"
import { type NewUrlMonitorRow, toNewUrlMonitor } from "./UrlMonitorRow.ts"
import type { UrlMonitors } from "./UrlMonitors.ts"

export const createUrl = (database: Parameters<typeof createMonitor>[0]): UrlMonitors["Service"]["create"] =>
  Effect.fnUntraced(
    function* ({ accountKey, membershipKey }, wanted, limit) {
      const { hostname, url } = wanted
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const made = yield* createMonitor<NewUrlMonitorRow>(database, "url", {
        id,
        accountKey,
        membershipKey,
        url,
        hostname,
        dedupeKey: url,
        settings: wanted,
        limit
      })
      return made._tag === "Created" ? ({ _tag: "Created", url: toNewUrlMonitor(made.row) } as const) : made
    },
    Effect.mapError(storeError("UrlMonitors.create"))
  )
