import { incidentRepairDe } from "../words/incidentRepairDe.ts"
import { incidentRepairEn } from "../words/incidentRepairEn.ts"

/** The words of the repair of an incident in each language. */
export const repairWords = { en: incidentRepairEn, de: incidentRepairDe } as const
