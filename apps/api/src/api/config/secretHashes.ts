import { Secrets } from "@mon/core-store"
import { Effect } from "effect"
import { createHmac, createSecretKey } from "node:crypto"

const LABEL = "config file secrets"
const DIGITS = 16

/**
 * Hashes a secret for an export, together with the object and the place that contain it. Equal secrets of two objects
 * have different hashes.
 */
export type HashSecret = (objectId: string, place: string, text: string) => string

/** Hashes secrets with a key of this service, so that nobody can find a secret from its hash by guessing. */
export const secretHasher: Effect.Effect<HashSecret, never, Secrets> = Effect.map(Secrets, ({ derive }) => {
  const key = createSecretKey(derive(LABEL))
  return (objectId, place, text) => {
    const digest = createHmac("sha256", key).update(JSON.stringify([objectId, place.toLowerCase(), text]))
    return `sealed:${digest.digest("hex").slice(0, DIGITS)}`
  }
})
