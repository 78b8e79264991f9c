import { messages, NotFound, Unavailable } from "@mon/api-contract"
import { type OnCallPlan, OnCallSchedules } from "@mon/core-store"
import type { OnCallRange, OnCallSchedule } from "@mon/on-call"
import { type Job, jobsIn, moduleBeside, WorkerPool } from "@mon/process-runtime/worker-pool"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import * as onCallJobs from "./onCallJobs.ts"
import { workingSchedule } from "./shownShifts.ts"

const DAY_MS = 86_400_000
const DEADLINE_MS = 5_000
/** The largest product of layers and days that is not sent to a thread, because it takes only a few milliseconds. */
const FEW_LAYER_DAYS = 200

const define = jobsIn<typeof onCallJobs>(moduleBeside("./onCallJobs", import.meta.url))
const shiftsJob = define("computeShifts", DEADLINE_MS)
const previewJob = define("computePreview", DEADLINE_MS)

export const scheduleNotFound = () => new NotFound({ message: messages.onCallNotFound })

/** Returns a schedule with the overrides that end after an instant. */
export const findPlan = Effect.fnUntraced(function* ({ viewer }: Caller, id: string, from: number) {
  const [plan] = yield* (yield* OnCallSchedules).plans(viewer.accountKey, new Date(from), [id])
  return plan ?? (yield* scheduleNotFound())
})

/** Runs a computation in a thread if it could take long. */
const compute = Effect.fnUntraced(function* <Input, Output>(
  { viewer }: Caller,
  job: Job<Input, Output>,
  work: (input: Input) => Output,
  input: Input,
  layerDays: number
) {
  if (layerDays <= FEW_LAYER_DAYS) return work(input)
  const outcome = yield* (yield* WorkerPool).run(job, input, viewer.accountKey)
  return outcome._tag === "Done" ? outcome.value : yield* new Unavailable({ message: messages.onCallBusy })
})

const layerDays = ({ layers, overrides = [] }: OnCallSchedule, { from, to }: OnCallRange): number =>
  ((layers.length + overrides.length / 10) * (to - from)) / DAY_MS

export const computedShifts = (caller: Caller, plan: OnCallPlan, range: OnCallRange) => {
  const input = { schedule: workingSchedule(plan), ...range }
  return compute(caller, shiftsJob, onCallJobs.computeShifts, input, layerDays(input.schedule, range))
}

export const computedPreview = (caller: Caller, input: onCallJobs.PreviewInput) =>
  compute(caller, previewJob, onCallJobs.computePreview, input, 2 * layerDays(input.after, input))
