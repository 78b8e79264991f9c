import { randomInt } from "node:crypto"

/**
 * Returns a random loopback address, at which almost certainly no other program listens. So every port of the address
 * is free, even after the program has released the port.
 */
export const ownAddress = (): string => `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
