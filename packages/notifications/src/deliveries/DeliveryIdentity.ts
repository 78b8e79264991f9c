import { type Environment, givenSetting, SettingError } from "@mon/model"
import { readServiceName } from "@mon/process-runtime"
import * as Context from "effect/Context"

export interface DeliveryIdentitySettings {
  /** The value of MON_BASE_URL without a trailing slash. Default: the host and the port on which the server listens. */
  readonly baseUrl: string
  /** The value of MON_SERVICE_NAME. */
  readonly service: string
}

export class DeliveryIdentity extends Context.Service<DeliveryIdentity, DeliveryIdentitySettings>()(
  "@mon/notifications/DeliveryIdentity"
) {}

/**
 * Returns the address on which the server listens. Ignores an invalid host or port, because the server itself reports
 * that error.
 */
const listenUrl = (env: Environment): string => {
  const text = `http://${givenSetting(env, "MON_HOST") ?? "127.0.0.1"}:${givenSetting(env, "MON_PORT") ?? "3000"}`
  return URL.canParse(text) ? text : "http://127.0.0.1"
}

const baseUrl = (env: Environment): string => {
  const url = URL.parse(givenSetting(env, "MON_BASE_URL") ?? listenUrl(env))
  if (url === null || !/^https?:$/u.test(url.protocol))
    throw new SettingError({ variable: "MON_BASE_URL", takes: "an http or https URL such as https://mon.example.com" })
  return url.href.replace(/\/+$/u, "")
}

/**
 * Reads the identity from environment variables.
 *
 * @throws SettingError
 */
export const readDeliveryIdentity = (env: Environment): DeliveryIdentitySettings => {
  return { baseUrl: baseUrl(env), service: readServiceName(env) }
}
