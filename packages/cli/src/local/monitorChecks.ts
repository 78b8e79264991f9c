import {
  changesSomething,
  domainAddress,
  domainVerdict,
  examineResponse,
  expectationsFault,
  type FetchPolicy,
  fetchUrl,
  isSecretRequest,
  pageAddress,
  pageRulesFault,
  pageVerdict,
  isSecretCheck,
  performCheck,
  performService,
  type PlainTarget,
  plainRequest,
  recordedContent,
  repeatFailed,
  serviceCheckFault,
  serviceRequest,
  serviceVerdict
} from "@mon/checks/local"
import type { ConfigDocument } from "@mon/api-contract/config-file"
import {
  type CheckedKind,
  type ContentFaultFacts,
  defaultServiceTimeout,
  domainDefaults,
  type monitorKinds,
  pageDefaults,
  type RequestedKind,
  serviceDefaults,
  serviceTimeoutFault
} from "@mon/model"
import type { WorkerPool } from "@mon/process-runtime/worker-pool"
import { type CheckResult, serviceAddress, type Verdict } from "@mon/uptime-probe"
import type { ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"

export interface CheckOutcome {
  readonly verdict: Verdict | "skipped"
  /** The code that the service uses for the problem. Null if the monitor is up. */
  readonly code: string | null
  readonly message: string | null
  readonly statusCode: number | null
  readonly responseMs: number | null
  /** The fault that the page's content shows although the response has a good status. */
  readonly contentFault: ContentFaultFacts | null
}

export type PerformCheck = (
  policy: FetchPolicy
) => Effect.Effect<CheckOutcome, never, ServiceProbe | UptimeProbe | WorkerPool>

interface MonitorCheck {
  readonly url: string
  /** The reason why the service would refuse the settings. Null if the service would accept the settings. */
  readonly fault: string | null
  readonly perform: PerformCheck
}

type EntryOf<Kind extends CheckedKind> = NonNullable<ConfigDocument[(typeof monitorKinds)[Kind]["plural"]]>[string]

/** Makes the check of a monitor with an address. The entry includes the file's defaults. */
type MakeCheck<Entry> = (entry: Entry, url: URL, key: string) => Promise<MonitorCheck>

/** The reasons for a check without a verdict for which the engine has no codes. */
const OBSTACLES = {
  busy: "Too many pages are waiting to be read.",
  "no browser": "The page's scripts run in the service's browser. This machine does not run them.",
  "own network": "The network may be down."
} as const

const MS = 1_000
const US_PER_MS = 1_000

const targetOf = (
  { contentFaults, expect, request, timeoutSeconds }: EntryOf<"domain"> & Pick<typeof domainDefaults, "timeoutSeconds">,
  url: string
): PlainTarget => ({
  url,
  timeoutMs: timeoutSeconds * MS,
  request: request ?? null,
  expect: expect ?? [],
  contentFaults: contentFaults ?? domainDefaults.contentFaults,
  contentMemory: null
})

const measured = (
  { contentMemory, request }: PlainTarget,
  check: CheckResult
): Pick<CheckOutcome, "statusCode" | "responseMs" | "contentFault"> => ({
  statusCode: check.statusCode,
  responseMs: check.totalUs === null ? null : Math.round(check.totalUs / US_PER_MS),
  contentFault: recordedContent(check, { contentMemory, isSecret: isSecretRequest(request) })?.fault ?? null
})

const noBrowser = () => Effect.succeed({ _tag: "NoBrowser", reason: OBSTACLES["no browser"] } as const)

/**
 * The check for each kind of monitor whose URL Mon requests. A kind without an entry can be checked only by the
 * service.
 */
export const monitorChecks: { readonly [Kind in RequestedKind]?: MakeCheck<EntryOf<Kind>> } = {
  domain: (entry, address) => {
    const target = targetOf({ ...domainDefaults, ...entry }, domainAddress(address))
    return Promise.resolve({
      url: target.url,
      fault: expectationsFault(target.expect),
      perform: Effect.fnUntraced(function* (policy: FetchPolicy) {
        const once = performCheck(target, Effect.succeed(plainRequest(target)))
        const check = yield* repeatFailed(once, (result) => result, target.request?.method, policy)
        const { errorCode, errorMessage, verdict } = domainVerdict(check, isSecretRequest(target.request))
        return { verdict, code: errorCode, message: errorMessage, ...measured(target, check) }
      })
    })
  },
  url: async (entry, address, key) => {
    const { render, ...settings } = { ...pageDefaults, ...entry }
    const target = targetOf(settings, pageAddress(address))
    const { exclude, ignoreLines, include, minimumChange, onlyLines, trigger } = settings
    const rules = {
      exclude: exclude ?? [],
      ignoreLines: ignoreLines ?? [],
      include: include ?? [],
      minimumChange,
      onlyLines,
      trigger
    }
    return {
      url: target.url,
      fault: expectationsFault(target.expect) ?? (await pageRulesFault(rules)),
      perform: Effect.fnUntraced(function* (policy: FetchPolicy) {
        const { result } = yield* fetchUrl(plainRequest(target), policy)
        const examined = yield* examineResponse(result, {
          rules,
          // Each page has its own owner, so that no page waits for another page.
          owner: key,
          render: render ? noBrowser : null,
          before: null
        })
        const { fault, verdict } = pageVerdict(examined, isSecretRequest(target.request))
        const { obstacle } = examined
        const isObstructed = verdict === "unknown" && obstacle !== null
        return {
          verdict,
          code: isObstructed ? obstacle.replaceAll(" ", "_") : (fault?.code ?? null),
          message: isObstructed ? OBSTACLES[obstacle] : (fault?.message ?? null),
          ...measured(target, result)
        }
      })
    }
  }
}

const timeoutOf = ({ check, checkInterval, timeoutSeconds }: EntryOf<"service">): number =>
  timeoutSeconds ?? defaultServiceTimeout(check.type, checkInterval ?? serviceDefaults.checkInterval)

/** Makes the check of a service. The entry includes the file's defaults. */
export const serviceTest = (entry: EntryOf<"service">): MonitorCheck & { readonly timeoutFault: string | null } => {
  const { check, degradedAfterMs: _slow, expect, inverted } = { ...serviceDefaults, ...entry }
  const timeoutSeconds = timeoutOf(entry)
  const service = { check, expect: expect ?? [], inverted, timeoutMs: timeoutSeconds * MS }
  return {
    url: serviceAddress(serviceRequest(service))?.url ?? "",
    fault: serviceCheckFault(check),
    timeoutFault: serviceTimeoutFault(check.type, timeoutSeconds),
    perform: Effect.fnUntraced(function* (policy: FetchPolicy) {
      const once = Effect.map(performService(service), ({ counted }) => counted)
      const result = changesSomething(check) ? yield* once : yield* repeatFailed(once, (one) => one, undefined, policy)
      const { errorCode, errorMessage, verdict } = serviceVerdict(result, isSecretCheck(check))
      return {
        verdict,
        code: errorCode,
        message: errorMessage,
        statusCode: null,
        responseMs: result.totalUs === null ? null : Math.round(result.totalUs / US_PER_MS),
        contentFault: null
      }
    })
  }
}
