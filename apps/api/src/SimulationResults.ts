import { SimulationResultRecord } from "@mon/api-contract"
import { Option, Schema } from "effect"

const decode = Schema.decodeUnknownOption(SimulationResultRecord)

/** The stored results of a simulation; null when there are none, or when another release wrote them in another form. */
export const readSimulationResults = (results: unknown): SimulationResultRecord | null =>
  Option.getOrNull(decode(results))
