import { randomInt } from "node:crypto"

/** The ports of programs that have a separate loopback address. */
export const OWN_PORTS = { http: 8_080, https: 8_443 }

/**
 * Returns a loopback address for one program. No other program listens on this address, so all of its ports are free.
 */
export const ownAddress = (): string => `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
