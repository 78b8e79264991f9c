import { heartbeatFieldsDe } from "./heartbeatFields.de.ts"
import { heartbeatFieldsEn } from "./heartbeatFields.en.ts"
import { heartbeatsDe } from "./heartbeats.de.ts"
import { heartbeatsEn } from "./heartbeats.en.ts"
import { HeartbeatOverview, HeartbeatSide, HeartbeatStanding } from "./HeartbeatOverview.tsx"
import { HowToPing } from "./HowToPing.tsx"
import { PasteCronLine } from "./PasteCronLine.tsx"
import { Pings } from "./Pings.tsx"

/** The parts that heartbeats add to the screens of all kinds. */
export const heartbeatParts = {
  Standing: HeartbeatStanding,
  Overview: HeartbeatOverview,
  Side: HeartbeatSide,
  tabs: [
    { name: "pings", label: { en: heartbeatsEn.pings.tab, de: heartbeatsDe.pings.tab }, call: "/pings", Part: Pings },
    { name: "setup", label: { en: heartbeatsEn.setup.tab, de: heartbeatsDe.setup.tab }, call: "", Part: HowToPing }
  ],
  fieldWords: { en: heartbeatFieldsEn, de: heartbeatFieldsDe },
  Start: PasteCronLine
} as const
