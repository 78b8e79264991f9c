import { routesDe } from "./routes.de.ts"
import { routesEn } from "./routes.en.ts"

/** The words of the screens of alert routes. */
export const routesWords = { en: routesEn, de: routesDe } as const
