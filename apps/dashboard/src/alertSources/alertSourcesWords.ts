import { alertSourcesDe } from "./alertSources.de.ts"
import { alertSourcesEn } from "./alertSources.en.ts"

export const alertSourcesWords = { en: alertSourcesEn, de: alertSourcesDe } as const
