import { maintenanceDe } from "./maintenance.de.ts"
import { maintenanceEn } from "./maintenance.en.ts"

export const maintenanceWords = { en: maintenanceEn, de: maintenanceDe } as const
