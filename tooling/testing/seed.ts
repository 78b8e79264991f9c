import * as fc from "fast-check"
import process from "node:process"

/**
 * The seed of all random inputs, so that every run uses the same inputs. The nightly run sets another seed. A failing
 * property prints the seed.
 */
export const SEED = Number(process.env["MON_TEST_SEED"] ?? 20_261_127) | 0

/**
 * Whether this is the nightly run, which uses a new seed, and tries more inputs in tests whose inputs are expensive.
 */
export const isNightly = process.env["MON_TEST_SEED"] !== undefined

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
