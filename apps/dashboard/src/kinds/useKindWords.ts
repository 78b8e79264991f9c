import type { GeneralKind } from "../api/generalKinds.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { kindsDe } from "../words/kinds.de.ts"
import { kindsEn, type KindWords } from "../words/kinds.en.ts"

const kindWords = { en: kindsEn, de: kindsDe } as const

/** Returns the texts of the screens of a kind. */
export const useKindWords = (kind: GeneralKind): KindWords => useScreenWords(kindWords)[kind]
