import { useScreenWords } from "../words/useScreenWords.ts"
import { heartbeatsDe } from "./heartbeats.de.ts"
import { heartbeatsEn, type HeartbeatsWords } from "./heartbeats.en.ts"

const heartbeatWords = { en: heartbeatsEn, de: heartbeatsDe } as const

/** Returns the texts of the parts that only heartbeats have. */
export const useHeartbeatWords = (): HeartbeatsWords => useScreenWords(heartbeatWords)
