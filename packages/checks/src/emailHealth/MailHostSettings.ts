import { type Environment, readSetting } from "@mon/model"

/**
 * Reads whether Mon may connect to the mail hosts of monitored domains (`MON_CONTACT_MAIL_HOSTS`).
 *
 * @throws SettingError
 * @example
 * readContactMailHosts({}) // => true
 * readContactMailHosts({ MON_CONTACT_MAIL_HOSTS: "false" }) // => false
 */
export const readContactMailHosts = (env: Environment): boolean =>
  readSetting(env, "MON_CONTACT_MAIL_HOSTS", true, "true or false", (text) =>
    text === "true" ? true : text === "false" ? false : undefined
  )
