import type { CauseClass } from "@mon/diagnosis"
import type { FaultVariation } from "@mon/diagnosis/faults"
import type { LoopbackFault } from "../Laboratory.ts"
import type { Build } from "./Build.ts"
import { nameFaults } from "./nameFaults.ts"
import { networkFaults } from "./networkFaults.ts"
import { siteFaults } from "./siteFaults.ts"
import { tlsFaults } from "./tlsFaults.ts"

const builds: Readonly<Partial<Record<CauseClass, Build>>> = {
  ...nameFaults,
  ...networkFaults,
  ...siteFaults,
  ...tlsFaults
}

/** Returns the fault of a site, or the reason why the laboratory does not build it. Null for a fault of email. */
export const buildFault = ({ built, class: cause, settings }: FaultVariation): LoopbackFault | string | null => {
  const build = builds[cause]
  if (build === undefined) return null
  const fault = build(settings)
  return typeof fault === "string" ? fault : { class: cause, built, ...fault }
}
