import type { ChannelKindRecord } from "@mon/model"
import { contactSentences } from "./contactSentences.ts"
import { onCallSentences } from "./onCallSentences.ts"

type Setting = ChannelKindRecord["settings"][number]

interface Rule {
  readonly pattern: RegExp
  readonly german: (...parts: ReadonlyArray<string>) => string
}

/** The API's sentences about channels and routes. The groups of a pattern are inserted into the German sentence. */
const RULES: ReadonlyArray<Rule> = [
  {
    pattern: /^The channel's address must be an https URL with a public host name\.$/u,
    german: () => "Die Adresse des Kanals muss eine https-URL mit einem öffentlichen Hostnamen sein."
  },
  {
    pattern: /^Maximum number of channels \((\d+)\) on the (.+) plan reached\./u,
    german: (limit, plan) =>
      `Der Tarif ${plan} erlaubt ${limit} Kanäle. Löschen Sie einen Kanal oder wechseln Sie den Tarif.`
  },
  {
    pattern: /^Your (.+) plan allows (\d+) channels, and this channel is over the limit\./u,
    german: (plan, limit) =>
      `Der Tarif ${plan} erlaubt ${limit} Kanäle, und ältere belegen sie. Löschen Sie einen älteren oder wechseln Sie den Tarif.`
  },
  {
    pattern: /^The (.+) plan does not include (.+)\. Get a larger plan\.$/u,
    german: (plan, kind) => `Der Tarif ${plan} enthält ${kind} nicht. Wechseln Sie den Tarif.`
  },
  {
    pattern: /^The channel has just been changed\. Load it again\.$/u,
    german: () => "Der Kanal wurde gerade geändert. Laden Sie ihn neu."
  },
  {
    pattern: /^The channel's settings cannot be read\. Enter all of them again\.$/u,
    german: () => "Die Einstellungen des Kanals lassen sich nicht lesen. Geben Sie alle neu ein."
  },
  {
    pattern: /^Apprise URLs that begin with (\S+):\/\/ cannot be used\./u,
    german: (scheme) => `Apprise-URLs, die mit ${scheme}:// beginnen, lassen sich nicht verwenden.`
  },
  {
    pattern: /^Maximum number of routes \((\d+)\) on the (.+) plan reached\./u,
    german: (limit, plan) =>
      `Der Tarif ${plan} erlaubt ${limit} Wege. Löschen Sie einen Weg oder wechseln Sie den Tarif.`
  },
  {
    pattern: /^Your (.+) plan allows (\d+) routes, and this route is over the limit\./u,
    german: (plan, limit) =>
      `Der Tarif ${plan} erlaubt ${limit} Wege, und ältere belegen sie. Löschen Sie einen älteren oder wechseln Sie den Tarif.`
  },
  {
    pattern: /^Choose at least one monitor or tag, or set scope to all\.$/u,
    german: () => "Wählen Sie mindestens einen Monitor oder ein Tag, oder nehmen Sie alle."
  },
  {
    pattern: /^monitorIds must contain only ids of your domains and URL monitors\.$/u,
    german: () => "Ein gewählter Monitor ist inzwischen gelöscht. Laden Sie die Seite neu."
  },
  {
    pattern: /^tagIds must contain only ids of your tags\.$/u,
    german: () => "Ein gewähltes Tag ist inzwischen gelöscht. Laden Sie die Seite neu."
  },
  ...onCallSentences,
  ...contactSentences
]

const ABOUT_SETTING = /^settings\.(\w+): /u
const AGAIN = /^Enter settings\.(\w+) again: the address has changed\.$/u

const settingOf = (pattern: RegExp, sentence: string, settings: ReadonlyArray<Setting>): Setting | undefined => {
  const [, name] = pattern.exec(sentence) ?? []
  return settings.find((setting) => setting.name === name)
}

const inGerman = (sentence: string, settings: ReadonlyArray<Setting>): string | null => {
  const again = settingOf(AGAIN, sentence, settings)
  if (again !== undefined) return `Geben Sie ${again.label} neu ein: Die Adresse hat sich geändert.`
  const bare = sentence.replace(ABOUT_SETTING, "")
  for (const { german, pattern } of RULES) {
    const [found, ...parts] = pattern.exec(bare) ?? []
    if (found !== undefined) return german(...parts)
  }
  const about = settingOf(ABOUT_SETTING, sentence, settings)
  return about === undefined ? null : `${about.label}: ${about.message}`
}

/**
 * Translates a sentence of the API about a channel or a route into the language of the screen. Returns an unknown
 * sentence unchanged.
 */
export const serviceSentence = (sentence: string, language: string, settings: ReadonlyArray<Setting> = []): string => {
  const translated = language === "de" ? inGerman(sentence, settings) : null
  if (translated !== null) return translated
  const again = settingOf(AGAIN, sentence, settings)
  return again === undefined
    ? sentence.replace(ABOUT_SETTING, "")
    : `Enter ${again.label} again: the address has changed.`
}
