import { configFileDe } from "../words/configFileDe.ts"
import { configFileEn } from "../words/configFileEn.ts"

/** The words of the screen of the configuration file. */
export const configFileWords = { en: configFileEn, de: configFileDe } as const
