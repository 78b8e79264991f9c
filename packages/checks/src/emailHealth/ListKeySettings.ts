import { keyedLists, type ListKeys } from "@mon/email-health"
import { type Environment, readSetting } from "@mon/model"

const keyTakes = "a key of 4 to 63 letters, digits and hyphens"
const consentTakes = "true or false"

const isKey = (text: string): boolean => {
  try {
    return keyedLists({ abusix: text }).length > 0
  } catch {
    return false
  }
}

const consent = (text: string): boolean | undefined => (text === "true" ? true : text === "false" ? false : undefined)

/**
 * Reads the keys and consents for DNS lists that require one (`MON_DNSBL_*`).
 *
 * @throws SettingError. The error's message never contains a key.
 * @example
 * readListKeys({ MON_DNSBL_BARRACUDA: "true" }) // => { barracuda: true, surbl: false, uribl: false }
 */
export const readListKeys = (env: Environment): ListKeys => {
  const key = (variable: string) =>
    readSetting<string | null>(env, variable, null, keyTakes, (text) => (isKey(text) ? text : undefined))
  const agreed = (variable: string) => readSetting(env, variable, false, consentTakes, consent)
  const [spamhaus, abusix] = [key("MON_DNSBL_SPAMHAUS_KEY"), key("MON_DNSBL_ABUSIX_KEY")]
  return {
    ...(spamhaus === null ? {} : { spamhaus }),
    ...(abusix === null ? {} : { abusix }),
    barracuda: agreed("MON_DNSBL_BARRACUDA"),
    surbl: agreed("MON_DNSBL_SURBL"),
    uribl: agreed("MON_DNSBL_URIBL")
  }
}
