import { aBoolean, argumentsOf, aString, secretly, optional, listOf, optionsOf } from "@mon/bundled/arguments"
import type { SettingsOptions } from "../Channel.ts"
import { channelOf, type ChannelKind } from "../channels.ts"
import { type AppriseUrl, hasOpenSecret, parseAppriseUrl } from "./AppriseUrl.ts"
import { type Draft, refusals, translations } from "./translations.ts"

/** A channel with settings that passed all checks. */
export interface ImportedChannel {
  readonly kind: ChannelKind
  readonly settings: Readonly<Record<string, string>>
}

/** The channels of an Apprise URL, one for each destination, or the reason why the URL cannot be used. */
export type AppriseReading =
  | {
      readonly ok: true
      readonly channels: ReadonlyArray<ImportedChannel>
      /**
       * The parts of the URL that the channels ignore: parameters of the query such as `priority`, and targets such as
       * `#general`.
       */
      readonly ignored: ReadonlyArray<string>
    }
  | { readonly ok: false; readonly message: string }

/** The maximum number of destinations in one URL. More destinations are a mistake or an attack. */
const MOST_CHANNELS = 50

const acceptReadAppriseUrl = /* @__PURE__ */ argumentsOf("readAppriseUrl", () => ({
  text: secretly(aString),
  options: optional(optionsOf<SettingsOptions>({ targets: optional(listOf(aString)), stored: optional(aBoolean) }))
}))

/** The query parameters of a URL. `asked` contains the names of the parameters that were read. */
class AskedQuery extends Map<string, string> {
  readonly asked = new Set<string>()

  override get(name: string): string | undefined {
    this.asked.add(name)
    return super.get(name)
  }
}

/**
 * Returns a part of the path in a form that a message may contain. A target is not secret, but every other part may be
 * a secret.
 */
const shown = (part: string): string => (/^[#@+]/u.test(part) ? part : "a part of the path")

const ignoredBy = (drafts: ReadonlyArray<Draft>, query: AskedQuery): ReadonlyArray<string> => [
  ...new Set([
    ...drafts.flatMap(({ unused = [] }) => unused.map(shown)),
    ...[...query.keys()].filter((name) => !query.asked.has(name))
  ])
]

const check = (
  drafts: ReadonlyArray<Draft>,
  ignored: ReadonlyArray<string>,
  options: SettingsOptions
): AppriseReading => {
  const read: Array<ImportedChannel> = []
  for (const { kind, settings } of drafts) {
    const channel = channelOf(kind)
    const reading = channel?.readSettings(settings, options)
    if (reading === undefined) return { ok: false, message: "This release does not include this channel." }
    if (!reading.ok) {
      const [fault] = reading.faults
      return { ok: false, message: `${channel?.name ?? kind}: ${fault?.message ?? "The settings cannot be used."}` }
    }
    read.push({ kind, settings: reading.settings })
  }
  return { ok: true, channels: read, ignored }
}

/**
 * Translates an Apprise URL into the settings of channels, one channel for each destination. An error message never
 * contains the URL, because the URL is secret.
 *
 * @example
 * readAppriseUrl("ntfy://alerts-k3v9") // => { ok: true, channels: [{ kind: "ntfy", settings: { server: "", topic: "alerts-k3v9", token: "" } }], ignored: [] }
 * readAppriseUrl("mailto://ann:secret@example.org") // => { ok: false, message: "Apprise URLs that begin with mailto:// cannot be used. Add the address as an email recipient." }
 */
export const readAppriseUrl = (text: string, options: SettingsOptions = {}): AppriseReading => {
  acceptReadAppriseUrl(text, options)
  const url = parseAppriseUrl(text)
  if (url === null) return { ok: false, message: "This is not an Apprise URL, such as slack://A/B/C." }
  const { scheme } = url
  const instead = refusals.get(scheme)
  if (instead !== undefined)
    return { ok: false, message: `Apprise URLs that begin with ${scheme}:// cannot be used. ${instead}` }
  const translate = Object.hasOwn(translations, scheme) ? translations[scheme] : undefined
  if (translate === undefined)
    return {
      ok: false,
      message: `Mon has no channel for ${scheme}://. Use the Apprise channel with your own Apprise server.`
    }
  if (hasOpenSecret(text))
    return {
      ok: false,
      message:
        "There is an @ too late in the URL. If a secret contains these characters, encode them: %2F for /, %3F for ?, %40 for @."
    }
  const query = new AskedQuery(url.query)
  const drafts = translate({ ...url, query } satisfies AppriseUrl)
  if (typeof drafts === "string") return { ok: false, message: drafts }
  if (drafts.length > MOST_CHANNELS)
    return { ok: false, message: `An Apprise URL can have at most ${MOST_CHANNELS} destinations.` }
  return check(drafts, ignoredBy(drafts, query), options)
}
