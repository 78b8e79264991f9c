import { BadRequest, messages, PayloadTooLarge, Unavailable } from "@mon/api-contract"
import type { ConfigDocument } from "@mon/api-contract/config-file"
import { type Job, jobsIn, moduleBeside, WorkerPool } from "@mon/process-runtime/worker-pool"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import * as configJobs from "./configJobs.ts"
import { type FileObject, withDefaults } from "./payloads.ts"

const define = jobsIn<typeof configJobs>(moduleBeside("./configJobs", import.meta.url))
const readJob = define("readFile", configJobs.READ_DEADLINE_MS)
const openJob = define("openFile", configJobs.READ_DEADLINE_MS)

/**
 * The largest file, in characters, that is not sent to a thread because reading it takes less time than the transfer.
 */
const FEW_CHARACTERS = 2_000

const inThread = Effect.fnUntraced(function* <Output>(
  { viewer }: Caller,
  text: string,
  job: Job<string, Output>,
  work: (text: string) => Output
) {
  if (text.length <= FEW_CHARACTERS) return work(text)
  const outcome = yield* (yield* WorkerPool).run(job, text, viewer.accountKey)
  if (outcome._tag === "Done") return outcome.value
  if (outcome._tag === "Busy") return yield* new Unavailable({ message: messages.configBusy })
  return yield* new BadRequest({ message: messages.configTooSlow })
})

/** A file in the form that is compared with an account. */
export interface ConfigFile {
  readonly project: string
  /** Whether the file only adds objects that the account does not have. */
  readonly addOnly: boolean
  readonly document: string
  /** The objects, with the file's defaults applied. */
  readonly objects: ReadonlyArray<FileObject>
  /** The positions of the file's objects, by `section.key`. A stored file has no positions. */
  readonly positions: ReadonlyMap<string, configJobs.ObjectPosition>
}

/** Decodes the JSON texts that a thread returns. They come from {@link configJobs}, so no schema is needed. */
const unpack = Effect.fnUntraced(function* (file: configJobs.FileTexts) {
  const { addOnly, document, project } = file
  const defaults = JSON.parse(file.defaults) as ConfigDocument["defaults"]
  const objects: Array<FileObject> = []
  const positions = new Map<string, configJobs.ObjectPosition>()
  for (const text of file.objects) {
    yield* Effect.yieldNow
    for (const { object, position } of JSON.parse(text) as ReadonlyArray<configJobs.PlacedObject>) {
      objects.push(withDefaults(object, defaults))
      if (position !== null) positions.set(`${object.section}.${object.key}`, position)
    }
  }
  return { project, addOnly, document, objects, positions } satisfies ConfigFile
})

export const readFile = Effect.fn("readConfigFile")(function* (caller: Caller, source: string) {
  if (Buffer.byteLength(source) > configJobs.DOCUMENT_BYTES)
    return yield* new PayloadTooLarge({ message: messages.configTooLarge })
  const reading = yield* inThread(caller, source, readJob, configJobs.readFile)
  return reading.ok ? { ok: true as const, file: yield* unpack(reading.file) } : reading
})

/** Decodes the stored file of a plan. Returns null if this release cannot read it. */
export const openFile = Effect.fn("openConfigFile")(function* (caller: Caller, text: string) {
  const texts = yield* inThread(caller, text, openJob, configJobs.openFile)
  return texts === null ? null : yield* unpack(texts)
})
