import { simulationsDe } from "./simulations.de.ts"
import { simulationsEn } from "./simulations.en.ts"

/** The words of the simulation screens. */
export const simulationsWords = { en: simulationsEn, de: simulationsDe } as const
