import * as fc from "fast-check"
import process from "node:process"

/** Every run tries the same random inputs. The nightly run sets another seed; a failing property prints it. */
export const SEED = Number(process.env["MON_TEST_SEED"] ?? 20_261_127) | 0

/** The nightly run takes a new seed, and tries more inputs where each one is expensive. */
export const isNightly = process.env["MON_TEST_SEED"] !== undefined

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
