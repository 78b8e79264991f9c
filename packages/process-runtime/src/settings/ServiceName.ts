import { webhookHeaderNames } from "@mon/alerts"
import { type Environment, readSetting } from "@mon/model"

const LONGEST = 40

const fits = (name: string): boolean => {
  try {
    return name.length <= LONGEST && webhookHeaderNames(name).event !== ""
  } catch {
    return false
  }
}

/**
 * Reads the name of the service (MON_SERVICE_NAME). Emails contain this name, and the headers of webhooks contain it
 * without spaces.
 *
 * @throws SettingError
 * @example
 * ```ts
 * readServiceName({}) // => "Mon"
 * readServiceName({ MON_SERVICE_NAME: "Acme Watch" }) // => "Acme Watch"
 * ```
 */
export const readServiceName = (env: Environment): string =>
  readSetting(
    env,
    "MON_SERVICE_NAME",
    "Mon",
    `a name of at most ${LONGEST} letters, digits, hyphens and spaces`,
    (text) => (fits(text) ? text : undefined)
  )
