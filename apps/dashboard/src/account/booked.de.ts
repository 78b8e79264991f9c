import { written } from "../words/checkMessages.de.ts"
import { patternsOf } from "../words/sentencePairs.ts"

const descriptions = patternsOf([
  ["Annual simulation credits", "Jährliches Simulationsguthaben"],
  ["Unused credits expired", "Nicht verbrauchtes Guthaben"],
  ["Allowance of the earlier plan ended", "Guthaben des früheren Tarifs"],
  ["Campaign simulation failed", "Simulation gescheitert"],
  ["Campaign simulation did not start in time", "Simulation nicht rechtzeitig begonnen"],
  ["Campaign simulation: {}", "Simulation: {}"],
  ["{} more domain monitors, {} days", "{} weitere Domains, {} Tage"],
  ["{}, 365 days", "{}, 365 Tage"]
])

const PACK = /^([\d,]+) simulation credits$/u
const RETURNED = ": payment returned"

/**
 * Returns the German description of a payment or of a change of the credit balance. Returns an unknown text unchanged.
 */
export const germanBooking = (description: string): string => {
  if (description.endsWith(RETURNED))
    return `${germanBooking(description.slice(0, -RETURNED.length))}: Zahlung zurückgegeben`
  const [, count] = PACK.exec(description) ?? []
  if (count !== undefined) return `${count.replaceAll(",", ".")} Simulationsguthaben`
  return written(description, descriptions) ?? description
}
