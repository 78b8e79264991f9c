import { configFileDe } from "./configFile.de.ts"
import { configFileEn } from "./configFile.en.ts"

export const configFileWords = { en: configFileEn, de: configFileDe } as const
