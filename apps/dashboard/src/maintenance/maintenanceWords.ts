import { maintenanceDe } from "./maintenance.de.ts"
import { maintenanceEn } from "./maintenance.en.ts"

/** The words of the screen about maintenance windows. */
export const maintenanceWords = { en: maintenanceEn, de: maintenanceDe } as const
