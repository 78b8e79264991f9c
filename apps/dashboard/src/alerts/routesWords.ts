import { routesDe } from "./routes.de.ts"
import { routesEn } from "./routes.en.ts"

/** The words of the alert route screens. */
export const routesWords = { en: routesEn, de: routesDe } as const
