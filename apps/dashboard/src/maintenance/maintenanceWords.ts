import { maintenanceDe } from "../words/maintenanceDe.ts"
import { maintenanceEn } from "../words/maintenanceEn.ts"

/** The words of the screen about maintenance windows. */
export const maintenanceWords = { en: maintenanceEn, de: maintenanceDe } as const
