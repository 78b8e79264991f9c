import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { randomBytes } from "../../sql/Randomness.ts"
import { storeError } from "../../sql/StoreError.ts"
import { createMonitor } from "../monitors/createMonitor.ts"
import type { Domains } from "./Domains.ts"
import { type NewDomainRow, toNewDomain } from "./DomainRow.ts"

export const createDomain = (database: Parameters<typeof createMonitor>[0]): Domains["Service"]["create"] =>
  Effect.fnUntraced(
    function* ({ accountKey, membershipKey }, domain, limit) {
      const { dedupeKey, hostname, url } = domain
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const made = yield* createMonitor<NewDomainRow>(database, "domain", {
        id,
        accountKey,
        membershipKey,
        url,
        hostname,
        dedupeKey,
        settings: domain,
        limit
      })
      return made._tag === "Created" ? ({ _tag: "Created", domain: toNewDomain(made.row) } as const) : made
    },
    Effect.mapError(storeError("Domains.create"))
  )
