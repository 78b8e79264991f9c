import type { CheckResultRow, HeartbeatPings } from "@mon/core-store"
import type { KindWithIncidents } from "@mon/model"
import type { ServiceProbe } from "@mon/uptime-probe/effect"
import type * as Effect from "effect/Effect"
import type { ClaimedMonitor } from "./domains/checkDomain.ts"
import { judgeDueHeartbeat } from "./heartbeats/judgeDueHeartbeat.ts"
import { checkService } from "./services/checkService.ts"
import { checkClaimedDomain } from "./isolation/checkSuspect.ts"

type CheckServices = Effect.Services<ReturnType<typeof checkClaimedDomain>> | HeartbeatPings | ServiceProbe

const checks: Readonly<
  Record<KindWithIncidents, (claim: ClaimedMonitor) => Effect.Effect<CheckResultRow, never, CheckServices>>
> = { domain: checkClaimedDomain, heartbeat: judgeDueHeartbeat, service: checkService }

export const checkClaimedMonitor = (claim: ClaimedMonitor): Effect.Effect<CheckResultRow, never, CheckServices> =>
  checks[claim.kind](claim)
