import { type Client, createClient, MonError } from "@mon/api-contract/plain"
import { CommandError } from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { shownText } from "../screen/shownText.ts"
import { type Login, readLogin } from "./Login.ts"

export interface Connection {
  readonly url: string
  readonly client: Client
}

/** Returns the URL of a service without the path of its API. Null if the text is not an http or https URL. */
export const serviceUrl = (text: string): string | null => {
  const url = URL.parse(text.includes("://") ? text : `https://${text}`)
  if (url === null || !/^https?:$/u.test(url.protocol) || url.username !== "" || url.password !== "") return null
  return `${url.origin}${url.pathname}`.replace(/\/+$/u, "").replace(/\/api\/v1$/u, "")
}

/** Returns whether a text can be an API key. A key is sent in a header, which cannot contain other characters. */
export const isKey = (text: string): boolean => /^[\u0021-\u007e]+$/u.test(text)

const given = (value: string | undefined): string | null => (value === undefined || value === "" ? null : value)

export const loginOf = (terminal: CliTerminal): Login => {
  const envUrl = given(terminal.env["MON_URL"])
  const envKey = given(terminal.env["MON_API_KEY"])
  const url = envUrl === null ? null : serviceUrl(envUrl)
  if (envUrl !== null && url === null) throw new CommandError("MON_URL must be an http or https URL.")
  if (envKey !== null && !isKey(envKey))
    throw new CommandError(
      "MON_API_KEY is not an API key: it has spaces, line breaks or other characters that are not allowed in a key."
    )
  if (url !== null && envKey !== null) return { url, apiKey: envKey }
  const stored = readLogin(terminal)
  if (stored === null)
    throw new CommandError(
      envKey === null && url === null
        ? 'You are not logged in. Run "mon login", or set MON_URL and MON_API_KEY.'
        : `Set ${envKey === null ? "MON_API_KEY" : "MON_URL"} too, or run "mon login".`
    )
  // The stored key must be sent only to the service that it belongs to.
  if (url !== null && url !== stored.url)
    throw new CommandError(`The login is for ${stored.url}. Set MON_API_KEY for ${url}.`)
  return { url: stored.url, apiKey: envKey ?? stored.apiKey }
}

/**
 * The longest wait before a request is repeated, which is short because a person is waiting. If the service asks for a
 * longer wait, a message says when to try again.
 */
const LONGEST_WAIT_SECONDS = 10

const connectTo = ({ apiKey, url }: Login): Connection => ({
  url,
  client: createClient({ baseUrl: url, apiKey, longestWaitSeconds: LONGEST_WAIT_SECONDS })
})

const refusalOf = (error: MonError, url: string): CommandError => {
  const message = shownText(error.message)
  const request = error.requestId === null ? "" : ` (request ${shownText(error.requestId)})`
  switch (error.code) {
    case "unauthorized":
      return new CommandError(`${url} does not accept the API key. Run "mon login" with a valid one.`)
    case "no_answer": {
      if (error.status !== null) return new CommandError(`${url}: ${message}`)
      const cause = error.cause instanceof Error ? (error.cause.cause ?? error.cause) : null
      const reason = cause instanceof Error ? `: ${shownText(cause.message)}` : ""
      return new CommandError(`${url} did not answer${reason}.`)
    }
    case "too_many_requests":
      return new CommandError(
        `${message}${error.retryAfterSeconds === null ? "" : ` Try again in ${error.retryAfterSeconds} seconds.`}`
      )
    case "internal_error":
    case "unavailable":
      return new CommandError(`${message}${request}`)
    default:
      return new CommandError(message)
  }
}

export const talkTo = async <A>(login: Login, talk: (connection: Connection) => Promise<A>): Promise<A> => {
  try {
    return await talk(connectTo(login))
  } catch (error) {
    if (error instanceof MonError) throw refusalOf(error, login.url)
    throw error
  }
}

export const withService = async <A>(terminal: CliTerminal, talk: (connection: Connection) => Promise<A>): Promise<A> =>
  talkTo(loginOf(terminal), talk)
