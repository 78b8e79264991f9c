import {
  choice,
  command,
  CommandError,
  commandGroup,
  ExitCode,
  flag,
  optional,
  required,
  text,
  wholeNumber,
  withDefault
} from "@mon/bundled/command-line"
import { type StoredJob, StoredJobs } from "@mon/core-store"
import { jobQueues } from "@mon/notifications"
import { Console, Effect, Layer } from "effect"
import { layerStore } from "../Store.ts"
import { formatTable } from "./formatTable.ts"
import { minute } from "./formatTime.ts"
import { publicId } from "./PublicId.ts"
import { runEffect } from "./runEffect.ts"

const layerJobs = Layer.provideMerge(StoredJobs.layer, layerStore)

const json = flag("Print JSON")
const limitUpTo = (most: number) =>
  withDefault(wholeNumber("number", 1, most), 100, `The number of jobs to choose, oldest first. At most ${most}`)

const listQueues = Effect.fn("listQueues")(function* (asJson: boolean) {
  const found = yield* (yield* StoredJobs).queues(jobQueues)
  yield* Console.log(
    asJson
      ? JSON.stringify(found, null, 2)
      : formatTable(
          ["QUEUE", "WAITING", "RUNNING", "DEAD", "NEXT"],
          found.map(({ dead, nextAt, queue: name, running, waiting }) => [
            name,
            String(waiting),
            String(running),
            String(dead),
            minute(nextAt, "")
          ])
        )
  )
  return ExitCode.ok
})

const list = command({
  name: "mon-server queue list",
  description: "Lists the queues with the number of waiting, running and dead jobs.",
  options: { json },
  arguments: {},
  notes: "A dead job has no attempts left. Each number is counted up to 100,000.",
  exitCodes: { ok: "The queues were listed", couldNot: "The queues could not be listed" },
  run: (values, terminal) => runEffect(Effect.provide(listQueues(values.json), layerJobs), terminal)
})

const firstLine = (why: string | null): string => (why ?? "").split("\n", 1)[0]?.slice(0, 100) ?? ""

const listJobs = Effect.fn("listJobs")(function* (
  filter: { readonly queue: string | null; readonly state: StoredJob["state"]; readonly limit: number },
  asJson: boolean
) {
  const { queue: name, ...rest } = filter
  const found = yield* (yield* StoredJobs).list({ ...rest, queue: name ?? undefined })
  yield* Console.log(
    asJson
      ? JSON.stringify(found, null, 2)
      : formatTable(
          ["ID", "QUEUE", "SINCE", "ATTEMPT", "WHY"],
          found.map((job) => [
            job.id,
            job.queue,
            minute(job.createdAt, ""),
            String(job.attempt ?? "?"),
            firstLine(job.why)
          ])
        )
  )
  return ExitCode.ok
})

const jobs = command({
  name: "mon-server queue jobs",
  description: "Lists the jobs in a state.",
  options: {
    state: withDefault(choice("state", ["dead", "waiting", "running"]), "dead", "dead, waiting or running"),
    queue: optional(text("queue", "a queue name"), "Only the jobs in this queue"),
    limit: limitUpTo(1_000),
    json
  },
  arguments: {},
  exitCodes: { ok: "The jobs were listed", couldNot: "The jobs could not be listed" },
  run: ({ json: asJson, ...filter }, terminal) =>
    runEffect(Effect.provide(listJobs(filter, asJson), layerJobs), terminal)
})

const showJob = Effect.fn("showJob")(function* (id: string) {
  const found = yield* (yield* StoredJobs).find(id)
  if (found === null) return yield* Effect.fail(new CommandError(`There is no unfinished job with the id ${id}.`))
  yield* Console.log(JSON.stringify(found, null, 2))
  return ExitCode.ok
})

const show = command({
  name: "mon-server queue show",
  description: "Shows a job as JSON, with the error from its last attempt.",
  options: {},
  arguments: { id: required(publicId, "The id that `mon-server queue jobs` shows") },
  notes: "Sealed values, such as the text of an email, are left out.",
  exitCodes: { ok: "The job was shown", couldNot: "The job could not be shown" },
  run: ({ id }, terminal) => runEffect(Effect.provide(showJob(id), layerJobs), terminal)
})

interface DeadJobs {
  readonly queue: string
  readonly id: string | null
  readonly limit: number
  readonly "dry-run": boolean
}

/** Runs an action on dead jobs, or only prints how many jobs it would change. */
const onDeadJobs = Effect.fn("onDeadJobs")(function* (
  wanted: DeadJobs,
  verb: string,
  act: (
    stored: StoredJobs["Service"],
    filter: { readonly queue: string; readonly id: string | undefined; readonly limit: number }
  ) => Effect.Effect<string, Error>
) {
  const stored = yield* StoredJobs
  if (!(yield* stored.queues(jobQueues)).some(({ queue: name }) => name === wanted.queue))
    return yield* Effect.fail(
      new CommandError(`There is no queue "${wanted.queue}". "mon-server queue list" lists them.`)
    )
  const filter = { queue: wanted.queue, id: wanted.id ?? undefined, limit: wanted.limit }
  yield* Console.log(
    wanted["dry-run"]
      ? `Would ${verb} ${yield* stored.countDead(filter)} dead jobs in ${wanted.queue}. Nothing was changed.`
      : yield* act(stored, filter)
  )
  return ExitCode.ok
})

const deadJobs = {
  options: {
    id: optional(publicId, "Only the job with this id"),
    limit: limitUpTo(10_000),
    "dry-run": flag("Only show how many jobs the command would affect")
  },
  arguments: { queue: required(text("queue", "a queue name"), "The queue, such as mail") }
}

const repeat = command({
  ...deadJobs,
  name: "mon-server queue repeat",
  description: "Queues dead jobs again, starting from their first attempt.",
  notes:
    "Fix the cause before you repeat jobs. An email in the `mail` queue keeps its Message-ID: if the mail server " +
    "had already accepted it but did not say so, most mailboxes show it once. For alerts, see `mon-server deliveries repeat`.",
  exitCodes: { ok: "The jobs were queued, or there are none", couldNot: "The jobs could not be queued" },
  run: (wanted, terminal) =>
    runEffect(
      Effect.provide(
        onDeadJobs(wanted, "repeat", (stored, filter) =>
          Effect.map(
            stored.repeatDead(filter),
            ({ alreadyQueued, repeated, unreadable }) =>
              `Queued ${repeated} jobs in ${wanted.queue}. ${alreadyQueued} stay dead because the same work is already queued, and ${unreadable} because they cannot be read.`
          )
        ),
        layerJobs
      ),
      terminal
    )
})

const drop = command({
  ...deadJobs,
  name: "mon-server queue drop",
  description: "Deletes dead jobs.",
  notes: "The work of a deleted job is never done. Without this command, dead jobs are deleted after four weeks.",
  exitCodes: { ok: "The jobs were deleted, or there are none", couldNot: "The jobs could not be deleted" },
  run: (wanted, terminal) =>
    runEffect(
      Effect.provide(
        onDeadJobs(wanted, "delete", (stored, filter) =>
          Effect.map(stored.dropDead(filter), (dropped) => `Deleted ${dropped} jobs from ${wanted.queue}.`)
        ),
        layerJobs
      ),
      terminal
    )
})

export const queue = commandGroup({
  name: "mon-server queue",
  description: "Jobs that are waiting, are running or have no attempts left.",
  commands: { list, jobs, show, repeat, drop }
})
