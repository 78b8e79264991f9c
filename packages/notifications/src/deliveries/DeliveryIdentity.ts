import { type Environment, givenSetting, SettingError } from "@mon/model"
import { readServiceName } from "@mon/process-runtime"
import * as Context from "effect/Context"

/** What the service calls itself and where people reach it (decisions section 9). */
export interface DeliveryIdentitySettings {
  /** Without a slash at its end (MON_BASE_URL, or host and port). */
  readonly baseUrl: string
  /** MON_SERVICE_NAME */
  readonly service: string
}

/** Whose name is on what is delivered. */
export class DeliveryIdentity extends Context.Service<DeliveryIdentity, DeliveryIdentitySettings>()(
  "@mon/notifications/DeliveryIdentity"
) {}

/** A port that is none is for the server that listens on it to complain of. */
const listensOn = (env: Environment): string => {
  const text = `http://${givenSetting(env, "MON_HOST") ?? "127.0.0.1"}:${givenSetting(env, "MON_PORT") ?? "3000"}`
  return URL.canParse(text) ? text : "http://127.0.0.1"
}

const baseUrl = (env: Environment): string => {
  const url = URL.parse(givenSetting(env, "MON_BASE_URL") ?? listensOn(env))
  if (url === null || !/^https?:$/u.test(url.protocol))
    throw new SettingError({ variable: "MON_BASE_URL", takes: "an http or https URL such as https://mon.example.com" })
  return url.href.replace(/\/+$/u, "")
}

/**
 * Reads them from an environment.
 *
 * @throws SettingError
 */
export const readDeliveryIdentity = (env: Environment): DeliveryIdentitySettings => {
  return { baseUrl: baseUrl(env), service: readServiceName(env) }
}
