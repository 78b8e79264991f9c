export {
  type DomainExpiryClient,
  type DomainExpiryOptions,
  type DomainExpirySettings,
  makeDomainExpiry,
  parseWhoisServer
} from "./expiry/DomainExpiry.ts"
export type {
  RegistrationResult,
  DomainOutcome,
  DomainRequest,
  Registration,
  RegistrySource,
  ServerAttempt
} from "./expiry/RegistrationResult.ts"
export { conditionsOf, type DomainCondition } from "./expiry/DomainStatus.ts"
export { type BootstrapCache, type BootstrapCopy, IANA_BOOTSTRAP_URL } from "./expiry/RdapBootstrap.ts"
export { parseRdap } from "./expiry/RdapAnswer.ts"
export type { RegistryAnswer } from "./expiry/RegistrationResult.ts"
export type { ExpiryClock } from "./expiry/ServerRateLimit.ts"
export { parseWhois } from "./expiry/WhoisAnswer.ts"
