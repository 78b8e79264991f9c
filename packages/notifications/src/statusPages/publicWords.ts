import type { Language } from "@mon/model"

/** A cause that readers may know, which names the affected part of the site, but gives no details and blames nobody. */
export type PublicCause = "name" | "connection" | "some_networks" | "encryption" | "errors" | "load"

export interface PublicWords {
  readonly and: string
  readonly others: (count: number) => string
  readonly title: (names: string) => string
  readonly found: (names: string) => string
  readonly resolved: string
  readonly in_progress: string
  readonly completed: string
  readonly since: (names: string, began: string) => string
  /** The text for an incident that somebody has acknowledged. */
  readonly working: string
  readonly identified: (cause: string) => string
  readonly monitoring: (names: string, began: string) => string
  readonly over: (names: string, began: string, ended: string) => string
  readonly cause: (cause: string) => string
  readonly causes: Readonly<Record<PublicCause, string>>
}

const english: PublicWords = {
  and: " and ",
  others: (count) => `${count} others`,
  title: (names) => `Problem with ${names}`,
  found: (names) => `Our monitoring found a problem with ${names}.`,
  resolved: "Our monitoring shows that everything is working again.",
  in_progress: "The planned maintenance has started.",
  completed: "The planned maintenance is complete.",
  since: (names, began) => `There has been a problem with ${names} since ${began}.`,
  working: "We are working on it.",
  identified: (cause) => `The likely cause is ${cause}.`,
  monitoring: (names, began) =>
    `There has been a problem with ${names} since ${began}. It seems to be fixed. We are monitoring the result.`,
  over: (names, began, ended) => `The problem with ${names} is resolved. It lasted from ${began} to ${ended}.`,
  cause: (cause) => `The cause was ${cause}.`,
  causes: {
    name: "a problem with our domain name",
    connection: "a problem with the connection to our servers",
    some_networks: "a problem with the connection from some networks",
    encryption: "a problem with encrypted connections",
    errors: "an error in our systems",
    load: "high load on our systems"
  }
}

const german: PublicWords = {
  and: " und ",
  others: (count) => `${count} weitere`,
  title: (names) => `Störung: ${names}`,
  found: (names) => `Unsere Überwachung meldet eine Störung: ${names}.`,
  resolved: "Unsere Überwachung meldet, dass alles wieder funktioniert.",
  in_progress: "Die geplante Wartung hat begonnen.",
  completed: "Die geplante Wartung ist abgeschlossen.",
  since: (names, began) => `Störung: ${names}. Beginn: ${began}.`,
  working: "Wir arbeiten daran.",
  identified: (cause) => `Die wahrscheinliche Ursache ist ${cause}.`,
  monitoring: (names, began) =>
    `Störung: ${names}. Beginn: ${began}. Sie scheint behoben zu sein. Wir beobachten das Ergebnis.`,
  over: (names, began, ended) => `Die Störung ist behoben: ${names}. Beginn: ${began}. Ende: ${ended}.`,
  cause: (cause) => `Die Ursache war ${cause}.`,
  causes: {
    name: "ein Problem mit unserem Domainnamen",
    connection: "ein Problem mit der Verbindung zu unseren Servern",
    some_networks: "ein Problem mit der Verbindung aus einigen Netzen",
    encryption: "ein Problem mit verschlüsselten Verbindungen",
    errors: "ein Fehler in unseren Systemen",
    load: "eine hohe Last auf unseren Systemen"
  }
}

export const publicWords: Readonly<Record<Language, PublicWords>> = { en: english, de: german }

const NAMES_SHOWN = 10

/**
 * Joins up to eleven names into one phrase. A phrase for more names contains ten names and the number of the remaining
 * names.
 */
export const namesText = (names: ReadonlyArray<string>, { and, others }: PublicWords): string => {
  const shown = names.length > NAMES_SHOWN + 1 ? names.slice(0, NAMES_SHOWN) : names
  const all = shown.length < names.length ? [...shown, others(names.length - shown.length)] : shown
  return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")}${and}${all.at(-1)}`
}

const TITLE_LENGTH = 150

/**
 * Makes the title of a post. If the names together are too long for a title, the title contains only the first name.
 */
export const titleOf = (names: ReadonlyArray<string>, words: PublicWords): string => {
  const title = words.title(namesText(names, words))
  return [...title].length <= TITLE_LENGTH ? title : [...words.title(String(names[0]))].slice(0, TITLE_LENGTH).join("")
}
