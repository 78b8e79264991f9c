/** A person whom titles of events can name. */
export interface CalendarPerson {
  /** The text that stands for the person in schedules. */
  readonly person: string
  /** The other names of the person, such as the name, the email address or the name of a login. */
  readonly names?: ReadonlyArray<string>
}

/** The people and the level that a title names. */
export interface TitlePeople {
  readonly people: ReadonlyArray<string>
  /** The names that are no known person. They are in `people` too. */
  readonly unknown: ReadonlyArray<string>
  /** The number of a title such as "[L2] ann", or 0. */
  readonly level: number
}

const LEVEL = /^\s*\[L(\d{1,3})\]\s*/iu
const ADDRESS = /<([^<>\s]+@[^<>\s]+)>/u
/** The longest name that is read, as the longest id of a person in a schedule. */
const LONGEST = 200
const MOST_PEOPLE = 50

const keyOf = (name: string): string => name.trim().replace(/^@/u, "").replaceAll(/\s+/gu, " ").toLowerCase()

/** Finds the people that titles of events name. */
export class TitleReader {
  readonly #known: ReadonlyMap<string, string> | null

  constructor(people: ReadonlyArray<CalendarPerson> | undefined) {
    this.#known =
      people === undefined
        ? null
        : new Map(
            people.flatMap(({ names = [], person }) => [person, ...names].map((name) => [keyOf(name), person] as const))
          )
  }

  #find(name: string): string | undefined {
    const address = ADDRESS.exec(name)?.[1]
    return this.#known?.get(keyOf(name)) ?? (address === undefined ? undefined : this.#known?.get(keyOf(address)))
  }

  /** Reads a title such as "[L1] ann, @bob". If it names nobody who is known, the attendees are the people. */
  read(title: string, attendees: ReadonlyArray<string>): TitlePeople {
    const level = Number(LEVEL.exec(title)?.[1] ?? 0)
    const text = title.replace(LEVEL, "").trim().slice(0, 10_000)
    const whole = this.#find(text)
    if (whole !== undefined) return { people: [whole], unknown: [], level }
    const parts = text
      .split(/[,;\n]|\s(?=@)/u)
      .map((part) => part.trim().replace(/^@/u, "").slice(0, LONGEST).trim())
      .filter((part) => part !== "")
      .slice(0, MOST_PEOPLE)
    if (this.#known === null) return { people: [...new Set(parts)], unknown: [], level }
    const found = parts.map((part) => ({ part, person: this.#find(part) }))
    if (found.every(({ person }) => person === undefined)) {
      const invited = attendees.flatMap((address) => this.#find(address) ?? [])
      if (invited.length > 0) return { people: [...new Set(invited)].slice(0, MOST_PEOPLE), unknown: [], level }
    }
    return {
      people: [...new Set(found.map(({ part, person }) => person ?? part))],
      unknown: found.flatMap(({ part, person }) => (person === undefined ? [part] : [])),
      level
    }
  }
}
