import { complaint, integer, type Shape } from "./Shape.ts"
import type { Answer, Ask } from "./Service.ts"

/** What the rows know of the account that they are run with. */
export interface Account {
  readonly plan: string
  readonly limits: Readonly<Record<string, unknown>>
}

/** What a row needs. */
export interface Fixture {
  readonly ask: Ask
  readonly account: Account
  /** Something that is in no name yet. */
  readonly unique: string
  /** Puts things back at the end, last first, whatever happens. */
  readonly later: (undo: () => Promise<unknown>) => void
  /** The id of a domain (tag, webhook, ...) that a row before has made; without one the row cannot be judged. */
  readonly known: Map<string, string>
}

/** One row of the interface. */
export interface Row {
  readonly section: string
  /** Method and path, as in the interface. */
  readonly endpoint: string
  readonly says: string
  readonly judge: (fixture: Fixture) => Promise<void>
}

/** The row cannot be judged with this account. */
export class NotJudged extends Error {}

export const row = (section: string, endpoint: string, says: string, judge: Row["judge"]): Row => ({
  section,
  endpoint,
  says,
  judge
})

const fail = (sentence: string): never => {
  throw new Error(sentence)
}

/** Status, body and the headers that every answer has (interface 8.1). */
export const expectAnswer = (answer: Answer, status: number, body: Shape): void => {
  if (answer.status !== status)
    fail(`status is ${answer.status} and not ${status}: ${JSON.stringify(answer.body)?.slice(0, 200)}`)
  const found = complaint(body, answer.body)
  if (found !== null) fail(found)
  for (const name of ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]) {
    const value = answer.headers.get(name)
    if (value === null || !/^\d+$/u.test(value)) fail(`the header ${name} is ${value}`)
  }
}

/** A success whose `data` is of a shape. */
export const expectData = (answer: Answer, status: 200 | 201, data: Shape): void =>
  expectAnswer(answer, status, { success: true, data })

/** One page of a list. */
export const expectPage = (answer: Answer, item: Shape, limit: number): void =>
  expectAnswer(answer, 200, {
    success: true,
    data: [item],
    pagination: { total: integer, page: 1, limit, totalPages: integer }
  })

/** An error: exactly `success` and `message`. */
export const expectError = (answer: Answer, status: number, message: Shape): void => {
  expectAnswer(answer, status, { success: false, message })
  const fields = Object.keys(answer.body ?? {})
    .toSorted()
    .join()
  if (fields !== "message,success") fail(`an error has the fields ${fields}`)
}

export const expectThat = (holds: boolean, sentence: string): void => {
  if (!holds) fail(sentence)
}

/** The id of something that was made. */
export const idOf = ({ data }: Answer): string => {
  const { id } = data
  return typeof id === "string" ? id : fail("there is no id")
}

/** What a row before has made. */
export const needed = ({ known }: Fixture, what: string): string => {
  const found = known.get(what)
  if (found === undefined) throw new NotJudged(`there is no ${what} to check`)
  return found
}
