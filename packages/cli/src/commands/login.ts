import { type Client, NotFound, type Records } from "@mon/api-contract/plain"
import { command, CommandError, ExitCode, optional, type ValueType } from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { jsonText, shownText } from "../screen/shownText.ts"
import { isKey, serviceUrl, talkTo } from "../service/connection.ts"
import { loginFile, writeLogin } from "../service/Login.ts"
import { jsonFlag } from "./jsonFlag.ts"

const address: ValueType<string> = {
  placeholder: "url",
  takes: "an http or https URL such as https://mon.example.com",
  read: (text) => serviceUrl(text) ?? undefined
}

/**
 * Returns whether other people on the network can read the key. Plain HTTP exposes the key, unless the service is on
 * this machine.
 */
const isExposed = (url: string): boolean => {
  const { hostname, protocol } = new URL(url)
  return protocol === "http:" && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname)
}

const askUrl = async (terminal: CliTerminal): Promise<string> => {
  const given = terminal.env["MON_URL"] ?? ""
  const text = given !== "" || !terminal.canAsk ? given : await terminal.askText("Service URL: ")
  const url = address.read(text)
  if (url === undefined) throw new CommandError(`Pass the service's URL with --url. It must be ${address.takes}.`)
  return url
}

const askKey = async (terminal: CliTerminal): Promise<string> => {
  const text = terminal.canAsk ? await terminal.askSecret("API key (not shown): ") : await terminal.readInput()
  const key = text.trim()
  if (!isKey(key)) throw new CommandError("That is not an API key.")
  return key
}

/**
 * Returns the account that the key belongs to. Throws an error if the response does not show that the URL belongs to a
 * Mon service.
 */
const accountOf = async (client: Client, url: string, signal: AbortSignal): Promise<Records["Account"]> => {
  const { origin } = new URL(url)
  const hint = origin === url ? "" : ` Is it ${origin}?`
  const foreign = new CommandError(`There is no Mon service at ${url}.${hint}`)
  const account = await client.account.get({ signal }).catch((error: unknown) => {
    throw error instanceof NotFound ? foreign : error
  })
  if ([account?.email, account?.role, account?.plan].some((text) => typeof text !== "string")) throw foreign
  return account
}

const summaryOf = (url: string, { email, plan, role }: Records["Account"]): string =>
  `Logged in to ${url} as ${shownText(email)} (${role}, plan ${plan}).`

export const login = command({
  name: "mon login",
  description: "Asks for a service's URL and API key, tests them, and stores them for other commands.",
  options: { url: optional(address, "The service"), json: jsonFlag },
  arguments: {},
  notes: `Without a terminal, the API key is read from standard input. It is never an argument, because other users of this
machine can see arguments. Create keys in the dashboard, at /app/settings/keys.
The login is stored in a file that only you can read: ~/.config/mon/login.json on Linux, ~/Library/Application Support/mon
on macOS, %APPDATA%\\mon on Windows; in XDG_CONFIG_HOME if it is set.`,
  examples: [
    ["mon login --url https://mon.example.com", "ask for the key and store it"],
    ["mon login --url https://mon.example.com < key.txt", "read the key from a file"]
  ],
  exitCodes: { ok: "The login is stored", couldNot: "The service cannot be reached, or it does not accept the key" },
  run: async ({ json, url: given }, terminal: CliTerminal) => {
    const url = given ?? (await askUrl(terminal))
    if (isExposed(url)) terminal.err(`${url} has no encryption: others on the network can read the API key.\n`)
    const apiKey = await askKey(terminal)
    const account = await talkTo({ url, apiKey }, ({ client }) => accountOf(client, url, terminal.signal))
    writeLogin(terminal, { url, apiKey })
    const { email, plan, role } = account
    const file = loginFile(terminal)
    terminal.out(
      json
        ? jsonText({ url, email, role, plan, file }, 2)
        : `${summaryOf(url, account)}\nThe API key is stored in ${file}.\n`
    )
    return ExitCode.ok
  }
})
