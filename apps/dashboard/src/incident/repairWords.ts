import { incidentRepairDe } from "./incidentRepair.de.ts"
import { incidentRepairEn } from "./incidentRepair.en.ts"

export const repairWords = { en: incidentRepairEn, de: incidentRepairDe } as const
