import { simulationsDe } from "../words/simulationsDe.ts"
import { simulationsEn } from "../words/simulationsEn.ts"

/** The words of the screens of simulations. */
export const simulationsWords = { en: simulationsEn, de: simulationsDe } as const
