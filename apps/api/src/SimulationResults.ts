import { SimulationResultRecord } from "@mon/api-contract"
import { Option, Schema } from "effect"

const decode = Schema.decodeUnknownOption(SimulationResultRecord)

/**
 * Returns the stored results of a simulation. Returns null if there are no results, or if another release stored them
 * in a different form.
 */
export const readSimulationResults = (results: unknown): SimulationResultRecord | null =>
  Option.getOrNull(decode(results))
