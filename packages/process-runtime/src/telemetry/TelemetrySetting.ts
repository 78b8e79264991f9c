import { type Environment, givenSetting, SettingError } from "@mon/model"

const takes =
  "the http or https URL of an OTLP collector such as http://127.0.0.1:4318, without user, query or fragment"

/**
 * Reads the URL to which traces and logs are sent (MON_OTLP_URL), without a trailing slash; null disables telemetry.
 *
 * @throws SettingError
 */
export const readOtlpUrl = (env: Environment): string | null => {
  const text = givenSetting(env, "MON_OTLP_URL")
  if (text === null) return null
  const url = URL.parse(text)
  if (
    url === null ||
    !/^https?:$/u.test(url.protocol) ||
    url.username !== "" ||
    url.password !== "" ||
    url.search !== "" ||
    url.hash !== ""
  ) {
    throw new SettingError({ variable: "MON_OTLP_URL", takes })
  }
  return url.href.replace(/\/$/u, "")
}
