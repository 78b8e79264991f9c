import { useScreenWords } from "../words/useScreenWords.ts"
import { serviceFieldsDe, serviceTypesDe } from "./serviceFields.de.ts"
import { serviceFieldsEn, serviceTypesEn } from "./serviceFields.en.ts"
import { servicesDe } from "./services.de.ts"
import { servicesEn } from "./services.en.ts"

const serviceWords = {
  en: { ...servicesEn, types: serviceTypesEn, labels: serviceFieldsEn.labels },
  de: { ...servicesDe, types: serviceTypesDe, labels: serviceFieldsDe.labels }
} as const

/** Returns the texts of the parts that only services have. */
export const useServiceWords = () => useScreenWords(serviceWords)
