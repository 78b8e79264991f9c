import type { GeneralKind } from "../api/generalKinds.ts"
import { useScreenWords } from "./useScreenWords.ts"
import { kindsDe } from "./kinds.de.ts"
import { kindsEn, type KindWords } from "./kinds.en.ts"

const kindWords = { en: kindsEn, de: kindsDe } as const

export const useKindWords = (kind: GeneralKind): KindWords => useScreenWords(kindWords)[kind]
