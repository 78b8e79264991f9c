import type { AskedRecords, FoundProblem, RepairFindings, UnfinishedRepair } from "@mon/core-store"
import type { EmailHealthReport } from "@mon/email-health"
import { type RepairAnswers, repairLimits, type RepairRecordSet } from "@mon/model"
import { inboxesAfterRepair } from "@mon/simulation/effect"
import type { RecordSetAnswer, RecordSetObservation } from "@mon/uptime-probe"
import * as Effect from "effect/Effect"
import { storable } from "../StoredText.ts"
import { RecordObserver } from "./RecordObserver.ts"
import { answersOf, planState, publishedState, recordState, type VerifiedRecord } from "./verifyRecords.ts"

/** The most sets of records that one check queries. At most `AT_ONCE` sets are queried at the same time. */
const MAX_ASKED = 20
const AT_ONCE = 8
const MAX_PROBLEMS = 100
const MESSAGE_CHARACTERS = 500
const HOST_CHARACTERS = 300
const VALUE_CHARACTERS = 4_096

const storableValues = (values: ReadonlyArray<string>) =>
  values.slice(0, repairLimits.values).map((value) => storable(value, VALUE_CHARACTERS))

/** Shortens the texts of a record so that they can be stored. */
export const toRecordSet = ({ host, replaces, type, values }: RepairRecordSet): RepairRecordSet => ({
  type,
  host: storable(host, HOST_CHARACTERS),
  values: storableValues(values),
  replaces: storableValues(replaces)
})

/** Returns the problems of a report, each code once, with the records of the repair plan that fix them. */
const problemsOf = ({ findings, records }: EmailHealthReport): ReadonlyArray<FoundProblem> => {
  const problems = new Map<string, FoundProblem>()
  for (const { code, message, severity } of findings)
    if (severity !== "info" && !problems.has(code))
      problems.set(code, {
        code,
        severity,
        message: storable(message, MESSAGE_CHARACTERS),
        records: records.filter((record) => record.findings.includes(code)).map(toRecordSet)
      })
  return [...problems.values()].slice(0, MAX_PROBLEMS)
}

type Answer = RepairAnswers["servers"][number]

/** Returns the overall state of one repair's records, and the state of each record at each server. */
const askedOf = (
  code: string,
  records: ReadonlyArray<{ readonly state: RepairAnswers["state"]; readonly servers: ReadonlyArray<Answer> }>
): AskedRecords => ({
  code,
  state: planState(records),
  isAnywhere: records.some(({ servers }) => servers.some(({ state }) => state === "published")),
  servers: records.flatMap(({ servers }) => servers)
})

export const askedRepairs = (records: ReadonlyArray<VerifiedRecord>): ReadonlyArray<AskedRecords> => {
  const codes = new Set(records.flatMap(({ record }) => record.findings))
  return [...codes].map((code) =>
    askedOf(
      code,
      records
        .filter(({ record }) => record.findings.includes(code))
        .map(({ record: { host, type }, servers, state }) => ({
          state,
          servers: servers.map(({ server, state: has }) => ({
            type,
            host: storable(host, HOST_CHARACTERS),
            server,
            state: has
          }))
        }))
    )
  )
}

const comparable = (answer: RecordSetAnswer): RecordSetAnswer =>
  answer.status === "failed"
    ? answer
    : { ...answer, values: answer.values.map((value) => storable(value, VALUE_CHARACTERS)) }

/**
 * Returns the states of a record at the servers. A person may fix a problem in another way than the plan. If a check no
 * longer finds the problem, but no server has the values of the plan, the values that the resolver returns count as the
 * repair.
 */
const statesOf = (record: RepairRecordSet, observation: RecordSetObservation, isGone: boolean) => {
  const answers = answersOf(observation).map(comparable)
  const states = answers.map((answer) => publishedState(answer, record))
  const shown = comparable(observation.resolver)
  const isOther = isGone && shown.status !== "failed" && !states.some(({ state }) => state === "published")
  return isOther ? answers.map((answer) => publishedState(answer, { ...record, values: shown.values })) : states
}

const recordAnswers = (record: RepairRecordSet, observation: RecordSetObservation, isGone: boolean) => {
  const states = statesOf(record, observation, isGone)
  return {
    state: recordState(states, observation.servers.length > 0),
    servers: states.map(({ server, state }) => ({ type: record.type, host: record.host, server, state }))
  }
}

/**
 * Queries every name server and resolver, to find out whether they have the new records and none of the replaced
 * records.
 */
export const askAboutRecords = Effect.fn("askAboutRecords")(function* (
  records: ReadonlyArray<RepairRecordSet>
): Effect.fn.Return<Pick<AskedRecords, "state" | "servers">, never, RecordObserver> {
  const observer = yield* RecordObserver
  const answers = yield* Effect.forEach(
    records,
    (record) =>
      Effect.map(observer.observe({ name: record.host, type: record.type }), (observation) =>
        recordAnswers(record, observation, false)
      ),
    { concurrency: AT_ONCE }
  )
  return { state: planState(answers), servers: answers.flatMap(({ servers }) => servers) }
})

const nameOf = ({ host, type }: RepairRecordSet): string => `${type} ${host}`

/**
 * Selects the repairs whose records are queried: repairs whose problem is no longer in the report, and repairs that are
 * no longer `open`.
 */
const repairsToAsk = (unfinished: ReadonlyArray<UnfinishedRepair>, found: ReadonlySet<string>) =>
  unfinished.filter(({ code, records, state }) => records.length > 0 && (state !== "open" || !found.has(code)))

/**
 * Returns the findings of a report that concern the repairs of its domain. Queries the servers only about repairs whose
 * state may change. Null if the report is incomplete, because it then says nothing about repairs.
 */
export const followedRepairs = Effect.fn("followedRepairs")(function* (
  report: EmailHealthReport,
  unfinished: ReadonlyArray<UnfinishedRepair>
): Effect.fn.Return<RepairFindings | null, never, RecordObserver> {
  if (report.incomplete) return null
  const problems = problemsOf(report)
  const found = new Set(problems.map(({ code }) => code))
  const repairs = repairsToAsk(unfinished, found)
  const names = new Map(repairs.flatMap(({ records }) => records).map((record) => [nameOf(record), record]))
  const observer = yield* RecordObserver
  const observations = new Map(
    yield* Effect.forEach(
      [...names].slice(0, MAX_ASKED),
      ([name, { host, type }]) =>
        Effect.map(observer.observe({ name: host, type }), (observation) => [name, observation] as const),
      { concurrency: AT_ONCE }
    )
  )
  const asked = repairs.map(({ code, records }) =>
    askedOf(
      code,
      records.map((record) => {
        const observation = observations.get(nameOf(record))
        return observation === undefined
          ? { state: "unknown" as const, servers: [] }
          : recordAnswers(record, observation, !found.has(code))
      })
    )
  )
  const sender = { domain: report.domain, inboxes: (results: unknown) => inboxesAfterRepair(results, report) }
  return { problems, asked, sender }
})
