import { routesDe } from "./routes.de.ts"
import { routesEn } from "./routes.en.ts"

export const routesWords = { en: routesEn, de: routesDe } as const
