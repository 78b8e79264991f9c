import type { ServiceCheck, ServiceSettings, ServiceTrial } from "@mon/model"
import type { ServiceCheckResult } from "@mon/uptime-probe"
import { ServiceProbe } from "@mon/uptime-probe/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { storable } from "../StoredText.ts"
import { performService } from "./performService.ts"
import { isSlowService, isSecretCheck, serviceVerdict } from "./serviceVerdict.ts"

const MAX_TEXT = 200
const MAX_FACTS = 20
const US_PER_MS = 1_000

const milliseconds = (us: number | null): number | null => (us === null ? null : us / US_PER_MS)

const shown = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(", ") : value === null ? "-" : String(value)

/** Returns what the check found out, one text for each fact. */
const factsOf = ({ found }: ServiceCheckResult): ReadonlyArray<string> =>
  Object.entries(found)
    .filter(([, value]) => value !== undefined)
    .slice(0, MAX_FACTS)
    .map(([name, value]) => storable(`${name}: ${shown(value)}`, MAX_TEXT))

/** A service to try. No text is sealed. */
export interface TriedService extends Pick<ServiceSettings, "degradedAfterMs" | "expect" | "inverted"> {
  readonly check: ServiceCheck
  readonly timeoutMs: number
}

const trialOf = (result: ServiceCheckResult, { check, degradedAfterMs }: TriedService): ServiceTrial => {
  const { errorCode, errorMessage, verdict } = serviceVerdict(result, false)
  const { timings } = result
  return {
    status: verdict,
    url: storable(result.url, MAX_TEXT),
    address: result.address,
    slow: isSlowService(result, degradedAfterMs),
    responseTimeMs: milliseconds(result.totalUs),
    timings: {
      dnsMs: milliseconds(timings.dnsUs),
      connectMs: milliseconds(timings.connectUs),
      tlsMs: milliseconds(timings.tlsUs),
      waitMs: milliseconds(timings.waitUs),
      downloadMs: milliseconds(timings.downloadUs)
    },
    expectations: (result.expectations ?? []).map(({ expected, holds, message }) => ({
      expected,
      holds,
      found: holds ? null : storable(message, MAX_TEXT)
    })),
    certificateProblems: result.certificate?.problems ?? [],
    // The value that a query returns is shown in the same way as the answer of a site, only without a login.
    found: isSecretCheck(check)
      ? factsOf({ ...result, found: { ...result.found, value: undefined } })
      : factsOf(result),
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? "" }
  }
}

/** Checks services with the settings that are about to be stored. Stores nothing. */
export class ServiceTrials extends Context.Service<
  ServiceTrials,
  {
    /** Checks a service as if it were stored, with the probe and the address policy that all checks use. */
    readonly run: (service: TriedService) => Effect.Effect<ServiceTrial>
  }
>()("@mon/checks/ServiceTrials") {
  static readonly layerNoDeps: Layer.Layer<ServiceTrials, never, ServiceProbe> = Layer.effect(
    ServiceTrials,
    Effect.map(Effect.context<ServiceProbe>(), (services) => ({
      run: Effect.fn("ServiceTrials.run")((service: TriedService) =>
        performService(service).pipe(
          Effect.map(({ counted }) => trialOf(counted, service)),
          Effect.provideContext(services)
        )
      )
    }))
  )
}
