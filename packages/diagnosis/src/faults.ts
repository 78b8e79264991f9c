import { type FaultPlan, type FaultVariation, variationsOf } from "./faults/Fault.ts"
import { mailFaults } from "./faults/mailFaults.ts"
import { nameFaults } from "./faults/nameFaults.ts"
import { networkFaults } from "./faults/networkFaults.ts"
import { siteFaults } from "./faults/siteFaults.ts"
import { tlsFaults } from "./faults/tlsFaults.ts"

export type { FaultPlan, FaultVariation, Setting } from "./faults/Fault.ts"

/** The plans of the fault laboratory, one for each class of causes. */
export const faultPlans: ReadonlyArray<FaultPlan> = [
  ...nameFaults,
  ...networkFaults,
  ...tlsFaults,
  ...siteFaults,
  ...mailFaults
]

/**
 * Returns the 1,000 faults of the laboratory. 200 of them are reserved: in each class, the 20 % of faults whose ids
 * have the smallest FNV-1a hashes.
 *
 * @example
 * ```ts
 * const faults = faultVariations()
 * faults.length // => 1000
 * faults.filter(({ reserved }) => reserved).length // => 200
 * ```
 */
export const faultVariations = (): ReadonlyArray<FaultVariation> => faultPlans.flatMap(variationsOf)
