import { noTimings } from "../../CheckResult.ts"
import { type Failure, outcomes } from "../../Outcome.ts"
import type { CertificateFacts } from "../../tls/CertificateFacts.ts"
import type { ConnectionFacts } from "../Connection.ts"
import { checkShared, NO_FACTS } from "../runServiceCheck.ts"
import type { ServiceExpectation, ServiceResult } from "../ServiceResult.ts"

/** What a check with several connections found out. */
interface Sequence {
  readonly url: string
  readonly startedAt: number
  readonly failure: Failure | null
  /** The connection that failed, or the last one. Undefined: there was none. */
  readonly connection: ConnectionFacts | undefined
  /** The address of the connection that failed. Undefined: none failed. */
  readonly failedUrl: string | undefined
  readonly certificates: ReadonlyArray<CertificateFacts | null | undefined>
  /** Null if the check failed. */
  readonly totalUs: number | null
  readonly delayed: boolean
  readonly thrown: Error | undefined
  readonly expect: ReadonlyArray<ServiceExpectation> | undefined
  readonly found: Readonly<Record<string, unknown>>
}

/** Returns the certificate that needs attention first: one with problems, or else the one that expires first. */
const mostUrgent = (certificates: Sequence["certificates"]): CertificateFacts | null => {
  const [first = null] = certificates
    .filter((certificate) => certificate !== null && certificate !== undefined)
    .toSorted(
      (one, other) =>
        Number(other.problems.length > 0) - Number(one.problems.length > 0) ||
        Date.parse(one.validTo) - Date.parse(other.validTo)
    )
  return first
}

/** Makes the result of a check with several connections, and checks the expectations that all services have. */
export const sequenceResult = async ({
  certificates,
  connection = NO_FACTS,
  delayed,
  expect = [],
  failedUrl,
  failure: broken,
  found,
  startedAt,
  thrown,
  totalUs,
  url
}: Sequence): Promise<ServiceResult & { readonly found: Readonly<Record<string, unknown>> }> => {
  const facts = { ...connection, certificate: mostUrgent(certificates) }
  const expectations = broken === null && totalUs !== null ? await checkShared(expect, facts, totalUs) : []
  const unmet = expectations.find(({ holds }) => !holds)
  const failure = broken ?? (unmet === undefined ? null : { outcome: "expectation_failed", message: unmet.message })
  const outcome = failure?.outcome ?? "ok"
  const { deterministic, verdict } = outcomes[outcome]
  return {
    url,
    startedAt,
    outcome,
    verdict,
    deterministic,
    message: failure?.message ?? null,
    ...(failedUrl === undefined ? {} : { failedUrl }),
    ...facts,
    totalUs: broken === null ? totalUs : null,
    timings: facts.timings ?? noTimings,
    ...(expectations.length === 0 ? {} : { expectations }),
    delayed,
    ...(thrown === undefined ? {} : { thrown }),
    found
  }
}
