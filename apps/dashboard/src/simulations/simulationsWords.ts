import { simulationsDe } from "./simulations.de.ts"
import { simulationsEn } from "./simulations.en.ts"

export const simulationsWords = { en: simulationsEn, de: simulationsDe } as const
