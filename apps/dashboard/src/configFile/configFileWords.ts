import { configFileDe } from "./configFile.de.ts"
import { configFileEn } from "./configFile.en.ts"

/** The words of the configuration file screen. */
export const configFileWords = { en: configFileEn, de: configFileDe } as const
