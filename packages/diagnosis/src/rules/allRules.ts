import { contentRules } from "./contentRules.ts"
import { delegationRules } from "./delegationRules.ts"
import { dnsRules } from "./dnsRules.ts"
import { httpRules } from "./httpRules.ts"
import { mailRules } from "./mailRules.ts"
import { networkRules } from "./networkRules.ts"
import { overloadRules } from "./overloadRules.ts"
import { registrationRules } from "./registrationRules.ts"
import type { Rule } from "./Rule.ts"
import { serviceRules } from "./serviceRules.ts"
import { sharedRules } from "./sharedRules.ts"
import { tlsRules } from "./tlsRules.ts"
import { wallRules } from "./wallRules.ts"

/** All rules, one for each class. */
export const allRules: ReadonlyArray<Rule> = [
  ...registrationRules,
  ...delegationRules,
  ...dnsRules,
  ...networkRules,
  ...tlsRules,
  ...httpRules,
  ...overloadRules,
  ...wallRules,
  ...contentRules,
  ...sharedRules,
  ...serviceRules,
  ...mailRules
]
