import { routesDe } from "../words/routesDe.ts"
import { routesEn } from "../words/routesEn.ts"

/** The words of the screens of alert routes. */
export const routesWords = { en: routesEn, de: routesDe } as const
