/** One setting of a channel: its texts for the API, the documentation and forms, and the rules for its value. */
export interface ChannelField {
  readonly type: "text" | "url" | "choice" | "long"
  readonly label: string
  /** The text that explains where people find the value. */
  readonly help: string
  readonly example: string
  /** Whether the value is a secret. A secret is stored encrypted, and never shown again. */
  readonly isSealed: boolean
  readonly isOptional: boolean
  /** The maximum number of characters. */
  readonly maximum: number
  /** The values of a choice. The first one is the default. */
  readonly choices: ReadonlyArray<string>
  /** A regular expression for the value, as in JSON Schema. Null if no expression describes it. */
  readonly pattern: string | null
  /** The error message for a value that does not match. */
  readonly message: string
  /**
   * Checks rules that a regular expression cannot describe. Returns a sentence about the problem, or null if the value
   * is valid.
   */
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
  /**
   * Returns the error message for a valid URL that does not lead to the right address. Returns null if the address is
   * right.
   */
  readonly refuses?: (url: URL) => string | null
}

const URL_CHARACTERS = 2_000

/**
 * Makes a setting for an https URL. `http:` is allowed only for origins that the operator lists. Only `readSettings`
 * knows these origins, so it checks the scheme. User names and passwords have separate settings.
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

/**
 * Makes a setting for the address of a self-hosted server. The address may contain a path before the path of the API.
 */
export const serverField = (about: About & { readonly message: string }): ChannelField =>
  urlField({
    ...about,
    refuses: ({ hash, search }) => (hash === "" && search === "" ? null : `${about.label} must not contain ? or #.`)
  })

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

export const longField = ({
  isOptional = false,
  isSealed = false,
  ...about
}: About & {
  readonly maximum: number
  readonly message: string
  readonly refusal: (value: string) => string | null
}): ChannelField => ({ ...about, type: "long", isSealed, isOptional, choices: [], pattern: null })

export const baseOf = (server: string): string => server.replace(/\/+$/u, "")
