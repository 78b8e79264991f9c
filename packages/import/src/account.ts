import { anything, argumentsOf, aString, optional } from "@mon/bundled/arguments"
import { setTimeout as wait } from "node:timers/promises"
import { accountApis, type AccountSource } from "./account/accountApis.ts"
import { type AccountPorts, readAccount, readStatusPage } from "./account/readAccount.ts"
import { type ImportedFiles, importedFiles } from "./importedFiles.ts"
import type { ImportInput, ImportOptions } from "./importMonitors.ts"
import { UnreadableSource } from "./reading/UnreadableSource.ts"
import type { ImportSource } from "./sources.ts"

export type { AccountSource } from "./account/accountApis.ts"

/** A description of a tool whose API can be read, to show to people. */
export interface AccountDescription {
  readonly name: AccountSource
  readonly title: string
  /** A text that says where to find the API key and which rights it needs. */
  readonly key: string
}

/** The tools whose API can be read. */
export const accountSources: ReadonlyArray<AccountDescription> = /* @__PURE__ */ (
  Object.keys(accountApis) as ReadonlyArray<AccountSource>
).map((name) => ({ name, title: accountApis[name].title, key: accountApis[name].key }))

/** Options of {@link importStatusPage}. */
export interface RemoteOptions extends ImportOptions, Partial<Omit<AccountPorts, "origin">> {}

/** Options of {@link importAccount}. */
export interface AccountOptions extends RemoteOptions {
  /**
   * The origin to use instead of the tool's own origin, such as a proxy. The API key is sent to this origin. Default:
   * the tool's own origin.
   */
  readonly origin?: string
}

const acceptImportAccount = /* @__PURE__ */ argumentsOf("importAccount", () => ({
  source: aString,
  apiKey: aString,
  options: optional(anything)
}))

/** A pattern for an API key that an HTTP header can contain (RFC 9110 section 5.5). */
const KEY = /^[\u0021-\u007e]{1,4096}$/u

const invalid = (message: string): TypeError => Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_VALUE" })

/**
 * Imports the monitors of an account at another monitoring tool through the tool's API, with an API key of the account.
 * Changes nothing in the account.
 *
 * Reads one page after another, and waits if the tool limits requests. Sends at most 400 requests and takes at most 15
 * minutes. The key is sent only to the tool, and is not part of the result. If the tool refuses a request, the result
 * contains a message. If the signal aborts, rejects with the signal's reason.
 *
 * @example
 * ```ts
 * const imported = await importAccount("uptimerobot", process.env.UPTIMEROBOT_KEY ?? "")
 * console.log(imported.ok ? imported.config : imported.message)
 * ```
 */
export const importAccount = async (
  source: AccountSource,
  apiKey: string,
  options: AccountOptions = {}
): Promise<ImportedFiles> => {
  acceptImportAccount(source, apiKey, options)
  if (!Object.hasOwn(accountApis, source))
    throw invalid(`importAccount: source must be one of: ${Object.keys(accountApis).join(", ")}.`)
  const api = accountApis[source]
  const key = apiKey.trim()
  if (!KEY.test(key))
    return { ok: false, message: `The ${api.title} API key is empty or has characters that are not allowed in a key.` }
  const { origin = api.origin, ...rest } = options
  return importRemote(source, rest, (ports) => readAccount(api, key, { ...ports, origin }))
}

const importRemote = async (
  source: ImportSource,
  options: RemoteOptions,
  read: (ports: Omit<AccountPorts, "origin">) => Promise<ImportInput>
): Promise<ImportedFiles> => {
  const {
    fetch = globalThis.fetch,
    now = Date.now,
    pause = (milliseconds, ends) => wait(milliseconds, undefined, { signal: ends }),
    signal = new AbortController().signal,
    ...rest
  } = options
  try {
    return await importedFiles(source, await read({ fetch, now, pause, signal }), rest)
  } catch (error) {
    if (error instanceof UnreadableSource) return { ok: false, message: error.message }
    throw error
  }
}

const acceptImportStatusPage = /* @__PURE__ */ argumentsOf("importStatusPage", () => ({
  address: aString,
  options: optional(anything)
}))

/**
 * Imports a public status page by its address: its name, groups and components, from the public JSON that Statuspage
 * and compatible pages serve. If the page cannot be read, the result contains a message. If the signal aborts, rejects
 * with the signal's reason.
 *
 * @example
 * ```ts
 * const imported = await importStatusPage("https://status.example.com")
 * console.log(imported.ok ? imported.config : imported.message)
 * ```
 */
export const importStatusPage = async (address: string, options: RemoteOptions = {}): Promise<ImportedFiles> => {
  acceptImportStatusPage(address, options)
  const url = URL.parse(address)
  if (url === null || !/^https?:$/u.test(url.protocol))
    return { ok: false, message: "The address of a status page must be an http or https URL." }
  return importRemote("statuspage", options, (ports) => readStatusPage(url, ports))
}
