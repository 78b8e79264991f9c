// This module is loaded on the first check, because the record parsers need neither the checks nor Effect.
import * as Effect from "effect/Effect"
import type { CheckEmailHealthOptions, ResolverOptions } from "./CheckOptions.ts"
import { makeEmailHealth } from "./EmailHealth.ts"
import type { EmailHealthReport } from "./EmailHealthReport.ts"
import { openTransport } from "./network/openTransport.ts"
import { evaluateSpf } from "./spf/evaluateSpf.ts"
import type { SpfOutcome, SpfRequest } from "./spf/SpfOutcome.ts"
import { withResolver } from "./withResolver.ts"

/** Runs {@link checkEmailHealth} with arguments that have been checked. */
export const runHealthCheck = (domain: string, options: CheckEmailHealthOptions): Promise<EmailHealthReport> => {
  const settings = { ...(options.zone === undefined ? { transport: openTransport() } : {}), ...options }
  return withResolver(options, (resolver) =>
    Effect.flatMap(makeEmailHealth(resolver, settings), (service) => service.check(domain, options))
  )
}

/** Runs {@link checkSpf} with arguments that have been checked. */
export const runSpfCheck = (request: SpfRequest, options: ResolverOptions): Promise<SpfOutcome> =>
  withResolver(options, (resolver) => evaluateSpf(resolver, request))
