import { channelOf } from "@mon/alerts/channels"
import { mapSealed, newMonitorSecrets, sealedField } from "@mon/model"
import type { ConfigPath } from "./ConfigFault.ts"
import type { ValueFault } from "./decodeConfig.ts"
import { kindOfSection, type MonitorSection, monitorSections } from "./sections.ts"
import { variablesIn } from "./variables.ts"

/** The valid names of variables according to POSIX (IEEE Std 1003.1, section 8.1). */
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/u

/** A keyed hash, which stands for a stored secret in an exported file. */
const SEALED_HASH = /^sealed:[0-9a-f]{16}$/u

/** Returns whether a text stands for a stored secret. */
export const isSealedHash = (text: string): boolean => SEALED_HASH.test(text)

type Change = (text: string, path: ConfigPath) => string

type Entries = Readonly<Record<string, unknown>>

const isEntries = (value: unknown): value is Entries =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const mapEntries = (value: unknown, change: (entry: unknown, name: string) => unknown): unknown =>
  isEntries(value)
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, change(entry, name)]))
    : value

const within = (value: unknown, name: string, change: (entry: unknown) => unknown): unknown =>
  isEntries(value) && Object.hasOwn(value, name) ? { ...value, [name]: change(value[name]) } : value

/**
 * Applies a function to the secrets of a monitor: the sealed texts of its request or check (values of headers, the
 * body, passwords and tokens), and the secrets that only a new monitor has.
 */
export const mapMonitorSecrets = (
  section: MonitorSection,
  monitor: unknown,
  change: (text: string, names: ConfigPath) => string
): unknown => {
  const kind = kindOfSection(section)
  const sealed = sealedField[kind]
  const opened =
    sealed === null
      ? monitor
      : within(monitor, sealed.name, (value) =>
          mapSealed(sealed.form, value, (text, _where, path) => change(text, [sealed.name, ...path]))
        )
  return Object.keys(newMonitorSecrets[kind]).reduce(
    (mapped, name) => within(mapped, name, (text) => (typeof text === "string" ? change(text, [name]) : text)),
    opened
  )
}

/** Applies a function to the secrets in the settings of a channel. Settings of an unknown kind have no secrets. */
export const mapChannelSecrets = (channel: unknown, change: (text: string, names: ConfigPath) => string): unknown => {
  const kind = isEntries(channel) ? channel["kind"] : undefined
  const fields = (typeof kind === "string" ? channelOf(kind)?.fields : undefined) ?? {}
  return within(channel, "settings", (settings) =>
    mapEntries(settings, (value, name) =>
      typeof value === "string" && Object.hasOwn(fields, name) && fields[name]?.isSealed === true
        ? change(value, ["settings", name])
        : value
    )
  )
}

/** Applies a function to all secrets in the content of a file, which need not be valid. */
const mapSecrets = (file: unknown, change: Change): unknown => {
  let mapped = file
  for (const section of monitorSections) {
    const ofMonitor = (path: ConfigPath) => (monitor: unknown) =>
      mapMonitorSecrets(section, monitor, (text, names) => change(text, [...path, ...names]))
    mapped = within(mapped, "defaults", (defaults) => within(defaults, section, ofMonitor(["defaults", section])))
    mapped = within(mapped, section, (monitors) =>
      mapEntries(monitors, (monitor, key) => ofMonitor([section, key])(monitor))
    )
  }
  mapped = within(mapped, "channels", (channels) =>
    mapEntries(channels, (channel, key) =>
      mapChannelSecrets(channel, (text, names) => change(text, ["channels", key, ...names]))
    )
  )
  return within(mapped, "statusPages", (pages) =>
    mapEntries(pages, (page, key) =>
      within(page, "password", (password) =>
        typeof password === "string" ? change(password, ["statusPages", key, "password"]) : password
      )
    )
  )
}

const collectTexts = (value: unknown, path: ConfigPath, found: Array<readonly [string, ConfigPath]>): void => {
  if (typeof value === "string") found.push([value, path])
  else if (Array.isArray(value)) value.forEach((item, index) => collectTexts(item, [...path, index], found))
  else if (isEntries(value))
    for (const [name, item] of Object.entries(value)) collectTexts(item, [...path, name], found)
}

export interface SecretVariables {
  readonly path: ConfigPath
  readonly text: string
  readonly names: ReadonlyArray<string>
}

export const findVariables = (
  file: unknown
): { readonly secrets: ReadonlyArray<SecretVariables>; readonly faults: ReadonlyArray<ValueFault> } => {
  const secrets = new Map<string, SecretVariables>()
  const faults: Array<ValueFault> = []
  mapSecrets(file, (text, path) => {
    const names = variablesIn(text)
    if (names.length > 0) secrets.set(path.join("\0"), { path, text, names })
    const odd = names.find((name) => !VARIABLE_NAME.test(name))
    if (odd !== undefined)
      faults.push({ path, message: `${JSON.stringify(odd)} is not the name of an environment variable.` })
    return text
  })
  const texts: Array<readonly [string, ConfigPath]> = []
  collectTexts(file, [], texts)
  for (const [text, path] of texts)
    if (text.includes("${env:") && !secrets.has(path.join("\0")))
      faults.push({
        path,
        message: "must not contain ${env:…}: only header values, bodies, credentials and channel secrets can."
      })
  return { secrets: [...secrets.values()], faults }
}
