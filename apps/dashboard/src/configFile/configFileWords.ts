import { configFileDe } from "./configFile.de.ts"
import { configFileEn } from "./configFile.en.ts"

/** The words of the screen of the configuration file. */
export const configFileWords = { en: configFileEn, de: configFileDe } as const
