import { SimulationResultRecord } from "@mon/api-contract"
import { Option, Schema } from "effect"

const decode = Schema.decodeUnknownOption(SimulationResultRecord)

/** Returns the stored results of a simulation. Null: there are none, or another release wrote them in another form. */
export const readSimulationResults = (results: unknown): SimulationResultRecord | null =>
  Option.getOrNull(decode(results))
