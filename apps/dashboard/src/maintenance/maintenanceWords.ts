import { maintenanceDe } from "./maintenance.de.ts"
import { maintenanceEn } from "./maintenance.en.ts"

/** The words of the maintenance screen. */
export const maintenanceWords = { en: maintenanceEn, de: maintenanceDe } as const
