import { randomInt } from "node:crypto"

/** Ports of programs on an address of their own. */
export const OWN_PORTS = { http: 8_080, https: 8_443 }

/** A loopback address for one program. No other program listens there, so every port of it is free. */
export const ownAddress = (): string => `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
