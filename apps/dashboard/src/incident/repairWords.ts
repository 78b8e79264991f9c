import { incidentRepairDe } from "./incidentRepair.de.ts"
import { incidentRepairEn } from "./incidentRepair.en.ts"

/** The words about the repair of an incident in each language. */
export const repairWords = { en: incidentRepairEn, de: incidentRepairDe } as const
