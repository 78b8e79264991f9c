/** One setting of a channel: what API, documentation and forms show, and what its value must be. */
export interface ChannelField {
  readonly type: "text" | "url" | "choice" | "long"
  readonly label: string
  /** The text that says where the person finds the value. */
  readonly help: string
  readonly example: string
  /** A secret: it is stored encrypted and never shown again. */
  readonly isSealed: boolean
  readonly isOptional: boolean
  /** Characters. */
  readonly maximum: number
  /** The values of a choice. The first is the default. */
  readonly choices: ReadonlyArray<string>
  /** A regular expression for the value, as in JSON Schema; null when no expression says it. */
  readonly pattern: string | null
  /** The sentence for a value that does not fit. */
  readonly message: string
  /** The rules that no expression can say: a sentence, or null when the value fits. */
  readonly refusal: (value: string) => string | null
}

/** The settings of a channel by name. */
export type ChannelFields = Readonly<Record<string, ChannelField>>

interface About {
  readonly label: string
  readonly help: string
  readonly example: string
  readonly isSealed?: boolean
  readonly isOptional?: boolean
}

interface TextAbout extends About {
  readonly pattern: RegExp
  readonly maximum: number
  readonly message: string
}

const NEVER = (): null => null

/** A text of one line that has a form. */
export const textField = ({ isOptional = false, isSealed = false, pattern, ...about }: TextAbout): ChannelField => ({
  ...about,
  type: "text",
  isSealed,
  isOptional,
  choices: [],
  pattern: pattern.source,
  refusal: (value) => (pattern.test(value) ? null : about.message)
})

interface UrlAbout extends About {
  readonly message: string
  /** The sentence for an address that is a URL but not the right one, else null. */
  readonly refuses?: (url: URL) => string | null
}

/** The longest URL that a setting takes. */
const URL_CHARACTERS = 2_000

/**
 * An https URL. `http:` fits only for origins that the operator lists. Only `readSettings` knows these, so it decides
 * about the scheme. User names and passwords have settings of their own.
 */
export const urlField = ({
  isOptional = false,
  isSealed = false,
  refuses = NEVER,
  ...about
}: UrlAbout): ChannelField => ({
  ...about,
  type: "url",
  isSealed,
  isOptional,
  maximum: URL_CHARACTERS,
  choices: [],
  pattern: "^https?://",
  refusal: (value) => {
    const url = URL.parse(value)
    if (url === null || !/^https?:$/u.test(url.protocol) || /\s/u.test(value)) return about.message
    if (url.username !== "" || url.password !== "") return `${about.label} must not contain a user name or a password.`
    return refuses(url)
  }
})

/** The address of a server of the user's own. A path before the API is part of it. */
export const serverField = (about: About & { readonly message: string }): ChannelField =>
  urlField({
    ...about,
    refuses: ({ hash, search }) => (hash === "" && search === "" ? null : `${about.label} must not contain ? or #.`)
  })

/** One of a few words. */
export const choiceField = (
  about: Omit<About, "example" | "isSealed" | "isOptional"> & { readonly choices: ReadonlyArray<string> }
): ChannelField => {
  const message = `${about.label} must be one of ${about.choices.join(", ")}.`
  return {
    ...about,
    type: "choice",
    example: about.choices[0] ?? "",
    isSealed: false,
    isOptional: true,
    maximum: 40,
    pattern: `^(?:${about.choices.join("|")})$`,
    message,
    refusal: (value) => (about.choices.includes(value) ? null : message)
  }
}

/** A text of several lines, with a check of its own. */
export const longField = ({
  isOptional = false,
  isSealed = false,
  ...about
}: About & {
  readonly maximum: number
  readonly message: string
  readonly refusal: (value: string) => string | null
}): ChannelField => ({ ...about, type: "long", isSealed, isOptional, choices: [], pattern: null })

/** The address of a server without its last slash. */
export const baseOf = (server: string): string => server.replace(/\/+$/u, "")
