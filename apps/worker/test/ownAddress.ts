import { randomInt } from "node:crypto"

/**
 * A loopback address for one program. No other program listens there, so every port of it is free, also after the
 * program has released it.
 */
export const ownAddress = (): string => `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
