import { type Environment, readSetting } from "@mon/model"
import * as Context from "effect/Context"

/** The addresses that channels may reach in addition to public ones. */
export interface ChannelDestinationSettings {
  /** Origins in the operator's own network, such as `http://ntfy.lan:8080` (MON_CHANNEL_TARGETS). */
  readonly targets: ReadonlyArray<string>
}

/** The operator's exceptions from the rule that channels reach public https addresses only. */
export class ChannelDestinations extends Context.Service<ChannelDestinations, ChannelDestinationSettings>()(
  "@mon/notifications/ChannelDestinations"
) {}

/** Whether a request goes to a server of the operator. Responses of these servers are never shown. */
export const isOperatorsOwn = ({ targets }: ChannelDestinationSettings, url: string): boolean => {
  const origin = URL.parse(url)?.origin
  return origin !== undefined && targets.includes(origin)
}

const originOf = (text: string): string | undefined => {
  const url = URL.parse(text)
  const isOrigin =
    url !== null &&
    /^https?:$/u.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    /^\/?$/u.test(url.pathname) &&
    url.search === "" &&
    url.hash === ""
  return isOrigin ? url.origin : undefined
}

const origins = (text: string): ReadonlyArray<string> | undefined => {
  const found = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(originOf)
  return found.every((origin) => origin !== undefined) ? found : undefined
}

/**
 * Reads the operator's targets from an environment.
 *
 * @throws SettingError
 */
export const readChannelDestinations = (env: Environment): ChannelDestinationSettings => ({
  targets: readSetting<ReadonlyArray<string>>(
    env,
    "MON_CHANNEL_TARGETS",
    [],
    "a comma-separated list of origins such as http://ntfy.lan:8080 or https://chat.example.lan",
    origins
  )
})
